import { endpoint } from '../../../core/http/endpoint.ts';
import { storeNextCredential } from '../remote-engines/index.ts';
import { toCredentialJson } from './json.ts';
import { requireMayUnpair } from './rules.ts';

/**
 * Gives an engine its next credential. The current one stays valid until the next one is used, so that a lost answer does no harm.
 * @rule remote-engines.credential.renew
 */
export const renewEngineCredential = endpoint('POST /engine/v1/credential', {
  allow: 'engine',

  async run({ engine, tx, tokens }) {
    const { secret, hash } = tokens.create('engine');
    const term = await storeNextCredential(tx, engine.engineId, hash);

    requireMayUnpair(engine, term);

    return { status: 200, body: toCredentialJson(secret, term) };
  },
});
