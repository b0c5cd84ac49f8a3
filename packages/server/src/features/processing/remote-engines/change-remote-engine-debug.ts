import { endpoint } from '../../../core/http/endpoint.ts';
import { findEngine, lockEngine } from './access.ts';
import { toEngineJson } from './json.ts';
import { changeDebug } from './queries.ts';
import { debugOf } from './rules.ts';

/** Turns the debugging of an engine on or off. */
export const changeRemoteEngineDebug = endpoint('PUT /processing/runtimes/remote-engines/{remoteEngineId}/debug', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, path, body }) {
    const engine = await lockEngine(tx, actor, path.remoteEngineId);

    await changeDebug(tx, engine.id, debugOf(body));
    return { status: 200, body: toEngineJson(await findEngine(tx, actor, engine.id)) };
  },
});
