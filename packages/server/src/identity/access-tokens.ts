/** Access tokens: JWTs (RFC 7519, RFC 9068) that the install signs and checks itself. */
import { sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { nowMilliseconds } from '../core/base/clock.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** What a token of a service account states: the account, its tenant, and the id of the secret with which the token was requested. */
export type ServiceAccountClaims = { account: string; tenant: string; secretId: string };

/** A token, and the seconds for which it is valid. */
export type IssuedToken = { token: string; seconds: number };

const TOKEN_SECONDS = 1800;

const ALGORITHM = 'ES384';
const TYPE = 'at+jwt';
/** 96 bytes in base64url. The decoder would ignore other characters, so one token would have many spellings. */
const SIGNATURE = /^[\w-]{128}$/;
/** Longer than any token of the install. */
const MOST_CHARACTERS = 2048;
/** Checked tokens in the memory of a process: a check of a signature costs a thousand times as much as a look into the memory. */
const MOST_KNOWN = 10_000;

const signAsync = promisify(sign);
const verifyAsync = promisify(verify);
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Known = { claims: ServiceAccountClaims; expiresAt: number };

/** Issues and checks the tokens of service accounts. */
export class AccessTokens {
  readonly #keys: SigningKeys;
  readonly #issuer: () => string;
  /** By token, the oldest first. */
  readonly #known = new Map<string, Known>();

  constructor(keys: SigningKeys, issuer: () => string) {
    this.#keys = keys;
    this.#issuer = issuer;
  }

  /**
   * Issues a token.
   * @rule service-accounts.token.lifetime
   */
  async issue({ account, tenant, secretId }: ServiceAccountClaims): Promise<IssuedToken> {
    const key = await this.#keys.current();
    const issuedAt = Math.floor(nowMilliseconds() / 1000);
    const issuer = this.#issuer();
    const claims = { iss: issuer, aud: issuer, sub: account, client_id: account, tenant, secret_id: secretId, jti: crypto.randomUUID() };
    const times = { iat: issuedAt, exp: issuedAt + TOKEN_SECONDS };
    const text = `${encode({ alg: ALGORITHM, typ: TYPE, kid: key.id })}.${encode({ ...claims, ...times })}`;
    const signature = await signAsync('sha384', Buffer.from(text), { key: key.privateKey(), dsaEncoding: 'ieee-p1363' });
    return { token: `${text}.${signature.toString('base64url')}`, seconds: TOKEN_SECONDS };
  }

  /**
   * Checks a token: its form, its signature by a key of the install, and its end. Returns undefined for any other text.
   * @rule service-accounts.token.check
   */
  async check(token: string): Promise<ServiceAccountClaims | undefined> {
    const known = this.#known.get(token) ?? (await this.#verify(token));
    if (!known) return undefined;
    if (known.expiresAt <= nowMilliseconds()) {
      this.#known.delete(token);
      return undefined;
    }
    this.#remember(token, known);
    return known.claims;
  }

  async #verify(token: string): Promise<Known | undefined> {
    const [head = '', body = '', signature = '', ...more] = token.split('.');
    if (token.length > MOST_CHARACTERS || more.length > 0 || !SIGNATURE.test(signature)) return undefined;
    const { alg, typ, kid, ...others } = decode(head);
    // The algorithm is never chosen by the token, and extensions ("crit") are unknown.
    if (alg !== ALGORITHM || typ !== TYPE || typeof kid !== 'string' || Object.keys(others).length > 0) return undefined;
    const key: SigningKey | undefined = await this.#keys.find(kid);
    const options = key && { key: key.publicKey, dsaEncoding: 'ieee-p1363' as const };
    if (!options || !(await verifyAsync('sha384', Buffer.from(`${head}.${body}`), options, Buffer.from(signature, 'base64url'))))
      return undefined;
    // The issuer is not compared: the key belongs to this install alone, and the install may have several addresses.
    const { sub, tenant, secret_id: secretId, exp } = decode(body);
    if (typeof sub !== 'string' || typeof tenant !== 'string' || typeof secretId !== 'string' || typeof exp !== 'number') return undefined;
    return { claims: { account: sub, tenant, secretId }, expiresAt: exp * 1000 };
  }

  #remember(token: string, known: Known): void {
    if (this.#known.has(token)) return;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(token, known);
  }
}

/** Decodes a part of a token; an empty object for anything but a JSON object. */
function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
