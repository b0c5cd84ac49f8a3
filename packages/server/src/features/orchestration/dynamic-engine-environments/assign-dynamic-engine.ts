import { endpoint } from '../../../core/http/endpoint.ts';
import { assign } from '../../processing/dynamic-engines/index.ts';
import { lockDynamicEnvironment } from './access.ts';

/**
 * Assigns an environment to a dynamic engine, whose operator completes it. A repeated request is answered 202 until then, and 204 afterwards.
 * @rule dynamic-engine-environments.1.assign
 * @rule dynamic-engine-environments.2.accepted
 * @rule dynamic-engine-environments.2.pending
 */
export const assignDynamicEngine = endpoint('POST /orchestration/dynamic-engine-environments/{environmentId}/connection', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, tokens, path, query }) {
    const environment = await lockDynamicEnvironment(tx, actor, path.environmentId);

    const { linkId, engine, existed, pending } = await assign(tx, actor, tokens, environment.id, query.dynamicEngineId);
    const headers = { Location: linkId };
    if (!existed) return { status: 202, headers, wake: [engine] };
    return pending ? { status: 202, headers } : { status: 204, headers };
  },
});
