/** The events of tasks. */
import { sql, type Tx } from '../../../core/database/sql.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';

/** The changes of a task or a plan that raise events. */
export type ExecutableAction = 'created' | 'updated' | 'deleted' | 'paused' | 'resumed';

/**
 * Raises events of tasks, after they were added or changed, and before they are deleted.
 * @rule events.tasks.records
 */
export const raiseTaskEvents = (tx: Tx, actor: EventActor, action: ExecutableAction, ids: readonly string[]): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.task.${action}`,
    actor,
    sql`
      select t.tenant_id, t.workspace_id as space_id, t.id as resource_id, w.owner_id, jsonb_build_object(
               'taskId', t.id, 'taskName', t.name, 'environmentId', w.environment_id, 'workspaceId', t.workspace_id, 'description', t.description,
               'version', t.version, 'artifactId', a.id, 'artifactName', a.name, 'artifactVersion', v.version,
               'pauseContext', case when ${action === 'paused'} then t.pause_context end) as data
      from task t
      join workspace w on w.id = t.workspace_id
      join artifact_version v on v.id = t.artifact_version_id
      join artifact a on a.id = v.artifact_id
      where t.id = any (${[...ids]}::uuid[])
      order by t.id`,
  );
