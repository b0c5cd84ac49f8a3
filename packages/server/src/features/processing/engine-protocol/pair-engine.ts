import { endpoint } from '../../../core/http/endpoint.ts';
import { Problem } from '../../../core/base/problem.ts';
import { hasKeyExpired, exchangeKey } from '../remote-engines/index.ts';
import { toCredentialJson } from './json.ts';

/**
 * Pairs an engine by its key.
 * @rule remote-engines.pair.credential
 */
export const pairEngine = endpoint('POST /engine/v1/pairing', {
  allow: 'public',

  async run({ tx, tokens, body }) {
    const { secret, hash } = tokens.create('engine');
    const keyHash = tokens.hash(body.preAuthorizedKey);
    const engine = await exchangeKey(tx, { keyHash, credentialHash: hash, host: body.host ?? null, version: body.version });
    if (!engine) {
      if (await hasKeyExpired(tx, keyHash))
        throw new Problem(401, 'engine_key_expired', 'The pairing key has run out: unpair the engine, which makes another key for it.');
      throw new Problem(
        401,
        'engine_key_refused',
        'The pairing key is unknown or was used before: unpair the engine, or create another one, for a new key.',
      );
    }
    return { status: 200, body: { engineId: engine.id, name: engine.name, ...toCredentialJson(secret, engine) } };
  },
});
