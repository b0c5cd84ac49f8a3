/** The public keys by which clients sign: those of the client itself, or of the key set at its address. */
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { monotonicMilliseconds } from '../../../../core/base/clock.ts';
import { boundedBody } from '../../../../core/outbound/bounded-body.ts';
import { Outbound } from '../../../../core/outbound/outbound.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import type { UsableClient } from '../../oauth-clients/index.ts';

/** A key with the only algorithm that it is used for. */
export type AssertionKey = { alg: 'RS256' | 'RS512' | 'ES384'; key: KeyObject };

type Jwk = JsonWebKey & { kid?: unknown; alg?: unknown; use?: unknown };

const RSA_BITS = 2048;

/**
 * Finds a key of a client by its id. A key of the client itself is preferred to one of its key set.
 * @rule oauth.assertion.key-set
 */
export async function assertionKey(platform: Platform, client: UsableClient, kid: string): Promise<AssertionKey | undefined> {
  const own = client.public_keys.find((key) => key.kid === kid);
  if (own) return toKey(own as Jwk);
  if (client.jwks_uri === null) return undefined;
  const sets = platform.processState.of(KeySets, () => new KeySets());
  const found = (await sets.read(platform, client.jwks_uri, kid)).find((one) => one.kid === kid);
  return found && toKey(found);
}

/** Keys are imported once for each version of their row or set. */
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
    const { modulusLength = RSA_BITS } = key.asymmetricKeyDetails ?? {};
    return modulusLength < RSA_BITS ? undefined : { alg: alg as AssertionKey['alg'], key };
  } catch {
    return undefined;
  }
}

type KnownSet = { at: number; keys: Promise<readonly Jwk[]> };

/** Times for which a set is cached, after which an unknown key causes another read of it, and that a read may take. */
const CACHE_MILLISECONDS = 300_000;
const REREAD_MILLISECONDS = 30_000;
const READ_MILLISECONDS = 5000;
const MAX_SETS = 1000;
const MAX_BYTES = 64 * 1024;

/** The key sets that this process has read, by address. */
class KeySets {
  readonly #known = new Map<string, KnownSet>();

  /** The keys at an address; none if they cannot be read. */
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
  const outbound = new Outbound(await platform.outboundRules());
  const response = await outbound.fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(READ_MILLISECONDS) });
  if (response.status !== 200) throw new Error(`The address of the keys answers with the status ${response.status}`);
  const body = await boundedBody(response, MAX_BYTES, 'The address of the keys');
  const { keys } = JSON.parse(body.toString('utf8')) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error('The address of the keys answers with no key set');
  return keys.filter((one) => one !== null && typeof one === 'object') as Jwk[];
}
