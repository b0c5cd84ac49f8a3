import { Readable } from 'node:stream';
import { endpoint } from '../../../core/http/endpoint.ts';
import { endLeases } from '../task-executions/index.ts';
import { lockEngine } from './access.ts';
import { newPairingKey } from './pairing-key.ts';
import { unpair } from './queries.ts';
import { isNotBuiltIn } from './rules.ts';

/**
 * Unpairs an engine and shows the key that pairs it again this once, as plain text.
 * @rule remote-engines.unpair.key
 * @rule remote-engines.unpair.executions
 */
export const unpairRemoteEngine = endpoint('DELETE /processing/runtimes/remote-engines/{id}/pairing', {
  allow: 'SVC_CLUSTER_MANAGEMENT',

  async run({ actor, tx, tokens, path }) {
    const engine = await lockEngine(tx, actor, path.id);

    isNotBuiltIn(engine);

    const key = newPairingKey();
    await unpair(tx, engine.id, tokens.hash(key));
    await endLeases(tx, engine.id);
    return { status: 200, stream: Readable.from([key]), contentType: 'text/plain; charset=utf-8' };
  },
});
