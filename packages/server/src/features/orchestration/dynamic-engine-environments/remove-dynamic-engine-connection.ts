import { endpoint } from '../../../core/http/endpoint.ts';
import { lockAssignment, unassign } from '../../processing/dynamic-engines/index.ts';
import { lockDynamicEnvironment } from './access.ts';

/**
 * Removes the assignment of an environment. Repeating it during the removal changes nothing.
 * @rule dynamic-engine-environments.3.assigned
 */
export const removeDynamicEngineConnection = endpoint('DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path }) {
    const environment = await lockDynamicEnvironment(tx, actor, path.environmentId);
    const assignment = await lockAssignment(tx, environment.id);
    if (!assignment) return { status: 204 };

    await unassign(tx, actor, assignment);
    return { status: 202, wake: [assignment.dynamic_engine_id] };
  },
});
