import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { holdOwnWorkspace, setCluster } from '../remote-engines/index.ts';
import { findCluster } from './access.ts';
import { toClusterJson } from './json.ts';
import { moveTasksToCluster } from '../../orchestration/tasks/index.ts';
import { insertCluster, lockEngines, selectForeignTasks } from './queries.ts';
import { requireEnvironment, requireNoCluster, requireNoForeignTask, requireWorkspace } from './rules.ts';

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
    await insertCluster(tx, {
      id,
      tenant: actor.tenant,
      environment: environment.id,
      workspace,
      name: body.name.trim(),
      description: body.description ?? null,
    });
    await setCluster(tx, ids, id);
    await moveTasksToCluster(tx, ids, id, null);
    return { status: 201, body: toClusterJson(await findCluster(tx, actor, id)) };
  },
});
