/** The statements by which a promotion writes tasks and their run configurations. */
import { idsOfRows } from '../../../core/base/id.ts';
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { raiseTaskEvents } from './events.ts';
import type { TaskRow } from './rows.ts';

/** The values of a task that a promotion writes. */
export type PromotedTask = Pick<TaskRow, 'id' | 'name' | 'description' | 'artifact_version_id' | 'tags' | 'parameters' | 'connections'> &
  Pick<TaskRow, 'resources' | 'override_with_default_parameters' | 'context_name'>;

/** A task to add, with its workspace. */
export type AddedTask = PromotedTask & { workspace: string };

/** A task to replace. `raised` is true if its version rises. */
export type ReplacedTask = PromotedTask & { raised: boolean };

/** The copy of a run configuration: the ids of its task, of the source task, and of its engine or cluster and run profile. */
export type PromotedRunConfig = { id: string; source: string; engine: string | null; cluster: string | null; profile: string | null };

/** The copy of a run configuration for dynamic engines. */
export type PromotedDynamicEngineRunConfig = { id: string; source: string; profile: string | null };

/** Adds tasks. Raises their events. */
export async function insertPromotedTasks(tx: Tx, actor: EventActor, rows: readonly AddedTask[]): Promise<void> {
  await tx.rows(sql`
    insert into task (
      id, tenant_id, workspace_id, name, description, artifact_version_id, tags, parameters, connections, resources, auto_upgradable,
      override_with_default_parameters, context_name)
    select r.id, w.tenant_id, w.id, r.name, r.description, r.artifact_version_id, array(select jsonb_array_elements_text(r.tags)), r.parameters,
           r.connections, r.resources, false, r.override_with_default_parameters, r.context_name
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (
      id uuid, workspace uuid, name text, description text, artifact_version_id uuid, tags jsonb, parameters jsonb, connections jsonb,
      resources jsonb, override_with_default_parameters boolean, context_name text)
    join workspace w on w.id = r.workspace`);
  await raiseTaskEvents(tx, actor, 'created', idsOfRows(rows));
}

/** Replaces tasks. The version of a task rises by 1 if `raised` is set. Raises their events. */
export async function replacePromotedTasks(tx: Tx, actor: EventActor, rows: readonly ReplacedTask[]): Promise<void> {
  await tx.rows(sql`
    update task t
    set version = t.version + r.raised::int,
        description = r.description,
        artifact_version_id = r.artifact_version_id,
        tags = array(select jsonb_array_elements_text(r.tags)),
        parameters = r.parameters,
        connections = r.connections,
        resources = r.resources,
        auto_upgradable = false,
        override_with_default_parameters = r.override_with_default_parameters,
        context_name = r.context_name,
        updated_at = now()
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (
      id uuid, raised boolean, description text, artifact_version_id uuid, tags jsonb, parameters jsonb, connections jsonb, resources jsonb,
      override_with_default_parameters boolean, context_name text)
    where t.id = r.id`);
  await raiseTaskEvents(tx, actor, 'updated', idsOfRows(rows));
}

/** Adds copies of run configurations, without their triggers. */
export const insertPromotedRunConfigs = (tx: Tx, rows: readonly PromotedRunConfig[]): Promise<unknown> =>
  tx.rows(sql`
    insert into task_run_config (task_id, runtime_type, engine_id, cluster_id, run_profile_id, parallel_execution_allowed, log_level, timeout_minutes, retry, context_name, kept)
    select r.id, c.runtime_type, r.engine, r.cluster, r.profile, c.parallel_execution_allowed, c.log_level, c.timeout_minutes, c.retry, c.context_name, c.kept - 'trigger'
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, engine uuid, cluster uuid, profile uuid)
    join task_run_config c on c.task_id = r.source`);

/** Adds copies of run configurations for dynamic engines. */
export const insertPromotedDynamicEngineRunConfigs = (tx: Tx, rows: readonly PromotedDynamicEngineRunConfig[]): Promise<unknown> =>
  tx.rows(sql`
    insert into task_dynamic_engine_run_config (task_id, run_profile_id, parallel_execution_allowed, log_level, timeout_minutes, lineage, retry, context_name)
    select r.id, r.profile, c.parallel_execution_allowed, c.log_level, c.timeout_minutes, c.lineage, c.retry, c.context_name
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, profile uuid)
    join task_dynamic_engine_run_config c on c.task_id = r.source`);
