import { endpoint } from '../../../core/http/endpoint.ts';
import { findEnvironmentReport } from './access.ts';
import { toStatusJson } from './json.ts';

/** Reads the last report of the operator of a dynamic engine about an environment. */
export const getAssignedEnvironmentStatus = endpoint(
  'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status',
  {
    allow: { anyOf: ['SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ', 'SVC_ENVIRONMENT_MANAGEMENT'] },

    async run({ actor, tx, path }) {
      return { status: 200, body: toStatusJson(await findEnvironmentReport(tx, actor, path.dynamicEngineId, path.environmentId)) };
    },
  },
);
