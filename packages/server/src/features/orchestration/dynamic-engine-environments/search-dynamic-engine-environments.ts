import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { toDynamicEnvironmentJson } from './json.ts';
import { searchDynamicEnvironments } from './queries.ts';

/** Searches dynamic-engine environments. */
export const searchDynamicEngineEnvironments = endpoint('POST /orchestration/dynamic-engine-environments/search', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',
  transaction: 'read only',
  audit: 'none',

  async run({ actor, tx, body }) {
    const search = body ?? {};
    return { status: 200, body: toPage(await searchDynamicEnvironments(tx, actor, search), search, toDynamicEnvironmentJson) };
  },
});
