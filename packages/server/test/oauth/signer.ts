/** Signs assertions of clients, also wrong ones. */
import { createHmac, generateKeyPairSync, sign, type JsonWebKey, type KeyPairKeyObjectResult } from 'node:crypto';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (): number => Math.floor(Date.now() / 1000);

/** A key with which a client signs. */
export type Signer = {
  jwk: JsonWebKey;
  /** Signs a good assertion, with changes of its claims and its header. */
  assertion(client: string, url: string, claims?: object, header?: object): string;
};

/** Makes a key at its first use, because most clients of the tests prove themselves without one. */
export function createSigner(): Signer {
  let pair: KeyPairKeyObjectResult | undefined;
  const keys = (): KeyPairKeyObjectResult => (pair ??= generateKeyPairSync('ec', { namedCurve: 'P-384' }));
  return {
    get jwk() {
      return { ...keys().publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'ES384', use: 'sig' };
    },
    assertion: (client, url, claims = {}, header = {}) => {
      const stated = { iss: client, sub: client, aud: `${url}/oauth/token`, jti: crypto.randomUUID(), exp: seconds() + 300, ...claims };
      const text = `${encode({ alg: 'ES384', kid: 'key', ...header })}.${encode(stated)}`;
      return `${text}.${sign('sha384', Buffer.from(text), { key: keys().privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
    },
  };
}

/** Replaces parts of a token, but keeps the signature. */
export function withHead(token: string, header: object, signature?: (text: string) => string): string {
  const [, body = '', old = ''] = token.split('.');
  const text = `${encode(header)}.${body}`;
  return `${text}.${signature ? signature(text) : old}`;
}

/** Makes a wrong assertion, by its name in the table of negative cases; undefined for an unknown name. */
export function wrongAssertion(name: string, client: string, url: string, signer: Signer): string | undefined {
  const assertion = (claims?: object, header?: object): string => signer.assertion(client, url, claims, header);
  const byPublicKey = (text: string) => createHmac('sha256', JSON.stringify(signer.jwk)).update(text).digest('base64url');
  const good = assertion();
  const makers: Readonly<Record<string, () => string>> = {
    tampered: () => `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`,
    'alg none': () => withHead(good, { alg: 'none', kid: 'key' }, () => ''),
    'HS256 by the public key': () => withHead(good, { alg: 'HS256', kid: 'key' }, byPublicKey),
    'another algorithm': () => assertion({}, { alg: 'RS256' }),
    'another key': () => createSigner().assertion(client, url),
    'unknown kid': () => assertion({}, { kid: 'unknown' }),
    'no kid': () => assertion({}, { kid: undefined }),
    'critical extension': () => assertion({}, { crit: ['exp'] }),
    'another iss': () => assertion({ iss: crypto.randomUUID() }),
    'another aud': () => assertion({ aud: 'https://other.example.com/oauth/token' }),
    'several aud': () => assertion({ aud: [url, 'https://other.example.com'] }),
    'no aud': () => assertion({ aud: undefined }),
    ended: () => assertion({ exp: seconds() - 60 }),
    'no exp': () => assertion({ exp: undefined }),
    'exp too far ahead': () => assertion({ exp: seconds() + 3600 }),
    'not yet valid': () => assertion({ nbf: seconds() + 120 }),
    'no jti': () => assertion({ jti: undefined }),
  };
  return makers[name]?.();
}
