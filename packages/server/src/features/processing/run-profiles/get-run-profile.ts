import { endpoint } from '../../../core/http/endpoint.ts';
import { findProfile } from './access.ts';
import { toRunProfileJson } from './json.ts';

/** Reads a run profile of an engine, cluster or environment. */
export const getRunProfile = endpoint('GET /processing/run-profiles/{id}', {
  allow: {
    anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_ENGINE_USE'],
  },

  async run({ actor, tx, path }) {
    return { status: 200, body: toRunProfileJson(await findProfile(tx, actor, 'anywhere', path.id)) };
  },
});
