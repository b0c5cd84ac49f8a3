/** The events of plans. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { raiseAbout, type EventActor } from '../../events/outbox/index.ts';
import type { ExecutableAction } from '../tasks/index.ts';

/**
 * Raises events of plans, after they were added or changed, and before they are deleted.
 * @rule events.plans.records
 */
export const raisePlanEvents = (tx: Tx, actor: EventActor, action: ExecutableAction, ids: readonly string[]): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.plan.${action}`,
    actor,
    sql`
      select p.tenant_id, p.workspace_id as space_id, p.id as resource_id, w.owner_id, jsonb_build_object(
               'planId', p.id, 'planName', p.name, 'environmentId', w.environment_id, 'workspaceId', p.workspace_id, 'description', p.description,
               'pauseContext', case when ${action === 'paused'} then p.pause_context end) as data
      from plan p
      join workspace w on w.id = p.workspace_id
      where p.id = any (${[...ids]}::uuid[])
      order by p.id`,
  );
