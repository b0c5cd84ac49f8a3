import { endpoint } from '../../../core/http/endpoint.ts';
import { changeDesiredState, lockAssignment } from '../../processing/dynamic-engines/index.ts';
import { renameEnvironment } from '../environments/index.ts';
import { findDynamicEnvironment, lockDynamicEnvironment } from './access.ts';
import { toDynamicEnvironmentJson } from './json.ts';
import { updateDynamicEnvironment } from './queries.ts';

/**
 * Changes a dynamic-engine environment. Its engine reads the change with the desired state.
 * @rule dynamic-engine-environments.change.nothing
 */
export const changeDynamicEngineEnvironment = endpoint('PUT /orchestration/dynamic-engine-environments/{environmentId}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const environment = await lockDynamicEnvironment(tx, actor, path.environmentId);
    const { name, description, logStrategy, metricsStrategy } = body;
    if ([name, description, logStrategy, metricsStrategy].every((value) => value === undefined)) return { status: 204 };

    if (name !== undefined || description !== undefined)
      await renameEnvironment(tx, actor, environment.id, { name: name?.trim(), description });
    await updateDynamicEnvironment(tx, actor, environment.id, {
      ...(logStrategy !== undefined && { logStrategy }),
      ...(metricsStrategy !== undefined && { metricsStrategy }),
    });
    const assignment = await lockAssignment(tx, environment.id);
    const engines = assignment ? [assignment.dynamic_engine_id] : [];
    await changeDesiredState(tx, engines);
    return { status: 200, body: toDynamicEnvironmentJson(await findDynamicEnvironment(tx, actor, environment.id)), wake: engines };
  },
});
