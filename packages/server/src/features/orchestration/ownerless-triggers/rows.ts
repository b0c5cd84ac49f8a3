/** The statements that find ownerless triggers, and their JSON. Each statement checks the tenant. */
import type { Schema } from '@millrace/contract';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { type Page, pageOf, type PageQuery, selectPage } from '../../../core/http/paging.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/held/index.ts';

/**
 * Builds the source of the ownerless triggers `o` of the actor's tenant, with their task or plan `x`, its workspace `w` and the former account `a`. That
 * of a webhook is the account that it runs as, or, if that is active, its maker.
 * @rule ownerless-triggers.list.all
 */
const ownerless = (actor: Actor): { from: Sql; where: Sql } => ({
  from: sql`
    (select g.id, case when g.schedule_id is null then 'RUN_CONFIGURATION' else 'SCHEDULE' end as kind, g.schedule_id, g.name, g.next_at,
            coalesce(g.task_id, s.task_id) as task_id, coalesce(g.plan_id, s.plan_id) as plan_id, g.set_by_id as account_id, g.set_by_type as account_type
     from time_trigger g
     left join schedule s on s.id = g.schedule_id
     where g.next_at is not null
     union all
     select h.id, 'WEBHOOK', null, h.name, null, h.task_id, h.plan_id,
            case when r.active then coalesce(h.set_by_id, h.run_as_id) else h.run_as_id end, h.set_by_type
     from webhook_trigger h
     join account r on r.id = h.run_as_id) o
    join (
      select id, workspace_id, name
      from task
      union all
      select id, workspace_id, name
      from plan) x on x.id = coalesce(o.task_id, o.plan_id)
    join workspace w on w.id = x.workspace_id
    left join account a on a.id = o.account_id`,
  where: sql`w.tenant_id = ${actor.tenant} and (a.id is null or not a.active)`,
});

/**
 * Selects a page of the ownerless triggers of the actor's tenant, ordered by their former account.
 * @rule ownerless-triggers.list.names
 */
export function selectOwnerless(tx: Tx, actor: Actor, query: PageQuery): Promise<Page<OwnerlessRow>> {
  const { from, where } = ownerless(actor);
  return selectPage(tx, {
    id: sql`o.id`,
    from,
    where,
    order: [sql`o.account_id, o.id`, sql`o.account_id desc, o.id desc`],
    columns: sql`o.kind, o.schedule_id, o.name, o.next_at, o.task_id, o.plan_id, o.account_id, coalesce(a.user_type, o.account_type) as account_type,
      a.login, x.name as executable_name, x.workspace_id, ${holdsRight(actor, 'VIEW')} as visible`,
    of: sql`join (${from}) on o.id = found.id`,
    ...pageOf(query),
  });
}

/** An ownerless trigger, and whether the actor may take it over. */
type TriggerToTakeOver = { id: string; account: string; isWebhook: boolean; held: boolean };

/**
 * Finds the ownerless triggers of one former account, or of all.
 * @rule ownerless-triggers.takeover.right
 */
export function findTriggersToTakeOver(tx: Tx, actor: Actor, account: string | undefined): Promise<TriggerToTakeOver[]> {
  const { from, where } = ownerless(actor);
  return tx.rows(sql`
    select o.id, o.account_id as account, o.kind = 'WEBHOOK' as "isWebhook", ${holdsRight(actor, 'EXECUTE')} as held
    from ${from}
    where ${where}
      and o.account_id = coalesce(${account ?? null}, o.account_id)`);
}

/** An ownerless trigger. `login` is null if the former account was deleted; `visible`: the caller holds VIEW on the workspace. */
type OwnerlessRow = {
  kind: Schema<'OwnerlessTrigger'>['kind'];
  schedule_id: string | null;
  name: string;
  next_at: Date | null;
  task_id: string | null;
  plan_id: string | null;
  account_id: string;
  account_type: Schema<'UserType'>;
  login: string | null;
  executable_name: string;
  workspace_id: string;
  visible: boolean;
};

/** Converts a row to OwnerlessTrigger. */
export const toOwnerlessJson = (row: OwnerlessRow): Schema<'OwnerlessTrigger'> => ({
  kind: row.kind,
  executableType: row.task_id === null ? 'PLAN' : 'TASK',
  executableId: row.task_id ?? row.plan_id ?? '',
  ...(row.visible && { executableName: row.executable_name, workspaceId: row.workspace_id, triggerName: row.name }),
  ...(row.schedule_id !== null && { scheduleId: row.schedule_id }),
  ...(row.next_at && { nextDate: row.next_at.toISOString() }),
  accountId: row.account_id,
  accountType: row.account_type,
  ...(row.login === null ? { accountStatus: 'DELETED' } : { accountLogin: row.login, accountStatus: 'DISABLED' }),
});
