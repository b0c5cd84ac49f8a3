/** The statements that write the tasks of a promotion. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Changes } from './draft/changes.ts';

/** Adds and replaces tasks. */
export async function applyTasks(tx: Tx, { tasks, replacedTasks }: Changes): Promise<void> {
  await insertTasks(tx, tasks);
  await updateTasks(tx, replacedTasks);
}

const insertTasks = (tx: Tx, rows: Changes['tasks']): Promise<unknown> =>
  tx.rows(sql`
    insert into task (
      id, tenant_id, workspace_id, name, description, artifact_version_id, tags, parameters, connections, resources, auto_upgradable,
      override_with_default_parameters)
    select r.id, w.tenant_id, w.id, r.name, r.description, r."artifactVersion", array(select jsonb_array_elements_text(r.tags)), r.parameters,
           r.connections, r.resources, false, r."overrideWithDefaultParameters"
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (
      id uuid, workspace uuid, name text, description text, "artifactVersion" uuid, tags jsonb, parameters jsonb, connections jsonb,
      resources jsonb, "overrideWithDefaultParameters" boolean)
    join workspace w on w.id = r.workspace`);

/** A version rises when the artifact, parameters, connections or resources change. */
const updateTasks = (tx: Tx, rows: Changes['replacedTasks']): Promise<unknown> =>
  tx.rows(sql`
    update task t
    set version = t.version + r.raised::int,
        description = r.description,
        artifact_version_id = r."artifactVersion",
        tags = array(select jsonb_array_elements_text(r.tags)),
        parameters = r.parameters,
        connections = r.connections,
        resources = r.resources,
        auto_upgradable = false,
        override_with_default_parameters = r."overrideWithDefaultParameters",
        updated_at = now()
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (
      id uuid, raised boolean, description text, "artifactVersion" uuid, tags jsonb, parameters jsonb, connections jsonb, resources jsonb,
      "overrideWithDefaultParameters" boolean)
    where t.id = r.id`);
