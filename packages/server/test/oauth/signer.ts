/** Signs assertions of clients, also wrong ones. */
import { createHmac, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (): number => Math.floor(Date.now() / 1000);

/** A key with which a client signs. */
export type Signer = {
  jwk: JsonWebKey;
  /** Signs a good assertion, with changes of its claims and its header. */
  assertion(client: string, url: string, claims?: object, header?: object): string;
};

/** Makes a key. */
export function createSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'ES384', use: 'sig' },
    assertion: (client, url, claims = {}, header = {}) => {
      const stated = { iss: client, sub: client, aud: `${url}/oauth/token`, jti: crypto.randomUUID(), exp: seconds() + 300, ...claims };
      const text = `${encode({ alg: 'ES384', kid: 'key', ...header })}.${encode(stated)}`;
      return `${text}.${sign('sha384', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
    },
  };
}

/** Replaces parts of a token, but keeps the signature. */
export function withHead(token: string, header: object, signature?: (text: string) => string): string {
  const [, body = '', old = ''] = token.split('.');
  const text = `${encode(header)}.${body}`;
  return `${text}.${signature ? signature(text) : old}`;
}

/** The wrong assertions, by their names in the table of negative cases. */
export function wrongAssertions(client: string, url: string, { assertion, jwk }: Signer): Record<string, string> {
  const good = assertion(client, url);
  const byPublicKey = (text: string) => createHmac('sha256', JSON.stringify(jwk)).update(text).digest('base64url');
  return {
    tampered: `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`,
    'alg none': withHead(good, { alg: 'none', kid: 'key' }, () => ''),
    'HS256 by the public key': withHead(good, { alg: 'HS256', kid: 'key' }, byPublicKey),
    'another algorithm': assertion(client, url, {}, { alg: 'RS256' }),
    'another key': createSigner().assertion(client, url),
    'unknown kid': assertion(client, url, {}, { kid: 'unknown' }),
    'no kid': assertion(client, url, {}, { kid: undefined }),
    'critical extension': assertion(client, url, {}, { crit: ['exp'] }),
    'another iss': assertion(client, url, { iss: crypto.randomUUID() }),
    'another aud': assertion(client, url, { aud: 'https://other.example.com/oauth/token' }),
    'several aud': assertion(client, url, { aud: [url, 'https://other.example.com'] }),
    'no aud': assertion(client, url, { aud: undefined }),
    ended: assertion(client, url, { exp: seconds() - 60 }),
    'no exp': assertion(client, url, { exp: undefined }),
    'exp too far ahead': assertion(client, url, { exp: seconds() + 3600 }),
    'not yet valid': assertion(client, url, { nbf: seconds() + 120 }),
    'no jti': assertion(client, url, { jti: undefined }),
  };
}
