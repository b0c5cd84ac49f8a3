/** The only ways to what starts tasks and plans. */
import type { Tx } from '../../../core/database/db.ts';
import { invalid, notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { accountHolds, holdsRight } from '../../security/workspace-permissions/index.ts';
import { isOf, type Owner } from '../schedules/index.ts';
import { triggerColumns, type TriggerRow } from './json.ts';

/**
 * Which tasks or plans `o` in workspaces `w` the actor may see.
 * @rule triggers.events.visible
 */
export const visibleOwners = (actor: Actor): Sql => sql`o.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * What starts a task or plan that the actor may read. The secret of a webhook comes along for holders of EXECUTE only.
 * @rule triggers.webhook.shown
 */
export const findTrigger = (tx: Tx, actor: Actor, owner: Owner): Promise<TriggerRow> =>
  tx.only(sql`
    select ${triggerColumns}, case when ${holdsRight(actor, 'EXECUTE')} then h.secret end as secret
    from ${owner.taskId === undefined ? sql`plan` : sql`task`} o
    join workspace w on w.id = o.workspace_id
    left join schedule s on ${isOf(sql`s`, owner)}
    left join time_trigger g on ${isOf(sql`g`, owner)}
    left join webhook_trigger h on ${isOf(sql`h`, owner)}
    left join account r on r.id = h.run_as_id
    where o.id = ${owner.taskId ?? owner.planId}
      and ${visibleOwners(actor)}`);

/**
 * Refuses an account that may not run a task or plan.
 * @rule triggers.webhook.run-as-right
 */
export async function mayBeRunBy(tx: Tx, owner: Owner, account: string): Promise<void> {
  const { login, may } = await tx.only<{ login: string; may: boolean }>(sql`
    select a.login, a.active and ${accountHolds(sql`a.id`, 'EXECUTE')} as may
    from account a
    join workspace w on w.tenant_id = a.tenant_id
    join ${owner.taskId === undefined ? sql`plan` : sql`task`} o on o.workspace_id = w.id
    where a.id = ${account}
      and o.id = ${owner.taskId ?? owner.planId}`);
  if (!may) {
    throw invalid(
      'run_as_right_missing',
      `The webhook cannot run as '${login}', who may not run this: name an active user with EXECUTE on its workspace as webhook.runAsUser.`,
    );
  }
}

/**
 * The account of a login in the tenant of the actor.
 * @rule triggers.webhook.run-as
 */
export async function findRunAs(tx: Tx, actor: Actor, login: string, userType: string | undefined): Promise<string> {
  const row = await tx.one<{ id: string }>(sql`
    select a.id
    from account a
    where a.tenant_id = ${actor.tenant}
      and a.login = ${login}
      and (${userType ?? null}::text is null or a.user_type = ${userType ?? null})
    for key share`);
  if (!row) throw invalid('reference_unknown', `webhook.runAsUser '${login}' is no ${userType ?? ''} user of this tenant: give a login.`);
  return row.id;
}

/**
 * Finds an environment in which the actor may see something, and refuses workspaces that lie elsewhere or are hidden.
 * @rule triggers.events.place
 */
export async function findPlace(tx: Tx, actor: Actor, environment: string, workspaces: readonly string[]): Promise<void> {
  const rows = await tx.rows<{ id: string }>(sql`
    select w.id
    from workspace w
    where w.environment_id = ${environment}
      and w.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}`);
  if (rows.length === 0) throw notFound('Environment', environment);
  const found = new Set(rows.map(({ id }) => id));
  const unknown = workspaces.find((id) => !found.has(id.toLowerCase()));
  if (unknown !== undefined)
    throw invalid('workspace_outside_environment', `The environment has no workspace '${unknown}' that you may see: leave it out.`);
}
