/** Access tokens: JWTs (RFC 7519, RFC 9068) that the install signs and checks itself, and their claims. */
import { sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { nowMilliseconds } from '../core/base/clock.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** The claims of a token of a service account: the account, its tenant, and the id of the secret with which the token was requested. */
export type ServiceAccountClaims = { account: string; tenant: string; secretId: string };

/** The claims of a token of an OAuth client. Times are Unix times in seconds. */
export type OauthClaims = {
  /** The id of the token. */
  id: string;
  account: string;
  tenant: string;
  client: string;
  scopes: readonly string[];
  /** The grant of a person; undefined for tokens that a client gets without a person. */
  grant: string | undefined;
  /** The time of the person's sign-in; undefined without a person. */
  authenticatedAt: number | undefined;
  expiresAt: number;
};

/** The claims of a token. */
type AccessClaims = ServiceAccountClaims | OauthClaims;

/** Returns the claims of a token by their names in it, without issuer and times. */
const toTokenClaims = (claims: AccessClaims): Record<string, unknown> =>
  'client' in claims
    ? {
        sub: claims.account,
        tenant: claims.tenant,
        client_id: claims.client,
        jti: claims.id,
        scope: claims.scopes.join(' '),
        grant_id: claims.grant,
        auth_time: claims.authenticatedAt,
      }
    : { sub: claims.account, tenant: claims.tenant, client_id: claims.account, jti: crypto.randomUUID(), secret_id: claims.secretId };

type TokenPayload = Readonly<Record<string, unknown>>;

/** Reads the claims of a token that the install has signed; undefined if it has none of the two forms. */
function claimsIn(payload: TokenPayload): AccessClaims | undefined {
  const { sub: account, tenant, secret_id: secretId } = payload;
  if (typeof account !== 'string' || typeof tenant !== 'string') return undefined;
  return typeof secretId === 'string' ? { account, tenant, secretId } : oauthClaimsIn(account, tenant, payload);
}

function oauthClaimsIn(account: string, tenant: string, payload: TokenPayload): OauthClaims | undefined {
  const { client_id: client, jti: id, scope, grant_id: grant, auth_time: authenticatedAt, exp: expiresAt } = payload;
  if (typeof client !== 'string' || typeof id !== 'string' || typeof scope !== 'string' || typeof expiresAt !== 'number') return undefined;
  return {
    id,
    account,
    tenant,
    client,
    scopes: scope.split(' ').filter((name) => name !== ''),
    grant: typeof grant === 'string' ? grant : undefined,
    authenticatedAt: typeof authenticatedAt === 'number' ? authenticatedAt : undefined,
    expiresAt,
  };
}

/** A token, and the seconds for which it is valid. */
type IssuedToken = { token: string; seconds: number };

const TOKEN_SECONDS = 1800;

const TYPE = 'at+jwt';
/** The digest of each algorithm, and its signature in base64url. The decoder would ignore other characters, so one token would have many spellings. */
const FORMS = { ES384: { digest: 'sha384', signature: /^[\w-]{128}$/ }, ES256: { digest: 'sha256', signature: /^[\w-]{86}$/ } } as const;
/** Longer than any token of the install. */
const MAX_CHARACTERS = 2048;
/** The number of checked tokens in memory: checking a signature takes a thousand times as long as finding it in memory. */
const MAX_KNOWN = 10_000;

const signAsync = promisify(sign);
const verifyAsync = promisify(verify);
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Known = { claims: AccessClaims; expiresAt: number };

/** Issues and checks access tokens of service accounts and OAuth clients. */
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
   * Signs and returns a token, which is stored nowhere. That of a service account is valid for half an hour.
   * @rule service-accounts.token.lifetime
   */
  async issue(claims: AccessClaims): Promise<IssuedToken> {
    const key = await this.#keys.current();
    const issuedAt = Math.floor(nowMilliseconds() / 1000);
    const expiresAt = 'client' in claims ? claims.expiresAt : issuedAt + TOKEN_SECONDS;
    const issuer = this.#issuer();
    const payload = { iss: issuer, aud: issuer, ...toTokenClaims(claims), iat: issuedAt, exp: expiresAt };
    const text = `${encode({ alg: key.algorithm, typ: TYPE, kid: key.id })}.${encode(payload)}`;
    const signature = await signAsync(FORMS[key.algorithm].digest, Buffer.from(text), { key: key.privateKey(), dsaEncoding: 'ieee-p1363' });
    return { token: `${text}.${signature.toString('base64url')}`, seconds: expiresAt - issuedAt };
  }

  /**
   * Checks a token: its form, its signature by a key of the install, and its end. Returns undefined for any other text.
   * @rule service-accounts.token.check
   */
  async check(token: string): Promise<AccessClaims | undefined> {
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
    if (token.length > MAX_CHARACTERS || more.length > 0) return undefined;
    const { alg, typ, kid, ...others } = decode(head);
    // This server knows no extensions ("crit").
    if (typ !== TYPE || typeof kid !== 'string' || Object.keys(others).length > 0) return undefined;
    const key: SigningKey | undefined = await this.#keys.find(kid);
    // The algorithm is that of the key, and never chosen by the token.
    if (!key || alg !== key.algorithm || !FORMS[key.algorithm].signature.test(signature)) return undefined;
    const options = { key: key.publicKey, dsaEncoding: 'ieee-p1363' as const };
    const { digest } = FORMS[key.algorithm];
    if (!(await verifyAsync(digest, Buffer.from(`${head}.${body}`), options, Buffer.from(signature, 'base64url')))) return undefined;
    // The issuer is not compared: the key belongs to this install alone, and the install may have several addresses.
    const payload = decode(body);
    const claims = claimsIn(payload);
    return claims && typeof payload['exp'] === 'number' ? { claims, expiresAt: payload['exp'] * 1000 } : undefined;
  }

  #remember(token: string, known: Known): void {
    if (this.#known.has(token)) return;
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
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
