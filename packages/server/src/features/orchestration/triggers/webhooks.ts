/** The statements about webhooks and the accounts as which they run. Only these write the secrets of webhooks. */
import type { Schema } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { EncryptedTable } from '../../../core/secrets/encrypted-tables.ts';
import type { Actor } from '../../../identity/actor.ts';
import { accountHolds, mayGiveRights } from '../../security/held/index.ts';
import { belongsTo, type Owner } from '../schedules/index.ts';

/** The account as which a webhook runs, and the one that decides this; undefined if the decision stays as it is. */
type RunAs = { runAs: string; maker: Pick<Actor, 'id' | 'userType'> | undefined };

/** The secret of a URL: its hash and its ciphertext. */
type WebhookSecret = { hash: Buffer; secret: Buffer };

/** Returns the context to which the ciphertext of a webhook is bound. */
export const webhookSecretContext = (webhook: string): string => `webhook trigger ${webhook}`;

/** The table with the secrets of webhooks. */
export const webhookTriggerSecrets: EncryptedTable = { table: 'webhook_trigger', key: ['id'], columns: { secret: webhookSecretContext } };

/** Selects the webhook of a task or plan, if it has one, with the account under which its executions run. */
export const selectWebhook = (tx: Tx, owner: Owner): Promise<{ id: string; run_as_id: string } | undefined> =>
  tx.one(sql`
    select h.id, h.run_as_id
    from webhook_trigger h
    where ${belongsTo(sql`h`, owner)}`);

/** Selects the names of the tasks that declare the parameter: the task itself, or tasks of the first step of the plan. */
export const selectReceivers = (tx: Tx, { taskId, planId }: Owner, parameter: string): Promise<{ name: string }[]> =>
  tx.rows(sql`
    select t.name
    from task t
    join artifact_version v on v.id = t.artifact_version_id
    where t.id in (
      select ${taskId ?? null}::uuid
      union all
      select n.task_id
      from plan_step s
      join plan_step_task n on n.step_id = s.id
      where s.plan_id = ${planId ?? null}
        and s.position = 0
        and not n.on_failure)
      and v.parameters @> ${json([{ name: parameter }])}::jsonb
    order by t.name`);

/** Adds a webhook. */
export const insertWebhook = (
  tx: Tx,
  id: string,
  { taskId, planId }: Owner,
  sent: Schema<'WebhookTriggerRequest'>,
  { runAs, maker, hash, secret }: RunAs & WebhookSecret,
): Promise<unknown> =>
  tx.rows(sql`
    insert into webhook_trigger (
      id, task_id, plan_id, name, description, trigger_calls, trigger_timeout, run_as_id, set_by_id, set_by_type, execution_timeout_minutes,
      secret_hash, secret)
    values (
      ${id}, ${taskId ?? null}, ${planId ?? null}, ${sent.name}, ${sent.description || null}, ${sent.triggerCalls ?? null},
      ${sent.triggerTimeout ?? null}, ${runAs}, ${maker?.id ?? null}, ${maker?.userType ?? null}, ${sent.executionTimeout ?? null}, ${hash},
      ${secret})`);

/** Replaces the values of a webhook. */
export const updateWebhook = (tx: Tx, id: string, sent: Schema<'WebhookTriggerRequest'>, { runAs, maker }: RunAs): Promise<unknown> =>
  tx.rows(sql`
    update webhook_trigger
    set name = ${sent.name},
        description = ${sent.description || null},
        trigger_calls = ${sent.triggerCalls ?? null},
        trigger_timeout = ${sent.triggerTimeout ?? null},
        run_as_id = ${runAs},
        set_by_id = coalesce(${maker?.id ?? null}, set_by_id),
        set_by_type = coalesce(${maker?.userType ?? null}, set_by_type),
        execution_timeout_minutes = ${sent.executionTimeout ?? null},
        updated_at = now()
    where id = ${id}`);

/** Replaces the secret of a webhook, and with it the URL. */
export const updateSecret = (tx: Tx, id: string, { hash, secret }: WebhookSecret): Promise<unknown> =>
  tx.rows(sql`
    update webhook_trigger
    set secret_hash = ${hash},
        secret = ${secret}
    where id = ${id}`);

/**
 * Makes the actor the maker of webhooks and lets them run as the actor, except those whose former account has changed meanwhile. Returns the changed
 * webhooks.
 */
export const takeWebhooks = (tx: Tx, actor: Actor, webhooks: readonly { id: string; account: string }[]): Promise<{ id: string }[]> =>
  tx.rows(sql`
    update webhook_trigger h
    set run_as_id = ${actor.id},
        set_by_id = ${actor.id},
        set_by_type = ${actor.userType},
        updated_at = now()
    from (
      select locked.id
      from json_to_recordset(${json(webhooks)}::json) as t (id uuid, account uuid)
      join webhook_trigger locked on locked.id = t.id and t.account in (locked.run_as_id, locked.set_by_id)
      order by locked.id
      for no key update of locked) taken
    where h.id = taken.id
    returning h.id`);

/** Deletes the webhook of a task or plan. Calls of its URL are then refused. */
export const removeWebhook = (tx: Tx, owner: Owner): Promise<unknown> =>
  tx.rows(sql`
    delete from webhook_trigger h
    where ${belongsTo(sql`h`, owner)}`);

/** The account as which a webhook shall run: whether it may run the task or plan, and whether the actor may decide as whom the webhook runs. */
type RunAsRights = { id: string; login: string; may_run: boolean; may_decide: boolean };

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
 * Finds the account with the login in the tenant of the actor, or refuses, and prevents its deletion until the transaction ends.
 * @rule triggers.webhook.run-as
 */
export async function holdRunAs(tx: Tx, actor: Actor, login: string, userType: string | undefined): Promise<string> {
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
