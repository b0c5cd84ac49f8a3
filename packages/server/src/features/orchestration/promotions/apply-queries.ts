/** The statements that write a promotion: one for each table, however many rows. What they copy never leaves the database. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import type { Changes } from './draft/changes.ts';
import { applyPlans } from './plan-queries.ts';
import { applyRunConfigs } from './run-config-queries.ts';
import { applyRuntimes } from './runtime-queries.ts';
import { applyTasks } from './task-queries.ts';

/** Writes all changes of a draft; what is named is there before what names it. */
export async function applyChanges(tx: Tx, environment: string, changes: Changes): Promise<void> {
  await insertWorkspaces(tx, environment, changes.workspaces);
  await applyRuntimes(tx, environment, changes);
  await insertArtifacts(tx, changes.artifacts);
  await insertVersions(tx, changes.versions);
  await insertConnections(tx, changes.connections);
  await insertParameters(tx, changes.parameters);
  await insertResources(tx, changes.resources);
  await updateResources(tx, changes.replacedResources);
  await applyTasks(tx, changes);
  await applyRunConfigs(tx, changes);
  await applyPlans(tx, changes);
}

/** @rule promotions.workspaces.owner */
const insertWorkspaces = (tx: Tx, environment: string, rows: Changes['workspaces']): Promise<unknown> =>
  tx.rows(sql`
    insert into workspace (id, tenant_id, environment_id, name, description, owner_id, type, protected_artifact_update)
    select r.id, w.tenant_id, ${environment}, w.name, w.description, w.owner_id, w.type, w.protected_artifact_update
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join workspace w on w.id = r.source`);

const insertArtifacts = (tx: Tx, rows: Changes['artifacts']): Promise<unknown> =>
  tx.rows(sql`
    insert into artifact (id, tenant_id, workspace_id, name, type)
    select r.id, a.tenant_id, r.workspace, a.name, a.type
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join artifact a on a.id = r.source`);

/**
 * The content is shared, and the moment of publication too: it orders the versions.
 * @rule promotions.artifacts.content
 */
const insertVersions = (tx: Tx, rows: Changes['versions']): Promise<unknown> =>
  tx.rows(sql`
    insert into artifact_version (
      id, artifact_id, version, publisher_id, publisher_login, publisher_type, marketplace_product, description, parameters, repository, layout,
      blob_hash, created_at)
    select r.id, r.artifact, v.version, v.publisher_id, v.publisher_login, v.publisher_type, v.marketplace_product, v.description, v.parameters,
           v.repository, v.layout, v.blob_hash, v.created_at
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, artifact uuid)
    join artifact_version v on v.id = r.source`);

const insertConnections = (tx: Tx, rows: Changes['connections']): Promise<unknown> =>
  tx.rows(sql`
    insert into connection (id, tenant_id, workspace_id, name, app)
    select r.id, c.tenant_id, r.workspace, c.name, c.app
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join connection c on c.id = r.source`);

/** A secret comes without its value: it is not even read. */
const insertParameters = (tx: Tx, rows: Changes['parameters']): Promise<unknown> =>
  tx.rows(sql`
    with r as (
      select r.connection, r.source, r.name, r.position
      from json_to_recordset(${json(rows)}::json) as r (connection uuid, source uuid, name text, position integer)
    ), changed as (
      update connection c
      set updated_at = now()
      where c.id in (select r.connection from r)
        and c.created_at <> now()
    )
    insert into connection_parameter (connection_id, name, position, encrypted, plain_value, secret_value)
    select r.connection, p.name, r.position, p.encrypted, p.plain_value, null
    from r
    join connection_parameter p on p.connection_id = r.source and p.name = r.name`);

const insertResources = (tx: Tx, rows: Changes['resources']): Promise<unknown> =>
  tx.rows(sql`
    insert into resource (id, tenant_id, workspace_id, name, description, file, blob_hash)
    select r.id, s.tenant_id, r.workspace, s.name, s.description, s.file, s.blob_hash
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join resource s on s.id = r.source`);

/** Content that is replaced is collected by the timer for leftovers: a job for each would be a statement for each. */
const updateResources = (tx: Tx, rows: Changes['replacedResources']): Promise<unknown> =>
  tx.rows(sql`
    update resource t
    set description = s.description,
        blob_hash = s.blob_hash,
        updated_at = now()
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid)
    join resource s on s.id = r.source
    where t.id = r.id`);
