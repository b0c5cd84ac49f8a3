/** Checks the objects to which a caller limits its subscriptions, and the rights of accounts to be notified. Each statement checks tenant and right. */
import { invalid, notFound } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { accountHolds } from '../../security/workspace-permissions/index.ts';

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
export type NamedObjects = {
  taskId?: string | undefined;
  planId?: string | undefined;
  workspaceId?: string | undefined;
  environmentId?: string | undefined;
  engineId?: string | undefined;
};

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
export async function holdNamedObject(tx: Tx, actor: Actor, named: NamedObjects, place: string): Promise<void> {
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
