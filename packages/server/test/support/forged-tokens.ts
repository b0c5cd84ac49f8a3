/** ID tokens that are valid except for some parts, and the documents of a provider that signs them. */
import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { ServerResponse } from 'node:http';

type Pair = { privateKey: KeyObject; publicKey: KeyObject };
const [own, other] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as [Pair, Pair];

/** Signs the text of a token. */
export type Signer = (text: string) => string;

/** Signs with a key. */
const rsa =
  (key: KeyObject): Signer =>
  (text) =>
    sign('sha256', Buffer.from(text), key).toString('base64url');

/** Signs with a secret. */
export const hmac =
  (secret: string | Buffer): Signer =>
  (text) =>
    createHmac('sha256', secret).update(text).digest('base64url');

/** Signs with a key that is not the one of the provider. */
export const signedByStranger = rsa(other.privateKey);

/** The public key of the provider as a text. */
export const PUBLIC_KEY = own.publicKey.export({ format: 'pem', type: 'spki' });

/** The keys of the provider. */
export const JWKS = { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' }] };

/** The discovery document of the provider. */
export const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
});

/** The parts of an ID token, or of the answer with it, that are wrong. */
export type Forged = { header?: object; claims?: Record<string, unknown>; signer?: Signer; sent?: (token: string) => object };

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The answer of the token endpoint. */
export function tokenAnswer(
  issuer: string,
  nonce: string,
  { header = {}, claims = {}, signer = rsa(own.privateKey), sent }: Forged,
): object {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: issuer, aud: 'millrace', sub: 'forged', iat: now, exp: now + 60, nonce, email: 'forged@example.com', ...claims };
  const text = `${encoded({ alg: 'RS256', kid: 'first', ...header })}.${encoded(payload)}`;
  const token = `${text}.${signer(text)}`;
  return sent ? sent(token) : { access_token: 'an access token', token_type: 'Bearer', id_token: token };
}

/** Sends JSON. */
export const sendJson = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
