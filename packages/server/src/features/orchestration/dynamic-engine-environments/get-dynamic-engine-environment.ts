import { endpoint } from '../../../core/http/endpoint.ts';
import { findDynamicEnvironment } from './access.ts';
import { toDynamicEnvironmentJson } from './json.ts';

/** Reads a dynamic-engine environment. */
export const getDynamicEngineEnvironment = endpoint('GET /orchestration/dynamic-engine-environments/{environmentId}', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, path }) {
    return { status: 200, body: toDynamicEnvironmentJson(await findDynamicEnvironment(tx, actor, path.environmentId)) };
  },
});
