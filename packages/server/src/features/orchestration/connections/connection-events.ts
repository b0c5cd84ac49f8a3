/** The events of connections. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { raiseAbout, type EventActor } from '../../events/outbox/index.ts';

/**
 * Raises the event of a test that has failed.
 * @rule events.connections.test-failed
 */
export const raiseTestFailed = (tx: Tx, actor: EventActor, connection: string, reason: string): Promise<unknown> =>
  raiseAbout(
    tx,
    'com.service.v1.connection.test.failed',
    actor,
    sql`
      select c.tenant_id, c.workspace_id as space_id, c.id as resource_id, w.owner_id, jsonb_build_object(
               'connectionId', c.id, 'name', c.name, 'app', c.app, 'reason', ${reason}::text, 'environmentId', w.environment_id,
               'workspaceId', c.workspace_id) as data
      from connection c
      join workspace w on w.id = c.workspace_id
      where c.id = ${connection}`,
  );
