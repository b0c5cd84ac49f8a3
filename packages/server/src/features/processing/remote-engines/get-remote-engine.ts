import { endpoint } from '../../../core/http/endpoint.ts';
import { findRemoteEngine } from './access.ts';
import { toEngineJson } from './json.ts';

/** Reads an engine. */
export const getRemoteEngine = endpoint('GET /processing/runtimes/remote-engines/{id}', {
  allow: {
    anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_ENGINE_USE'],
  },

  async run({ actor, tx, path }) {
    return { status: 200, body: toEngineJson(await findRemoteEngine(tx, actor, path.id)) };
  },
});
