import { endpoint } from '../../../core/http/endpoint.ts';
import { findDynamicEngine, READS_DYNAMIC_ENGINE } from './access.ts';
import { toDynamicEngineJson } from './json.ts';

/** Reads a dynamic engine. */
export const getDynamicEngine = endpoint('GET /processing/runtimes/dynamic-engines/{id}', {
  allow: READS_DYNAMIC_ENGINE,

  async run({ actor, tx, path }) {
    return { status: 200, body: toDynamicEngineJson(await findDynamicEngine(tx, actor, path.id)) };
  },
});
