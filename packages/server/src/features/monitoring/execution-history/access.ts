/** The condition for the executions that the history shows. */
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';

/**
 * Builds the condition for the executions `x` of an environment in workspaces that the actor may see. The subquery runs once for all executions. Only the
 * subquery checks the tenant: a condition on `x.tenant_id` would make the database choose the larger index of the whole tenant.
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
