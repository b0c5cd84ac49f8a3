/** Gives events to webhooks: each gets a delivery of the events that it waits for and may see. */
import { EVENT_TYPES } from '@millrace/contract/event-types';
import { newId } from '../../../core/base/id.ts';
import type { Tx } from '../../../core/database/db.ts';
import { matchesFilter } from '../webhooks/index.ts';
import {
  insertDeliveries,
  lockEndpoints,
  selectEventReceivers,
  selectViewed,
  type NewDelivery,
  type OutboxEvent,
  type Receiver,
} from './queries.ts';

/** Deliveries in one statement. */
const BATCH = 2000;

type StoredEvent = OutboxEvent & { id: string };

/** Stores the deliveries of events, which are in their order. Returns whether there are any. */
export async function deliver(tx: Tx, events: readonly StoredEvent[]): Promise<boolean> {
  const ids = new Set(events.flatMap(({ subscribers }) => subscribers?.['webhook'] ?? []));
  if (ids.size === 0) return false;
  const receivers = new Map((await selectEventReceivers(tx, [...ids])).map((one) => [one.id, one]));
  const wanted = events.flatMap((event) =>
    (event.subscribers?.['webhook'] ?? []).flatMap((id) => {
      const receiver = receivers.get(id);
      return receiver && (receiver.filter === null || matchesFilter(receiver.filter, filtered(event))) ? [{ event, receiver }] : [];
    }),
  );
  const viewed = await viewedSpaces(tx, wanted);
  const allowed = wanted.filter(({ event, receiver }) => mayGet(event, receiver, viewed));
  if (allowed.length === 0) return false;
  await lockEndpoints(tx, [...new Set(allowed.map(({ receiver }) => receiver.id))]);
  const heads = new Set<string>();
  const deliveries = allowed.map(({ event, receiver }): NewDelivery => {
    const line = `${receiver.id} ${event.resource_id}`;
    const follows = heads.has(line);
    heads.add(line);
    return {
      id: newId(),
      webhook: receiver.id,
      tenant: event.tenant_id,
      event: event.id,
      number: event.number,
      type: event.type,
      resource: event.resource_id,
      cloudEvents: receiver.cloud_events,
      follows,
    };
  });
  for (let at = 0; at < deliveries.length; at += BATCH) await insertDeliveries(tx, deliveries.slice(at, at + BATCH));
  return true;
}

type Wanted = { event: StoredEvent; receiver: Receiver };

const filtered = ({ resource_id: id, space_id: spaceId, data }: StoredEvent) => ({ id, spaceId, topLevelResourceId: id, data });

const hasUserLevel = (type: string): boolean =>
  Object.hasOwn(EVENT_TYPES, type) && EVENT_TYPES[type as keyof typeof EVENT_TYPES].levels.includes('user');

/**
 * A webhook of the tenant gets all its events. One of a user gets those of types for users that the user owns or caused, or that are of a workspace
 * which the user may see.
 * @rule webhooks.deliver.visible
 */
function mayGet({ type, owner_id, actor_id, space_id }: StoredEvent, { owner_id: user }: Receiver, viewed: ReadonlySet<string>): boolean {
  if (user === null) return true;
  return hasUserLevel(type) && (owner_id === user || actor_id === user || (space_id !== null && viewed.has(`${user} ${space_id}`)));
}

async function viewedSpaces(tx: Tx, wanted: readonly Wanted[]): Promise<ReadonlySet<string>> {
  const pairs = new Map(
    wanted.flatMap(({ event: { space_id: space }, receiver: { owner_id: account } }) =>
      space === null || account === null ? [] : [[`${account} ${space}`, { account, space }] as const],
    ),
  );
  if (pairs.size === 0) return new Set();
  return new Set((await selectViewed(tx, [...pairs.values()])).map(({ account, space }) => `${account} ${space}`));
}
