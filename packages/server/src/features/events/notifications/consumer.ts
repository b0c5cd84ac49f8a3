/** Notifies accounts of the events that they subscribed to, in the transaction of the fan-out. */
import type { Tx } from '../../../core/database/sql.ts';
import { type AcceptedEvent, textInData } from '../outbox/index.ts';
import type { MessageEntry } from './texts.ts';
import { isSubscribable, kindOf, NOTIFICATION_KINDS, type NotificationName } from './kinds.ts';
import { selectEnvironmentsOfEngines, type NewMessage } from './message-rows.ts';
import { sendMessages, writeToInboxes } from './messages.ts';
import { selectSubscriptions, type SubscriptionRow } from './rows.ts';

/** An event as an entry, with the accounts that subscribed to its type. */
type Notified = { entry: MessageEntry; engine: string | undefined; data: Record<string, unknown>; subscribers: readonly string[] };

const SUBSCRIBABLE = (Object.keys(NOTIFICATION_KINDS) as NotificationName[]).filter(isSubscribable);

/**
 * Converts an event to an entry; undefined for an event without a kind of notification, and for a failed attempt that is retried.
 * @rule notifications.send.last-attempt
 */
export function messageEntryOf({ type, data, spaceId, resourceId, occurredAt }: AcceptedEvent): MessageEntry | undefined {
  const kind = SUBSCRIBABLE.find((name) => {
    const { event } = kindOf(name);
    return event?.type === type && (event.status === undefined || event.status === data['status']);
  });
  if (kind === undefined || typeof data['nextExecutionId'] === 'string') return undefined;
  const noun = kindOf(kind).resourceType;
  return {
    kind,
    at: occurredAt.toISOString(),
    name: textInData(data, `${noun}Name`) ?? '',
    resourceId: textInData(data, `${noun}Id`) ?? resourceId ?? '',
    spaceId,
    environmentId: textInData(data, 'environmentId') ?? null,
    executionId: textInData(data, 'executionId') ?? null,
    error: textInData(data, 'errorMessage') ?? null,
  };
}

/** The consumer of the fan-out for subscribers of the kind `notification`, which are accounts. */
export const notificationConsumer = {
  kind: 'notification',
  async accept(tx: Tx, events: readonly AcceptedEvent[]): Promise<void> {
    const notified = events.flatMap((event): Notified[] => {
      const entry = messageEntryOf(event);
      return entry ? [{ entry, engine: textInData(event.data, 'engineId'), data: event.data, subscribers: event.subscribers }] : [];
    });
    if (notified.length === 0) return;
    await addEnvironments(tx, notified);
    const rows = await selectSubscriptions(tx, [...new Set(notified.flatMap(({ subscribers }) => subscribers))]);
    const readers = rows.map((row) => ({ row, entries: notified.filter((one) => concerns(row, one)).map(({ entry }) => entry) }));
    await writeToInboxes(
      tx,
      readers.flatMap(({ row, entries }) => (row.by_web ? entries.map((entry) => ({ account: row.account_id, entry })) : [])),
    );
    await sendMessages(
      tx,
      readers.flatMap(({ row, entries }) => (entries.length > 0 ? messagesOf(row, entries) : [])),
    );
  },
};

/** An engine for all workspaces has no workspace; its readers need VIEW in its environment. */
async function addEnvironments(tx: Tx, notified: readonly Notified[]): Promise<void> {
  const open = notified.filter(({ entry, engine }) => engine !== undefined && kindOf(entry.kind).resourceType === 'engine');
  if (open.length === 0) return;
  const engines = open.map(({ engine }) => engine ?? '');
  const rows = await selectEnvironmentsOfEngines(tx, engines);
  for (const { entry, engine } of open) {
    const row = rows.find(({ id }) => id === engine);
    entry.environmentId = row?.environment_id ?? entry.environmentId;
    entry.spaceId = row?.workspace_id ?? entry.spaceId;
  }
}

/** @rule notifications.send.limited */
const concerns = (row: SubscriptionRow, { entry, data, subscribers }: Notified): boolean =>
  row.kind === entry.kind &&
  subscribers.includes(row.account_id) &&
  (row.workspace_id === null || row.workspace_id === entry.spaceId) &&
  (row.task_id === null || row.task_id === data['taskId']) &&
  (row.plan_id === null || row.plan_id === data['planId']) &&
  (row.engine_id === null || row.engine_id === data['engineId']);

const messagesOf = (row: SubscriptionRow, entries: readonly MessageEntry[]): NewMessage[] => [
  ...(row.by_mail ? [{ account: row.account_id, source: row.id, receiver: row.account_id, entries }] : []),
  ...row.transports.map(({ id }) => ({ account: row.account_id, source: row.id, receiver: id, transport: id, entries })),
];
