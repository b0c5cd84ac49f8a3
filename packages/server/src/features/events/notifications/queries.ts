/** The SQL statements about subscriptions. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { NotificationName } from './kinds.ts';
import { transportsAsJson } from './transport-queries.ts';

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

/** Locks the account of the actor, so that its subscriptions are replaced by one call at a time. */
export const lockSubscriber = (tx: Tx, actor: Actor): Promise<unknown> =>
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
