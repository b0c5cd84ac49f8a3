/** Passes events to webhooks: each gets deliveries of the events that it waits for and may see. */
import { EVENT_TYPES } from '@millrace/contract/event-types';
import { newId } from '../../../core/base/id.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { accountHolds } from '../../security/held/index.ts';
import { DELIVERIES_BELL, insertDeliveries, makeEndpointsDue, type NewDelivery } from '../delivery-queue/index.ts';
import type { AcceptedEvent } from '../outbox/index.ts';
import { storedEventFilter } from './event-filter.ts';

/** Deliveries in one statement. */
const BATCH = 2000;

/** The consumer of the fan-out for subscribers of the kind `webhook`. It wakes the senders when it has queued deliveries. */
export const webhookConsumer = {
  kind: 'webhook',
  accept: async (tx: Tx, events: readonly AcceptedEvent[]): Promise<string[]> =>
    (await queueDeliveries(tx, events)) > 0 ? [DELIVERIES_BELL] : [],
};

/** Queues the deliveries of events, which are in order. Returns the number of deliveries. */
async function queueDeliveries(tx: Tx, events: readonly AcceptedEvent[]): Promise<number> {
  const ids = new Set(events.flatMap(({ subscribers }) => subscribers));
  // A filter is parsed once for all events, because for an event that does not fit, parsing takes longer than all other work.
  const receivers = new Map(
    (await selectEventReceivers(tx, [...ids])).map((row) => [row.id, { ...row, fits: storedEventFilter(row.filter) }]),
  );
  const wanted = events.flatMap((event) =>
    event.subscribers.flatMap((id) => {
      const receiver = receivers.get(id);
      return receiver?.fits(toFilteredEvent(event)) ? [{ event, receiver }] : [];
    }),
  );
  const visiblePairs = await visiblePairsOf(tx, wanted);
  const allowed = wanted.filter(({ event, receiver }) => mayGet(event, receiver, visiblePairs));
  if (allowed.length === 0) return 0;
  await makeEndpointsDue(tx, [...new Set(allowed.map(({ receiver }) => receiver.id))]);
  const deliveries = allowed.map(({ event, receiver }): NewDelivery => ({
    id: newId(),
    webhook: receiver.id,
    tenant: event.tenant,
    event: event.id,
    number: event.number,
    type: event.type,
    resource: event.resourceId,
    cloudEvents: receiver.cloud_events,
    vendorWords: receiver.vendor_words.includes(event.type),
  }));
  for (let start = 0; start < deliveries.length; start += BATCH) await insertDeliveries(tx, deliveries.slice(start, start + BATCH));
  return deliveries.length;
}

type Wanted = { event: AcceptedEvent; receiver: Receiver };

const toFilteredEvent = ({ resourceId: topLevelResourceId, spaceId, data }: AcceptedEvent) => ({ topLevelResourceId, spaceId, data });

const hasUserLevel = (type: string): boolean =>
  Object.hasOwn(EVENT_TYPES, type) && EVENT_TYPES[type as keyof typeof EVENT_TYPES].levels.includes('user');

/**
 * A webhook of the tenant gets all events of the tenant. A webhook of a user gets the events of types for users that the user owns or caused, or that
 * belong to a workspace which the user may see.
 * @rule webhooks.deliver.visible
 */
function mayGet({ type, ownerId, actorId, spaceId }: AcceptedEvent, { owner_id: user }: Receiver, visible: ReadonlySet<string>): boolean {
  if (user === null) return true;
  return hasUserLevel(type) && (ownerId === user || actorId === user || (spaceId !== null && visible.has(`${user} ${spaceId}`)));
}

async function visiblePairsOf(tx: Tx, wanted: readonly Wanted[]): Promise<ReadonlySet<string>> {
  const pairs = new Map(
    wanted.flatMap(({ event: { spaceId: space }, receiver: { owner_id: account } }) =>
      space === null || account === null ? [] : [[`${account} ${space}`, { account, space }] as const],
    ),
  );
  if (pairs.size === 0) return new Set();
  return new Set((await selectVisible(tx, [...pairs.values()])).map(({ account, space }) => `${account} ${space}`));
}

/** A webhook that may get events. */
type Receiver = { id: string; filter: string | null; cloud_events: boolean; vendor_words: string[]; owner_id: string | null };

/** The enabled webhooks with these ids, without those of disabled accounts. They cannot change until the transaction ends. */
const selectEventReceivers = (tx: Tx, ids: readonly string[]): Promise<Receiver[]> =>
  tx.rows(sql`
    select h.id, h.filter, h.cloud_events, h.vendor_words, h.owner_id
    from webhook h
    left join account a on a.id = h.owner_id
    where h.id = any (${[...ids]}::uuid[])
      and h.enabled
      and (h.owner_id is null or a.active)
    order by h.id
    for key share of h`);

/** Selects the pairs of an account and a workspace in which the account may see the workspace, by the same condition as in lists. */
const selectVisible = (tx: Tx, pairs: readonly { account: string; space: string }[]): Promise<{ account: string; space: string }[]> =>
  tx.rows(sql`
    select n.account, n.space
    from unnest(${pairs.map(({ account }) => account)}::uuid[], ${pairs.map(({ space }) => space)}::uuid[]) as n (account, space)
    join account a on a.id = n.account
    join workspace w on w.id = n.space and w.tenant_id = a.tenant_id
    where ${accountHolds(sql`n.account`, 'VIEW')}`);
