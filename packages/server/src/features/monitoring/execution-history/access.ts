/** Which executions the history shows. */
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';

/**
 * Those `x` of an environment that lie in workspaces of the tenant which the actor may see. The workspaces are looked up once, not for each execution;
 * the tenant is asked there only, because beside the environment it would have the database read the larger index of the whole tenant.
 * @rule execution-history.search.right
 */
export const visibleHistory = (actor: Actor, environment: string): Sql => sql`
  x.environment_id = ${environment}
  and x.workspace_id = any (array(
    select w.id
    from workspace w
    where w.environment_id = ${environment}
      and w.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}))`;
