/** The condition for the executions whose components are shown. */
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';

/**
 * Builds the condition for executions `x` in workspaces of the environment that the actor may see.
 * @rule component-metrics.search.right
 */
export const visibleComponents = (actor: Actor, environment: string): Sql => sql`
  x.workspace_id = any (array(
    select w.id
    from workspace w
    where w.environment_id = ${environment}
      and w.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}))`;
