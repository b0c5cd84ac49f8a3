/** The conditions in SQL for rights on workspaces. No other file checks which rights an account holds. */
import type { Right } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** Builds the condition that the actor holds a right on the workspace `w`. */
export const holdsRight = (actor: Actor, right: Right): Sql => accountHolds(sql`${actor.id}`, right);

/**
 * Builds the condition that an account holds a right on the workspace `w`; `account` is an id or a column of the statement, and so
 * may be `right`. AUTHOR, EXECUTE, PUBLISH and MANAGE each include VIEW; the owner holds all.
 * @rule workspaces.rights.view
 * @rule workspaces.create.rights
 */
export function accountHolds(account: Sql, right: Right | Sql): Sql {
  const isNamed = sql`r.name = ${right}`;
  const includesRight = typeof right !== 'string' ? sql`(${right} = 'VIEW' or ${isNamed})` : right === 'VIEW' ? sql`true` : isNamed;
  return sql`(
    w.owner_id = ${account}
    or exists (
      select from workspace_right r
      where r.workspace_id = w.id
        and r.account_id = ${account}
        and ${includesRight}
    ))`;
}

/** Builds the condition that the actor may give any right on the workspace `w`, also to itself. */
export const mayGiveRights = (actor: Actor): Sql =>
  sql`(${actor.permissions.has('SVC_ENVIRONMENT_MANAGEMENT')} or ${holdsRight(actor, 'MANAGE')})`;

/**
 * Builds a query for the ids of all workspaces on which the actor holds VIEW. It means the same as `holdsRight`, in a form that lets the database
 * estimate the number of workspaces.
 */
export const viewedBy = (actor: Actor): Sql => sql`
  select o.id
  from workspace o
  where o.owner_id = ${actor.id}
  union all
  select r.workspace_id
  from workspace_right r
  where r.account_id = ${actor.id}`;
