/** The statements about subscriptions, their objects and the right to be notified. */
import type { Schema } from '@millrace/contract';
import { invalid, notFound } from '../../../core/base/problem.ts';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { accountHolds } from '../../security/held/index.ts';
import type { NotificationName } from './kinds.ts';
import { transportsAsJson } from './transports.ts';

/** A subscription with its transports. */
export type SubscriptionRow = {
  id: string;
  account_id: string;
  kind: NotificationName;
  workspace_id: string | null;
  task_id: string | null;
  plan_id: string | null;
  engine_id: string | null;
  by_mail: boolean;
  by_web: boolean;
  transports: { id: string; type: string; host: string }[];
};

const columns: Sql = sql`
  s.id, s.account_id, s.kind, s.workspace_id, s.task_id, s.plan_id, s.engine_id, s.by_mail, s.by_web,
  ${transportsAsJson(sql`t.subscription_id = s.id`)} as transports`;

/** The subscriptions of accounts, oldest first. */
export const selectSubscriptions = (tx: Tx, accounts: readonly string[]): Promise<SubscriptionRow[]> =>
  tx.rows(sql`
    select ${columns}
    from notification_subscription s
    where s.account_id = any (${[...accounts]}::uuid[])
    order by s.id`);

/** Locks the account of the actor, so that one call at a time changes its subscriptions, or counts and adds its alerts. */
export const lockOwnAccount = (tx: Tx, actor: Actor): Promise<unknown> =>
  tx.rows(sql`
    select a.id
    from account a
    where a.id = ${actor.id}
      and a.tenant_id = ${actor.tenant}
    for no key update`);

/** Removes all subscriptions of the actor. */
export const removeSubscriptions = (tx: Tx, actor: Actor): Promise<unknown> =>
  tx.rows(sql`
    delete from notification_subscription
    where account_id = ${actor.id}
      and tenant_id = ${actor.tenant}`);

/** Adds a subscription of the actor. */
export const insertSubscription = (tx: Tx, actor: Actor, id: string, sent: Schema<'NotificationSubscriptionRequest'>): Promise<unknown> =>
  tx.rows(sql`
    insert into notification_subscription (id, tenant_id, account_id, kind, workspace_id, task_id, plan_id, engine_id, by_mail, by_web)
    values (
      ${id}, ${actor.tenant}, ${actor.id}, ${sent.kind}, ${sent.workspaceId ?? null}, ${sent.taskId ?? null}, ${sent.planId ?? null},
      ${sent.engineId ?? null}, ${sent.transports.some(({ type }) => type === 'email')}, ${sent.transports.some(({ type }) => type === 'web')})`);

/**
 * Builds the condition that an account has VIEW on a workspace; if that is null, on any workspace of the environment. All parameters are ids in SQL, and
 * do not use the aliases `w` and `r` of this condition.
 * @rule notifications.send.right
 */
export const mayBeNotified = (account: Sql, space: Sql, environment: Sql): Sql => sql`exists (
    select from workspace w
    where (w.id = ${space} or (${space} is null and w.environment_id = ${environment}))
      and ${accountHolds(account, 'VIEW')})`;

/** The objects that a caller names. */
type NamedObjects = Pick<Schema<'AlertRequest'>, 'taskId' | 'planId' | 'workspaceId' | 'environmentId' | 'engineId'>;

const TABLES: readonly (readonly [field: keyof NamedObjects, noun: string, rows: Sql])[] = [
  ['taskId', 'Task', sql`select o.id, o.tenant_id, o.workspace_id as space_id, null::uuid as environment_id from task o`],
  ['planId', 'Plan', sql`select o.id, o.tenant_id, o.workspace_id as space_id, null::uuid as environment_id from plan o`],
  ['workspaceId', 'Workspace', sql`select o.id, o.tenant_id, o.id as space_id, null::uuid as environment_id from workspace o`],
  ['environmentId', 'Environment', sql`select o.id, o.tenant_id, null::uuid as space_id, o.id as environment_id from environment o`],
  ['engineId', 'Remote engine', sql`select o.id, o.tenant_id, o.workspace_id as space_id, o.environment_id from engine o`],
];

/**
 * Refuses objects that the actor may not see, and more than one object; `place` is their position in the request.
 * @rule notifications.subscribe.right
 */
export async function requireNamedObject(tx: Tx, actor: Actor, named: NamedObjects, place: string): Promise<void> {
  const [first, second] = TABLES.filter(([field]) => named[field] !== undefined);
  if (!first) return;
  if (second) throw invalid('malformed_request', `${place}: send either ${first[0]} or ${second[0]}.`);
  const [field, noun, rows] = first;
  const id = named[field] ?? '';
  const isSeen = await tx.any(sql`
    select n.id
    from (${rows}) n
    where n.id = ${id}
      and n.tenant_id = ${actor.tenant}
      and ${mayBeNotified(sql`${actor.id}::uuid`, sql`n.space_id`, sql`n.environment_id`)}`);
  if (!isSeen) throw notFound(noun, id);
}
