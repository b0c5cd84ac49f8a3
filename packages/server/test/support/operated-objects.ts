/** A dynamic engine with an assigned environment, for tests of all operations. */
import { assignTo, standInOperator } from './operator.ts';
import type { TestServer } from './server.ts';

/** Creates the engine and the environment, and returns the credential of the operator and the paths with the ids. */
export async function operatedObjects(server: TestServer) {
  const operator = await standInOperator(server);
  const environmentId = await server.make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  await operator.reportAll('RUNNING');
  const [engines, environments] = ['/processing/runtimes/dynamic-engines', '/orchestration/dynamic-engine-environments'];
  const assigned = { dynamicEngineId: operator.id, environmentId };
  return {
    operator: operator.credential,
    paths: {
      [`${engines}/{id}`]: { id: operator.id },
      [`${engines}/{dynamicEngineId}/infra/status`]: { dynamicEngineId: operator.id },
      [`${engines}/{dynamicEngineId}/actions/generate-manifest`]: { dynamicEngineId: operator.id },
      [`${engines}/{dynamicEngineId}/actions/generate-helm`]: { dynamicEngineId: operator.id },
      [`${engines}/{dynamicEngineId}/environments/{environmentId}`]: assigned,
      [`${engines}/{dynamicEngineId}/environments/{environmentId}/status`]: assigned,
      [`${environments}/{environmentId}`]: { environmentId },
      [`${environments}/{environmentId}/connection`]: { environmentId },
    },
  };
}
