/** Finds triggers, and the accounts and workspaces that requests about triggers name. */
import type { Tx } from '../../../core/database/db.ts';
import { invalid, notFound } from '../../../core/base/problem.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { accountHolds, holdsRight, mayGiveRights } from '../../security/workspace-permissions/index.ts';
import { isOf, type Owner } from '../schedules/index.ts';
import { triggerColumns, type TriggerRow } from './json.ts';

/**
 * Builds the condition that the actor may see the task or plan `o` of the workspace `w`.
 * @rule triggers.events.visible
 */
export const visibleOwners = (actor: Actor): Sql => sql`o.tenant_id = ${actor.tenant} and ${holdsRight(actor, 'VIEW')}`;

/**
 * Finds the trigger of a task or plan that the actor may read. Returns the secret of a webhook only if the actor holds EXECUTE.
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

/** The account as which a webhook shall run: whether it may run the task or plan, and whether the actor may decide as whom the webhook runs. */
export type RunAsRights = { id: string; login: string; may_run: boolean; may_decide: boolean };

/** Finds the rights on which a change of the account of a webhook depends. Who may give rights on the workspace may decide. */
export const findRunAsRights = (tx: Tx, actor: Actor, owner: Owner, account: string): Promise<RunAsRights> =>
  tx.only(sql`
    select a.id, a.login, a.active and ${accountHolds(sql`a.id`, 'EXECUTE')} as may_run, a.id = ${actor.id} or ${mayGiveRights(actor)} as may_decide
    from account a
    join workspace w on w.tenant_id = a.tenant_id
    join ${owner.taskId === undefined ? sql`plan` : sql`task`} o on o.workspace_id = w.id
    where a.id = ${account}
      and o.id = ${owner.taskId ?? owner.planId}`);

/**
 * Finds the account with the login in the tenant of the actor, and prevents its deletion until the transaction ends.
 * @rule triggers.webhook.run-as
 */
export async function findRunAs(tx: Tx, actor: Actor, login: string, userType: string | undefined): Promise<string> {
  const row = await tx.one<{ id: string }>(sql`
    select a.id
    from account a
    where a.tenant_id = ${actor.tenant}
      and lower(a.login) = lower(${login})
      and (${userType ?? null}::text is null or a.user_type = ${userType ?? null})
    for key share`);
  if (!row)
    throw invalid(
      'reference_unknown',
      `webhook.runAsUser '${login}' was not found: send the login of a user of this tenant who has the webhook.runAsUserType.`,
    );
  return row.id;
}

/**
 * Refuses an environment in which the actor may see no workspace, and workspaces that are hidden or in another environment.
 * @rule triggers.events.place
 */
export async function findEnvironmentWithWorkspaces(
  tx: Tx,
  actor: Actor,
  environment: string,
  workspaces: readonly string[],
): Promise<void> {
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
