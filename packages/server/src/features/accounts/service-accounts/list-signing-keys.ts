import { endpoint } from '../../../core/http/endpoint.ts';
import type { Schema } from '@millrace/contract';

type Key = Schema<'JsonWebKeySet'>['keys'][number];

/** Lists the public keys with which access tokens are signed, now or soon or a short time ago. */
export const listSigningKeys = endpoint('GET /.well-known/jwks.json', {
  allow: 'public',
  transaction: 'none',

  async run({ signingKeys }) {
    const keys = (await signingKeys.all()).map(({ id, publicJwk: { x = '', y = '' } }): Key => ({
      kid: id,
      kty: 'EC',
      crv: 'P-384',
      x,
      y,
      use: 'sig',
      alg: 'ES384',
    }));
    return { status: 200, body: { keys } };
  },
});
