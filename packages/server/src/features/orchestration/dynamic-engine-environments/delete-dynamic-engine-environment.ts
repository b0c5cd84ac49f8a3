import { endpoint } from '../../../core/http/endpoint.ts';
import { lockAssignment } from '../../processing/dynamic-engines/index.ts';
import { deleteWithContent } from '../environments/index.ts';
import { lockDynamicEnvironment } from './access.ts';
import { requireUnassignedEnvironment } from './rules.ts';

/**
 * Deletes a dynamic-engine environment with all its content.
 * @rule dynamic-engine-environments.4.cascade
 */
export const deleteDynamicEngineEnvironment = endpoint('DELETE /orchestration/dynamic-engine-environments/{environmentId}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path, publish }) {
    const environment = await lockDynamicEnvironment(tx, actor, path.environmentId);

    requireUnassignedEnvironment(await lockAssignment(tx, environment.id));

    await deleteWithContent({ actor, tx, publish }, environment.id);
    return { status: 204 };
  },
});
