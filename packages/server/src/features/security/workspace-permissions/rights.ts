/** Rights on workspaces as SQL: the only place that says who holds what. */
import type { Right } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** Whether the actor holds a right on the workspace `w` of the surrounding statement. */
export const holdsRight = (actor: Actor, right: Right): Sql => accountHolds(sql`${actor.id}`, right);

/**
 * Whether an account, which the surrounding statement may know as a column, holds a right on its workspace `w`.
 * AUTHOR, EXECUTE, PUBLISH and MANAGE each include VIEW; the owner holds all.
 * @rule workspaces.rights.view
 * @rule workspaces.create.rights
 */
export function accountHolds(account: Sql, right: Right): Sql {
  const enough = right === 'VIEW' ? sql`true` : sql`r.name = ${right}`;
  return sql`(
    w.owner_id = ${account}
    or exists (
      select from workspace_right r
      where r.workspace_id = w.id
        and r.account_id = ${account}
        and ${enough}
    ))`;
}

/**
 * The ids of all workspaces on which the actor holds VIEW, as a query. It says the same as `holdsRight`, in a form of which the database can tell
 * beforehand how many they will be.
 */
export const viewedBy = (actor: Actor): Sql => sql`
  select o.id
  from workspace o
  where o.owner_id = ${actor.id}
  union all
  select r.workspace_id
  from workspace_right r
  where r.account_id = ${actor.id}`;
