/** The SQL statements with which a promotion writes workspaces. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { raiseWorkspaceEvents } from './workspace-events.ts';

/** The copy of a workspace: its id, and the id of its source. */
export type PromotedWorkspace = { id: string; source: string };

/**
 * Adds copies of workspaces to an environment.
 * @rule promotions.workspaces.owner
 */
export async function insertPromotedWorkspaces(
  tx: Tx,
  actor: EventActor,
  environment: string,
  rows: readonly PromotedWorkspace[],
): Promise<void> {
  await tx.rows(sql`
    insert into workspace (id, tenant_id, environment_id, name, description, owner_id, type, protected_artifact_update)
    select r.id, w.tenant_id, ${environment}, w.name, w.description, w.owner_id, w.type, w.protected_artifact_update
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join workspace w on w.id = r.source`);
  await raiseWorkspaceEvents(
    tx,
    actor,
    'created',
    rows.map(({ id }) => id),
  );
}
