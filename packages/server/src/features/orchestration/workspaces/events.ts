/** The events of workspaces. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';

/**
 * Raises events of workspaces, after they were added or changed, and before they are deleted.
 * @rule events.workspaces.records
 */
export const raiseWorkspaceEvents = (
  tx: Tx,
  actor: EventActor,
  action: 'created' | 'updated' | 'deleted',
  ids: readonly string[],
): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.workspace.${action}`,
    actor,
    sql`
      select w.tenant_id, w.id as space_id, w.id as resource_id, w.owner_id, jsonb_build_object(
               'workspaceId', w.id, 'name', w.name, 'description', w.description, 'environmentId', w.environment_id, 'ownerId', w.owner_id) as data
      from workspace w
      where w.id = any (${[...ids]}::uuid[])`,
  );
