import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { toBaseRunProfileJson } from './json.ts';
import { searchProfiles } from './queries.ts';

/** Lists the run profiles that the caller may see, by the filters of the body. */
export const searchRunProfiles = endpoint('POST /processing/run-profiles/search', {
  allow: {
    anyOf: ['SVC_CLUSTER_MANAGEMENT', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT', 'SVC_OPERATOR', 'SVC_ENGINE_USE'],
  },
  transaction: 'read only',

  async run({ actor, tx, body }) {
    return { status: 200, body: toPage(await searchProfiles(tx, actor, body), body, toBaseRunProfileJson) };
  },
});
