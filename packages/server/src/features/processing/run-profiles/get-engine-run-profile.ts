import { endpoint } from '../../../core/http/endpoint.ts';
import { findProfile } from './access.ts';
import { toRunProfileJson } from './json.ts';

/** Reads a run profile of an engine. */
export const getEngineRunProfile = endpoint('GET /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}', {
  allow: {
    anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_ENGINE_USE'],
  },

  async run({ actor, tx, path }) {
    return { status: 200, body: toRunProfileJson(await findProfile(tx, actor, { engine: path.engineId }, path.runProfileId)) };
  },
});
