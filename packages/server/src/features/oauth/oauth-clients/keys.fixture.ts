/** Public keys for tests of OAuth clients. */
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';

type Key = JsonWebKey & { kid: string; alg: string; use: string };

/** Makes a public RSA key. */
export const rsaKey = (kid: string, modulusLength = 2048): Key => ({
  ...generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' }),
  kid,
  alg: 'RS256',
  use: 'sig',
});

/** Makes a public EC key. */
export const ecKey = (kid: string, namedCurve = 'P-384'): Key => ({
  ...generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }),
  kid,
  alg: 'ES384',
  use: 'sig',
});
