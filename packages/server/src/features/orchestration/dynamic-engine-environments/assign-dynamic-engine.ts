import { endpoint } from '../../../core/http/endpoint.ts';
import { assign } from '../../processing/dynamic-engines/index.ts';
import { lockDynamicEnvironment } from './access.ts';

/**
 * Assigns an environment to a dynamic engine, whose operator completes it.
 * @rule dynamic-engine-environments.1.assign
 * @rule dynamic-engine-environments.2.accepted
 */
export const assignDynamicEngine = endpoint('POST /orchestration/dynamic-engine-environments/{environmentId}/connection', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, tokens, path, query }) {
    const environment = await lockDynamicEnvironment(tx, actor, path.environmentId);

    const { linkId, engine, existed } = await assign(tx, actor, tokens, environment.id, query.dynamicEngineId);
    const headers = { Location: linkId };
    return existed ? { status: 204, headers } : { status: 202, headers, wake: [engine] };
  },
});
