/** Signed assertions, by which clients prove their identity without a secret (RFC 7523), and the public keys that verify them. */
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { monotonicMilliseconds, nowMilliseconds } from '../../../../core/base/clock.ts';
import type { ExactReason } from '../../../../core/base/problem.ts';
import { sql } from '../../../../core/database/sql.ts';
import type { BatchedStatement } from '../../../../core/database/statement-batcher.ts';
import { readBody, Outbound } from '../../../../core/outbound/outbound.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { MIN_RSA_BITS, type UsableClient } from '../../oauth-clients/index.ts';

const MAX_CHARACTERS = 16_384;
/** The maximum seconds until an assertion expires, and by which clocks may differ. */
const MAX_SECONDS = 300;
const CLOCK_SECONDS = 30;
const MAX_ID_CHARACTERS = 512;

/** The algorithms of signatures, each with its digest and the length of a signature. No assertion can choose another one. */
const ALGORITHMS = {
  RS256: { digest: 'sha256', bytes: undefined },
  RS512: { digest: 'sha512', bytes: undefined },
  ES384: { digest: 'sha384', bytes: 96 },
} as const;

/** The names of the algorithms with which clients may sign. */
export const ASSERTION_ALGORITHMS = Object.keys(ALGORITHMS);

const verifyAsync = promisify(verify);

type Parts = { header: Record<string, unknown>; claims: Record<string, unknown>; signed: string; signature: Buffer };

/** Returns the id of the client that an assertion names, not verified; undefined if it names none. */
export function clientOfAssertion(assertion: string): string | undefined {
  const subject = partsOf(assertion)?.claims['sub'];
  return typeof subject === 'string' ? subject : undefined;
}

/**
 * Uses up an assertion that proves the identity of a client, and returns undefined; or returns the reason why it does not prove it. A valid one is new,
 * and the client has signed it for this install. May read the keys of the client from its address.
 * @rule oauth.assertion.signature
 * @rule oauth.assertion.claims
 * @rule oauth.assertion.once
 */
export async function redeemAssertion(platform: Platform, client: UsableClient, assertion: string): Promise<ExactReason | undefined> {
  const parts = partsOf(assertion);
  if (!parts) return fault(`The assertion is no JWT of three parts with at most ${MAX_CHARACTERS} characters.`);
  const { claims, header } = parts;
  const wrong = faultOfClaims(claims, client.id, platform.settings.publicUrl());
  if (wrong !== undefined) return fault(wrong);
  const key = await keyOf(platform, client, header);
  if (typeof key === 'string') return fault(key);
  if (!(await isSigned(parts, key))) return fault(`The signature does not fit the key ${shown(header['kid'])}.`);
  const expiresAt = new Date((Number(claims['exp']) + CLOCK_SECONDS) * 1000);
  const hash = platform.identity.tokens.hash(`${client.id} ${String(claims['jti'])}`);
  const isFresh = await platform.batcher.run(usedAssertions, { client: client.id, hash, expiresAt });
  return isFresh ? undefined : fault('The jti was used before. Each assertion is accepted once.');
}

const fault = (reason: string): ExactReason => ({
  reason,
  advice: 'Correct how the program builds and signs its assertions, or the keys of the client.',
});

/** A value of a token as a part of a reason: shortened, because any caller can send it. */
const shown = (value: unknown): string => (value === undefined ? 'missing' : String(JSON.stringify(value)).slice(0, 100));

