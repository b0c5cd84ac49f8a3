import { endpoint } from '../../../core/http/endpoint.ts';
import type { Schema } from '@millrace/contract';

type Key = Schema<'JsonWebKeySet'>['keys'][number];

/** Lists the public keys of access tokens: the current key, the next ones, and keys that were replaced a short time ago. */
export const listSigningKeys = endpoint('GET /.well-known/jwks.json', {
  allow: 'public',
  transaction: 'none',

  async run({ signingKeys }) {
    const keys = (await signingKeys.all()).map(({ id, algorithm, publicJwk: { x = '', y = '' } }): Key => ({
      kid: id,
      kty: 'EC',
      crv: algorithm === 'ES384' ? 'P-384' : 'P-256',
      x,
      y,
      use: 'sig',
      alg: algorithm,
    }));
    return { status: 200, body: { keys } };
  },
});
