import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import { endLeases } from '../task-executions/index.ts';
import { lockRemoteEngine } from './access.ts';
import { newPairingKey } from './pairing-key.ts';
import { unpairEngine } from './queries.ts';
import { requireUnpairable } from './rules.ts';

/**
 * Unpairs an engine. Returns the key that pairs it again, as plain text; no other answer contains it.
 * @rule remote-engines.unpair.key
 * @rule remote-engines.unpair.executions
 */
export const unpairRemoteEngine = endpoint('DELETE /processing/runtimes/remote-engines/{id}/pairing', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, tokens, path }) {
    const engine = await lockRemoteEngine(tx, actor, path.id);

    requireUnpairable(engine);

    const key = newPairingKey();
    await unpairEngine(tx, engine.id, tokens.hash(key));
    await endLeases(tx, engine.id);
    return { status: 200, stream: Readable.from([key]), contentType: 'text/plain; charset=utf-8' };
  },
});