/** Returns the fault of the claims of an assertion. */
function faultOfClaims({ iss, sub, aud, jti, exp, iat, nbf }: Record<string, unknown>, client: string, issuer: string): string | undefined {
  const now = nowMilliseconds() / 1000;
  const [audience, ...others] = [aud].flat();
  if (iss !== client) return `iss is ${shown(iss)}, and must be the id of the client.`;
  if (sub !== client) return `sub is ${shown(sub)}, and must be the id of the client.`;
  if (others.length > 0 || (audience !== issuer && audience !== `${issuer}/oauth/token`))
    return `aud is ${shown(aud)}, and must be ${issuer}/oauth/token or ${issuer}.`;
  if (typeof exp !== 'number') return `exp is ${shown(exp)}, and must be a number.`;
  if (exp <= now - CLOCK_SECONDS) return `exp is ${Math.round(now - exp)} s in the past.`;
  if (exp > now + MAX_SECONDS + CLOCK_SECONDS) return `exp is ${Math.round(exp - now)} s ahead; at most ${MAX_SECONDS} s are allowed.`;
  for (const [name, time] of Object.entries({ iat, nbf }))
    if (time !== undefined && !(typeof time === 'number' && time <= now + CLOCK_SECONDS))
      return `${name} is ${shown(time)}, and must not be ahead.`;
  const isNamed = typeof jti === 'string' && jti !== '' && jti.length <= MAX_ID_CHARACTERS;
  return isNamed ? undefined : `jti must be a text of 1 to ${MAX_ID_CHARACTERS} characters.`;
}

/** Returns the key of an assertion, or the reason why there is none. */
async function keyOf(platform: Platform, client: UsableClient, header: Record<string, unknown>): Promise<AssertionKey | string> {
  const { alg, kid, crit } = header;
  // This server knows no extensions ("crit"), so it must refuse them.
  if (crit !== undefined) return 'The header has the field crit, and this server knows no extension.';
  if (typeof kid !== 'string') return `kid is ${shown(kid)}, and must be the id of a key.`;
  const key = await findClientKey(platform, client, kid);
  if (key) return key.alg === alg ? key : `alg is ${shown(alg)}, and the key ${shown(kid)} is for ${key.alg}.`;
  const known = client.public_keys.map((key) => shown(key.kid)).join(', ') || 'none';
  const keySet = client.jwks_uri === null ? 'jwksUri is not set' : `${client.jwks_uri} has no usable key with this id, or cannot be read`;
  return `kid ${shown(kid)} is unknown. publicKeys: ${known}; ${keySet}.`;
}

async function isSigned({ signed, signature }: Parts, { alg, key }: AssertionKey): Promise<boolean> {
  const { digest, bytes } = ALGORITHMS[alg];
  if (bytes !== undefined && signature.length !== bytes) return false;
  const options = bytes === undefined ? { key } : { key, dsaEncoding: 'ieee-p1363' as const };
  return verifyAsync(digest, Buffer.from(signed), options, signature);
}

