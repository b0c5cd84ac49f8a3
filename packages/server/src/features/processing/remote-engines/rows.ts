/** The statements about engines. Each one that finds or locks an engine checks the tenant. */
import type { Schema } from '@millrace/contract';
import { idsOfRows } from '../../../core/base/id.ts';
import { requireFound, invalid } from '../../../core/base/problem.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { environmentObject, type EnvironmentRow, managesTenant } from '../../orchestration/environments/index.ts';
import { type PromotedCopy, type WorkspaceObject, workspaceObject } from '../../orchestration/workspaces/index.ts';
import { holdsRight, inTenant } from '../../security/held/index.ts';
import { availability, type EngineIllness, illness } from '../task-executions/index.ts';
import { raiseEngineEvents } from './events.ts';
import { KEY_DAYS } from './pairing.ts';
import { debugOf, typesOf } from './rules.ts';

/** The columns that engines and clusters have in common. */
export type RuntimeRow = {
  id: string;
  name: string;
  description: string | null;
  runtime_id: string;
  availability: Schema<'Availability'>;
  created_at: Date;
  updated_at: Date;
  environment: EnvironmentRow;
  workspace: WorkspaceObject | null;
};

/** The environment and the workspace of `RuntimeRow`, for statements with `runtimeJoins`. */
export const environmentWorkspaceColumns: Sql = sql`
  ${environmentObject} as environment, case when w.id is not null then ${workspaceObject} end as workspace`;

/** Builds the joins that `environmentWorkspaceColumns` needs beside the table of engines or clusters. */
export const runtimeJoins = (table: Sql): Sql => sql`
  join environment e on e.id = ${table}.environment_id
  left join workspace w on w.id = ${table}.workspace_id
  left join account o on o.id = w.owner_id`;

/** The selectors of the filters for the environment and the workspace, for statements with `runtimeJoins`. */
export const environmentWorkspaceSelectors = {
  'workspace.id': { column: sql`w.id`, type: 'uuid' },
  'workspace.name': { column: sql`w.name`, type: 'text' },
  'environment.id': { column: sql`e.id`, type: 'uuid' },
  'environment.name': { column: sql`e.name`, type: 'text' },
  'workspace.environment.id': { column: sql`e.id`, type: 'uuid' },
  'workspace.environment.name': { column: sql`e.name`, type: 'text' },
} as const;

/** The row of an engine. */
export type EngineRow = RuntimeRow & {
  managed: boolean;
  debug: Schema<'EngineDebug'> | null;
  esb_compatibility_version: string | null;
  paired: boolean;
  run_profile_types: Schema<'RuntimeProfileType'>[];
  cluster_id: string | null;
  isolation: Schema<'Isolation'> | null;
  javas: number[] | null;
  illness: EngineIllness | null;
  program_version: string | null;
};

/** The columns of `EngineRow` except environment and workspace, for statements with the alias `g`. */
const engineColumns: Sql = sql`
  g.id, g.name, g.description, g.runtime_id, g.managed, g.debug, g.esb_compatibility_version, g.paired_at is not null as paired,
  g.run_profile_types, g.cluster_id, ${availability} as availability, g.isolation, g.javas, ${illness} as illness, g.program_version,
  g.created_at, g.updated_at`;

/** The permissions for reading engines, clusters and run profiles; one of them is enough. */
export const READS_RUNTIMES = {
  anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_ENGINE_USE'],
} as const;

/**
 * Builds the condition that the actor may see a row of a table of engines, clusters or run profiles. Managers see all rows of their tenant. Other
 * actors need VIEW on the workspace `owner`, or on any workspace of the environment if `owner` is null.
 */
export function visibleRuntimes(actor: Actor, table: Sql, owner = sql`${table}.workspace_id`): Sql {
  const tenant = sql`${table}.tenant_id = ${actor.tenant}`;
  if (managesTenant(actor) || actor.permissions.has('SVC_RUN_PROFILE_MANAGEMENT')) return tenant;
  return sql`${tenant} and exists (
    select from workspace w
    where w.environment_id = ${table}.environment_id
      and w.id = coalesce(${owner}, w.id)
      and ${holdsRight(actor, 'VIEW')})`;
}

/**
 * Builds the condition that the actor may see the engine `g`. Agents of dynamic engines are in no list.
 * @rule remote-engines.list.visible
 * @rule remote-engines.list.workspace
 * @rule dynamic-engines.agent.hidden
 */
const visibleEngines = (actor: Actor): Sql => sql`${visibleRuntimes(actor, sql`g`)} and not g.is_agent`;

/** Selects the visible engines that meet a condition, ordered by name. */
export const selectRemoteEngines = (tx: Tx, actor: Actor, condition: Sql): Promise<EngineRow[]> =>
  tx.rows(sql`
    select ${engineColumns}, ${environmentWorkspaceColumns}
    from engine g
    ${runtimeJoins(sql`g`)}
    where ${visibleEngines(actor)}
      and ${condition}
    order by g.name, g.id`);

