import { endpoint } from '../../../core/endpoint.ts';
import { Problem } from '../../../core/problem.ts';
import { pair } from './queries.ts';

/**
 * Pairs an engine by its key.
 * @rule remote-engines.pair.credential
 */
export const pairEngine = endpoint('POST /engine/v1/pairing', {
  allow: 'public',

  async run({ tx, tokens, body }) {
    const { secret, hash } = tokens.create('engine');
    const engine = await pair(tx, {
      keyHash: tokens.hash(body.preAuthorizedKey),
      credentialHash: hash,
      host: body.host ?? null,
      version: body.version,
    });
    if (!engine)
      throw new Problem(401, 'engine_key_refused', 'The pairing key is unknown or was used before: create another engine for a new key.');
    return { status: 200, body: { engineId: engine.id, name: engine.name, credential: secret } };
  },
});
