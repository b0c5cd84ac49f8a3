/** The statements that copy run configurations: the one place of a promotion that writes them. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Changes } from './draft/changes.ts';

/** Copies run configurations; none brings a trigger along. */
export async function applyRunConfigs(tx: Tx, { runConfigs, dynamicEngineRunConfigs }: Changes): Promise<void> {
  await insertRunConfigs(tx, runConfigs);
  await insertDynamicEngineRunConfigs(tx, dynamicEngineRunConfigs);
}

const insertRunConfigs = (tx: Tx, rows: Changes['runConfigs']): Promise<unknown> =>
  tx.rows(sql`
    insert into task_run_config (task_id, runtime_type, engine_id, cluster_id, run_profile_id, parallel_execution_allowed, log_level, timeout_minutes, kept)
    select r.id, c.runtime_type, r.engine, r.cluster, r.profile, c.parallel_execution_allowed, c.log_level, c.timeout_minutes, c.kept - 'trigger'
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, engine uuid, cluster uuid, profile uuid)
    join task_run_config c on c.task_id = r.source`);

const insertDynamicEngineRunConfigs = (tx: Tx, rows: Changes['dynamicEngineRunConfigs']): Promise<unknown> =>
  tx.rows(sql`
    insert into task_dynamic_engine_run_config (task_id, run_profile_id, parallel_execution_allowed, log_level, timeout_minutes, lineage)
    select r.id, r.profile, c.parallel_execution_allowed, c.log_level, c.timeout_minutes, c.lineage
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, profile uuid)
    join task_dynamic_engine_run_config c on c.task_id = r.source`);
