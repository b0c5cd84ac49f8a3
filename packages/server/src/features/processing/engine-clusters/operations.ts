import type { Schema } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { invalid } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { compileFiql } from '../../../core/http/fiql.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { moveTasksToCluster } from '../../orchestration/tasks/index.ts';
import {
  environmentWorkspaceSelectors,
  holdOwnWorkspace,
  lockRemoteEngine,
  READS_RUNTIMES,
  setCluster,
  toRuntimeFields,
} from '../remote-engines/index.ts';
import {
  clusterAvailability,
  type ClusterRow,
  copyProfiles,
  countClusterUses,
  findCluster,
  holdProfile,
  insertCluster,
  lockCluster,
  lockEngines,
  removeCluster,
  selectClusters,
  selectForeignTasks,
} from './rows.ts';
import {
  requireClusterUnused,
  requireEnvironment,
  requireMemberOf,
  requireNoCluster,
  requireNoForeignTask,
  requireWorkspace,
} from './rules.ts';

const selectors = {
  id: { column: sql`k.id`, type: 'uuid' },
  name: { column: sql`k.name`, type: 'text' },
  description: { column: sql`k.description`, type: 'text' },
  availability: { column: clusterAvailability, type: 'text' },
  ...environmentWorkspaceSelectors,
} as const;

/**
 * Lists the clusters that the caller may see, without their engines.
 * @rule engine-clusters.list.permission
 * @rule engine-clusters.list.filter
 */
export const listEngineClusters = endpoint('GET /processing/runtimes/remote-engine-clusters', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, query }) {
    const rows = await selectClusters(tx, actor, compileFiql(query._s, selectors));
    return { status: 200, body: rows.map(toBaseEngineJson) };
  },
});

/**
 * Creates a cluster of engines.
 * @rule engine-clusters.create.permission
 * @rule engine-clusters.create.environment
 */
export const createEngineCluster = endpoint('POST /processing/runtimes/remote-engine-clusters', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, body }) {
    const environment = await holdEnvironment(tx, actor, body.environmentId);
    const workspace = await holdOwnWorkspace(tx, environment.id, body.workspaceId);
    const engineIds = body.remoteEngines ?? [];
    const engines = await lockEngines(tx, environment.id, engineIds);

    const ids = engines.map((engine) => engine.id);

    requireEnvironment(engineIds, engines);
    requireNoCluster(engines);
    requireWorkspace(engines, workspace);
    if (workspace !== null) requireNoForeignTask(await selectForeignTasks(tx, ids, workspace));

    const id = newId();
    await insertCluster(tx, actor, { id, environment: environment.id, workspace }, body);
    await setCluster(tx, ids, id);
    await moveTasksToCluster(tx, ids, id, null);
    return { status: 201, body: toClusterJson(await findCluster(tx, actor, id)) };
  },
});

/** Reads a cluster with its engines. */
export const getEngineCluster = endpoint('GET /processing/runtimes/remote-engine-clusters/{clusterId}', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, path }) {
    return { status: 200, body: toClusterJson(await findCluster(tx, actor, path.clusterId)) };
  },
});

/** Deletes a cluster. Its engines stay, without a cluster. */
export const deleteEngineCluster = endpoint('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const cluster = await lockCluster(tx, actor, path.clusterId);

    requireClusterUnused(await countClusterUses(tx, cluster.id));

    await removeCluster(tx, cluster.id);
    return { status: 204 };
  },
});

/**
 * Adds an engine to a cluster and moves the tasks of the engine to the cluster. Changes nothing if the engine already belongs to it.
 * @rule engine-clusters.add.again
 * @rule engine-clusters.add.default
 * @rule engine-clusters.add.profile
 */
export const addClusterEngine = endpoint('PUT /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const cluster = await lockCluster(tx, actor, path.clusterId);
    const engine = await lockRemoteEngine(tx, actor, path.engineId);
    if (engine.cluster_id === cluster.id) return { status: 204 };

    requireEnvironment([engine.id], engine.environment_id === cluster.environment_id ? [engine] : []);
    requireNoCluster([engine]);
    requireWorkspace([engine], cluster.workspace_id);
    if (cluster.workspace_id !== null) requireNoForeignTask(await selectForeignTasks(tx, [engine.id], cluster.workspace_id));
    let profile: string | null = null;
    const { method, runProfileId } = body ?? {};
    if (method === 'CLUSTER_RUN_PROFILE') {
      profile = (await holdProfile(tx, cluster.id, runProfileId ?? ''))?.id ?? null;
      if (profile === null) throw invalid('reference_unknown', `The cluster has no run profile '${runProfileId ?? ''}'.`);
    }

    await setCluster(tx, [engine.id], cluster.id);
    if (method === 'DUPLICATE_RUN_PROFILES') await copyProfiles(tx, engine.id, cluster.id);
    await moveTasksToCluster(tx, [engine.id], cluster.id, profile);
    return { status: 204, wake: [cluster.environment_id] };
  },
});

/** Removes an engine from a cluster. Its running executions continue. */
export const removeClusterEngine = endpoint('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const cluster = await lockCluster(tx, actor, path.clusterId);
    const engine = await lockRemoteEngine(tx, actor, path.engineId);

    requireMemberOf(cluster.id, engine);

    await setCluster(tx, [engine.id], null);
    return { status: 204 };
  },
});

/** Converts a row to BaseEngine. */
const toBaseEngineJson = (row: ClusterRow): Schema<'BaseEngine'> => ({ ...toRuntimeFields(row), managed: false });

/** Converts a row to EngineCluster. */
const toClusterJson = (row: ClusterRow): Schema<'EngineCluster'> => ({ ...toBaseEngineJson(row), engines: row.engines });
