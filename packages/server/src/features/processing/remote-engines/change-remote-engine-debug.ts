import { endpoint } from '../../../core/http/endpoint.ts';
import { findRemoteEngine, lockRemoteEngine } from './access.ts';
import { toEngineJson } from './json.ts';
import { changeDebug } from './queries.ts';
import { debugOf } from './rules.ts';

/** Changes the debug settings of an engine. */
export const changeRemoteEngineDebug = endpoint('PUT /processing/runtimes/remote-engines/{remoteEngineId}/debug', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const engine = await lockRemoteEngine(tx, actor, path.remoteEngineId);

    await changeDebug(tx, engine.id, debugOf(body));
    return { status: 200, body: toEngineJson(await findRemoteEngine(tx, actor, engine.id)) };
  },
});