function partsOf(assertion: string): Parts | undefined {
  const [, head, body, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(assertion) ?? [];
  if (assertion.length > MAX_CHARACTERS || head === undefined || body === undefined || signature === undefined) return undefined;
  const [header, claims] = [objectIn(head), objectIn(body)];
  return header && claims && { header, claims, signed: `${head}.${body}`, signature: Buffer.from(signature, 'base64url') };
}

function objectIn(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** An assertion as it is stored: its client, the keyed hash of its id, and the time until which it could be sent again. */
type UsedAssertion = { client: string; hash: Buffer; expiresAt: Date };

const keyOfUse = ({ client, hash }: Pick<UsedAssertion, 'client' | 'hash'>): string => `${client} ${hash.toString('hex')}`;

/** Stores the assertions of simultaneous requests; true for those that are new. */
const usedAssertions: BatchedStatement<UsedAssertion, boolean> = {
  atOnce: 2,
  most: 100,
  run: async ({ writer }, used) => {
    const rows = await writer.rows<Pick<UsedAssertion, 'client' | 'hash'>>(sql`
      insert into oauth_used_assertion (client_id, hash, expires_at)
      select client_id, hash, expires_at
      from unnest(
        ${used.map(({ client }) => client)}::uuid[], ${used.map(({ hash }) => hash)}::bytea[],
        ${used.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[]) as u (client_id, hash, expires_at)
      order by client_id, hash
      on conflict do nothing
      returning client_id as client, hash`);
    const fresh = new Set(rows.map(keyOfUse));
    // Of equal assertions in one batch, only the first one is new.
    return used.map((one) => fresh.delete(keyOfUse(one)));
  },
};

/** A key with the only algorithm that it is used for. */
type AssertionKey = { alg: keyof typeof ALGORITHMS; key: KeyObject };

type Jwk = JsonWebKey & { kid?: unknown; alg?: unknown; use?: unknown };

/**
 * Finds a key of a client by its id. A key of the client itself is preferred to one of its key set.
 * @rule oauth.assertion.key-set
 */
async function findClientKey(platform: Platform, client: UsableClient, kid: string): Promise<AssertionKey | undefined> {
  const own = client.public_keys.find((key) => key.kid === kid);
  if (own) return toKey(own as Jwk);
  if (client.jwks_uri === null) return undefined;
  const sets = platform.processState.of(KeySets, () => new KeySets());
  const found = (await sets.read(platform, client.jwks_uri, kid)).find((one) => one.kid === kid);
  return found && toKey(found);
}

/** The imported keys by their objects, so that each is imported once for each read of its row or set. */
const imported = new WeakMap<object, AssertionKey | undefined>();

function toKey(jwk: Jwk): AssertionKey | undefined {
  if (!imported.has(jwk)) imported.set(jwk, importKey(jwk));
  return imported.get(jwk);
}

function importKey(jwk: Jwk): AssertionKey | undefined {
  const { alg, use, kty, crv } = jwk;
  if (use !== undefined && use !== 'sig') return undefined;
  const isKnown = ((alg === 'RS256' || alg === 'RS512') && kty === 'RSA') || (alg === 'ES384' && kty === 'EC' && crv === 'P-384');
  if (!isKnown) return undefined;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const { modulusLength } = key.asymmetricKeyDetails ?? {};
    const isTooShort = modulusLength !== undefined && modulusLength < MIN_RSA_BITS;
    return isTooShort ? undefined : { alg: alg as AssertionKey['alg'], key };
  } catch {
    return undefined;
  }
}

type KnownSet = { at: number; keys: Promise<readonly Jwk[]> };

/** The times for which a set is cached, after which an unknown key id causes another read of it, and which a read may take. */
const CACHE_MILLISECONDS = 300_000;
const REREAD_MILLISECONDS = 30_000;
const READ_MILLISECONDS = 5000;
/** The maximum number of sets in memory, and the maximum bytes of one. */
const MAX_SETS = 1000;
const MAX_BYTES = 64 * 1024;

/** The key sets that this process has read, by address. */
class KeySets {
  readonly #known = new Map<string, KnownSet>();

  /** Returns the keys at an address, read again if a cached set lacks the key with the id; none if they cannot be read. */
  async read(platform: Platform, url: string, kid: string): Promise<readonly Jwk[]> {
    const known = this.#known.get(url);
    const age = known ? monotonicMilliseconds() - known.at : Infinity;
    if (known && age < CACHE_MILLISECONDS) {
      const keys = await known.keys;
      if (age < REREAD_MILLISECONDS || keys.some((one) => one.kid === kid)) return keys;
    }
    const keys = readSet(platform, url).catch((error: unknown) => {
      platform.log.warn({ err: error, url }, 'the public keys of an OAuth client cannot be read');
      return [];
    });
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_SETS && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(url, { at: monotonicMilliseconds(), keys });
    return keys;
  }
}

async function readSet(platform: Platform, url: string): Promise<readonly Jwk[]> {
  const outbound = new Outbound(await platform.settings.outboundRules());
  const response = await outbound.fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(READ_MILLISECONDS) });
  if (response.status !== 200) throw new Error(`The address of the keys answers with the status ${response.status}`);
  const body = await readBody(response, MAX_BYTES, 'The address of the keys');
  const { keys } = JSON.parse(body.toString('utf8')) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error('The address of the keys answers with no key set');
  return keys.filter((one) => one !== null && typeof one === 'object') as Jwk[];
}
