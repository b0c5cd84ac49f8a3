import { endpoint } from '../../../core/http/endpoint.ts';
import { Problem } from '../../../core/base/problem.ts';
import { exchangeOperatorKey, hasOperatorKeyExpired } from '../dynamic-engines/index.ts';
import { hasKeyExpired, exchangeKey } from '../remote-engines/index.ts';
import { toCredentialJson } from './json.ts';

/**
 * Pairs an engine, or the operator of a dynamic engine, by its key.
 * @rule remote-engines.pair.credential
 * @rule dynamic-engines.pair.credential
 */
export const pairEngine = endpoint('POST /engine/v1/pairing', {
  allow: 'public',

  async run({ tx, tokens, body }) {
    const keyHash = tokens.hash(body.preAuthorizedKey);
    const program = { keyHash, host: body.host ?? null, version: body.version };
    const ofEngine = tokens.create('engine');
    const engine = await exchangeKey(tx, { ...program, credentialHash: ofEngine.hash });
    if (engine) return { status: 200, body: { engineId: engine.id, name: engine.name, ...toCredentialJson(ofEngine.secret, engine) } };

    const ofOperator = tokens.create('dynamicEngine');
    const operator = await exchangeOperatorKey(tx, { ...program, credentialHash: ofOperator.hash });
    if (operator) {
      // Each report renews the credential.
      const term = { expires_at: operator.expires_at, renew_after: operator.expires_at };
      return { status: 200, body: { engineId: operator.id, name: operator.name, ...toCredentialJson(ofOperator.secret, term) } };
    }

    if (await hasKeyExpired(tx, keyHash))
      throw new Problem(401, 'engine_key_expired', 'The pairing key has expired: unpair the engine, which makes another key for it.');
    if (await hasOperatorKeyExpired(tx, keyHash))
      throw new Problem(
        401,
        'engine_key_expired',
        'The pairing key has expired: generate the package of the dynamic engine again, which contains another key.',
      );
    throw new Problem(
      401,
      'engine_key_refused',
      'The pairing key is unknown or was used before: for a new key, unpair the engine, or generate the package of the dynamic engine with generateNewPairingKey.',
    );
  },
});
