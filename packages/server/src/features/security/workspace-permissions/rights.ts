/** Rights on workspaces as SQL: the only place that says who holds what. */
import type { Right } from '@millrace/contract';
import { sql, type Sql } from '../../../core/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/**
 * Whether the actor holds a right on the workspace `w` of the surrounding statement.
 * AUTHOR, EXECUTE, PUBLISH and MANAGE each include VIEW; the owner holds all.
 * @rule workspaces.rights.view
 * @rule workspaces.create.rights
 */
export function holdsRight(actor: Actor, right: Right): Sql {
  const enough = right === 'VIEW' ? sql`true` : sql`r.name = ${right}`;
  return sql`(
    w.owner_id = ${actor.id}
    or exists (
      select from workspace_right r
      where r.workspace_id = w.id
        and r.account_id = ${actor.id}
        and ${enough}
    ))`;
}