/** Finds an engine that the actor may see. */
export async function findRemoteEngine(tx: Tx, actor: Actor, id: string): Promise<EngineRow> {
  const [row] = await selectRemoteEngines(tx, actor, sql`g.id = ${id}`);
  return requireFound(row, 'Remote engine', id);
}

/** A locked engine. */
type LockedEngine = {
  id: string;
  name: string;
  environment_id: string;
  workspace_id: string | null;
  cluster_id: string | null;
  managed: boolean;
};

const enginesOfTenant = inTenant({ noun: 'Remote engine', table: sql`engine`, alias: sql`g`, also: () => sql`not g.is_agent` });

/** Locks an engine of the actor's tenant for a change. */
export const lockRemoteEngine = (tx: Tx, actor: Actor, id: string): Promise<LockedEngine> =>
  enginesOfTenant.lock(tx, actor, id, { columns: sql`g.id, g.name, g.environment_id, g.workspace_id, g.cluster_id, g.managed` });

/** Adds an engine that waits to be paired. Only the hash of its key is stored. Raises its event. */
export async function insertEngine(
  tx: Tx,
  actor: Actor,
  { id, environment, workspace, keyHash }: { id: string; environment: string; workspace: string | null; keyHash: Buffer },
  sent: Schema<'EngineRequest'>,
): Promise<void> {
  await tx.rows(sql`
    insert into engine (
      id, tenant_id, environment_id, workspace_id, runtime_id, name, description, debug, esb_compatibility_version, run_profile_types,
      pairing_key_hash, pairing_key_expires_at)
    values (
      ${id}, ${actor.tenant}, ${environment}, ${workspace}, ${crypto.randomUUID()}, ${sent.name.trim()}, ${sent.description ?? null},
      ${json(sent.debug && debugOf(sent.debug))}, ${sent.esbCompatibilityVersion ?? null}, ${typesOf(sent.runProfiles)}, ${keyHash},
      now() + make_interval(days => ${KEY_DAYS}))`);
  await raiseEngineEvents(tx, actor, 'created', [id]);
}

/**
 * Returns the workspace to which a new engine or cluster belongs, or null if the request names none. Refuses a workspace outside of the environment,
 * and prevents the deletion of the workspace until the transaction ends.
 * @rule engine-clusters.create.workspace
 * @rule remote-engines.create.workspace
 */
export async function holdOwnWorkspace(tx: Tx, environment: string, named: string | null | undefined): Promise<string | null> {
  if (!named) return null;
  const exists = await tx.any(sql`
    select id
    from workspace
    where id::text = ${named}
      and environment_id = ${environment}
    for key share`);
  if (!exists) throw invalid('workspace_outside_environment', `The environment has no workspace '${named}'.`);
  return named;
}

/** Counts the tasks that are set to run on the engine, and the executions that it holds or that wait for it. */
export const countEngineUses = (tx: Tx, id: string): Promise<{ tasks: number; executions: number }> =>
  tx.only(sql`
    select (select count(*) from task_run_config where engine_id = ${id}) as tasks,
           (select count(*)
            from live_execution
            where engine_id = ${id}
               or target_id = ${id}) as executions`);

/**
 * Deletes an engine, and its credential with it. Raises its event.
 * @rule remote-engines.delete.credential
 */
export async function removeEngine(tx: Tx, actor: EventActor, id: string): Promise<void> {
  await raiseEngineEvents(tx, actor, 'deleted', [id]);
  await tx.rows(sql`
    delete from engine
    where id = ${id}`);
}

/**
 * Changes the debug settings of an engine. Settings that are left out stay.
 * @rule remote-engines.debug.left-out
 */
export const changeDebug = (tx: Tx, id: string, debug: Schema<'EngineDebug'>): Promise<unknown> =>
  tx.rows(sql`
    update engine
    set debug = coalesce(debug, '{}') || ${json(debug)}::jsonb,
        updated_at = now()
    where id = ${id}`);

/** Sets the cluster of engines. Null removes them from their cluster. */
export const setCluster = (tx: Tx, engines: readonly string[], cluster: string | null): Promise<unknown> =>
  tx.rows(sql`
    update engine
    set cluster_id = ${cluster},
        updated_at = now()
    where id = any (${[...engines]})`);

/** The copy of an engine or a cluster, with its workspace if it belongs to one. */
export type PromotedRuntime = PromotedCopy & { workspace: string | null };

/** Adds copies of engines to an environment. They are not paired. Raises their events. */
export async function insertPromotedEngines(
  tx: Tx,
  actor: EventActor,
  environment: string,
  rows: readonly PromotedRuntime[],
): Promise<void> {
  await tx.rows(sql`
    insert into engine (
      id, tenant_id, environment_id, workspace_id, runtime_id, name, description, esb_compatibility_version, run_profile_types)
    select r.id, g.tenant_id, ${environment}, r.workspace, gen_random_uuid(), g.name, g.description, g.esb_compatibility_version,
           g.run_profile_types
    from json_to_recordset(${json(rows)}::json) as r (id uuid, source uuid, workspace uuid)
    join engine g on g.id = r.source`);
  await raiseEngineEvents(tx, actor, 'created', idsOfRows(rows));
}
