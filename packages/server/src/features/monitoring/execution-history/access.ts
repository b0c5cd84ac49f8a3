/** Which executions the history shows. */
import { sql, type Sql } from '../../../core/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { holdsRight } from '../../security/workspace-permissions/index.ts';

/**
 * Those `x` of an environment that lie in workspaces which the actor may see. The workspaces are looked up once, not for each execution.
 * @rule execution-history.search.right
 */
export const visibleHistory = (actor: Actor, environment: string): Sql => sql`
  x.tenant_id = ${actor.tenant}
  and x.environment_id = ${environment}
  and x.workspace_id = any (array(
    select w.id
    from workspace w
    where w.environment_id = ${environment}
      and w.tenant_id = ${actor.tenant}
      and ${holdsRight(actor, 'VIEW')}))`;
