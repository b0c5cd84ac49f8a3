import { endpoint } from '../../../core/http/endpoint.ts';
import { findEngineReport, READS_DYNAMIC_ENGINE } from './access.ts';
import { toStatusJson } from './json.ts';

/** Reads the last report of the operator of a dynamic engine about its own services. */
export const getDynamicEngineStatus = endpoint('GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/infra/status', {
  allow: READS_DYNAMIC_ENGINE,

  async run({ actor, tx, path }) {
    return { status: 200, body: toStatusJson(await findEngineReport(tx, actor, path.dynamicEngineId)) };
  },
});
