import { endpoint } from '../../../core/http/endpoint.ts';
import { READS_RUNTIMES, findRemoteEngine } from './access.ts';
import { toEngineJson } from './json.ts';

/** Reads an engine. */
export const getRemoteEngine = endpoint('GET /processing/runtimes/remote-engines/{id}', {
  allow: READS_RUNTIMES,

  async run({ actor, tx, path }) {
    return { status: 200, body: toEngineJson(await findRemoteEngine(tx, actor, path.id)) };
  },
});
