/** The statement by which a promotion writes engines. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { raiseEngineEvents } from './engine-events.ts';

/** The copy of an engine: its id, the id of its source, and its workspace. */
export type PromotedEngine = { id: string; source: string; workspace: string | null };

/** Adds copies of engines to an environment. They are not paired. */
export async function insertPromotedEngines(
  tx: Tx,
  actor: EventActor,
  environment: string,
  rows: readonly PromotedEngine[],
): Promise<void> {
  await tx.rows(sql`
    insert into engine (
      id, tenant_id, environment_id, workspace_id, runtime_id, name, description, esb_compatibility_version, run_profile_types)
    select r.id, g.tenant_id, ${environment}, r.workspace, gen_random_uuid(), g.name, g.description, g.esb_compatibility_version,
           g.run_profile_types
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join engine g on g.id = r.source`);
  await raiseEngineEvents(
    tx,
    actor,
    'created',
    rows.map(({ id }) => id),
  );
}
