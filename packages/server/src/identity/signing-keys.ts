/** The keys with which the install signs access tokens, in the database and in the memory of this process. */
import { createPrivateKey, createPublicKey, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { monotonicMilliseconds } from '../core/base/clock.ts';
import { json, sql, type Tx } from '../core/database/sql.ts';
import type { Database } from '../core/database/db.ts';
import type { EncryptedTable } from '../core/secrets/encrypted-tables.ts';
import type { Secrets } from '../core/secrets/secrets.ts';

/** The algorithms of tokens, with the curve of their keys. The API has ES384; ES256 costs a tenth of its processor time. */
const TOKEN_ALGORITHMS = { ES384: 'P-384', ES256: 'P-256' } as const;

/** The algorithm of a token. */
export type TokenAlgorithm = keyof typeof TOKEN_ALGORITHMS;

/** A key. Only a process that signs decrypts the private key. */
export type SigningKey = {
  id: string;
  algorithm: TokenAlgorithm;
  /** Whether its time to sign has begun. The newest of those that have begun signs, the older ones only verify. */
  hasBegun: boolean;
  publicJwk: JsonWebKey;
  publicKey: KeyObject;
  privateKey(): KeyObject;
};

/** Days after which another key signs. */
const ROTATION_DAYS = 30;
/** Seconds for which a key is published before it signs, so that programs which cache the published keys know it in time. */
const PUBLISHED_SECONDS = 3600;
/** Seconds for which a key is kept after the next one has begun to sign: longer than any token is valid. */
const KEPT_SECONDS = 28_800;
/** Milliseconds for which a process uses the keys that it has read. */
const CACHE_MILLISECONDS = 60_000;
/** Milliseconds between two reads because of unknown keys: a caller can send any number of unknown keys. */
const UNKNOWN_MILLISECONDS = 1000;

type Row = { id: string; has_begun: boolean; public_key: JsonWebKey; private_key: Buffer };

/** The signing keys of an install. */
export class SigningKeys {
  readonly #db: Database;
  readonly #secrets: Secrets;
  #read: { at: number; keys: Promise<SigningKey[]> } | undefined;
  readonly #unknownMilliseconds: number;
  #readForUnknownAt = -Infinity;

  constructor(db: Database, secrets: Secrets, unknownMilliseconds: number = UNKNOWN_MILLISECONDS) {
    this.#db = db;
    this.#secrets = secrets;
    this.#unknownMilliseconds = unknownMilliseconds;
  }

  /** All keys that sign or verify, the newest first. */
  all(): Promise<SigningKey[]> {
    if (this.#read && monotonicMilliseconds() - this.#read.at < CACHE_MILLISECONDS) return this.#read.keys;
    return this.#readAgain();
  }

  /** The key that signs now. Throws if there is none. */
  async current(): Promise<SigningKey> {
    const key = (await this.all()).find(({ hasBegun }) => hasBegun);
    if (!key) throw new Error('The install has no key for signing tokens');
    return key;
  }

  /** Finds a key by its id; undefined for an unknown one. Reads the keys again for an unknown id, but not often. */
  async find(id: string): Promise<SigningKey | undefined> {
    const known = (await this.all()).find((key) => key.id === id);
    if (known || monotonicMilliseconds() - this.#readForUnknownAt < this.#unknownMilliseconds) return known;
    this.#readForUnknownAt = monotonicMilliseconds();
    return (await this.#readAgain()).find((key) => key.id === id);
  }

  #readAgain(): Promise<SigningKey[]> {
    const read = { at: monotonicMilliseconds(), keys: this.#select() };
    this.#read = read;
    // The result of a failed read is not cached.
    read.keys.catch(() => {
      if (this.#read === read) this.#read = undefined;
    });
    return read.keys;
  }

  async #select(): Promise<SigningKey[]> {
    const rows = await this.#db.reader.rows<Row>(sql`
      select id, signs_from <= now() as has_begun, public_key, private_key
      from signing_key
      order by signs_from desc, id`);
    return rows.map((row) => {
      let privateKey: KeyObject | undefined;
      return {
        id: row.id,
        algorithm: algorithmOf(row.public_key.crv),
        hasBegun: row.has_begun,
        publicJwk: row.public_key,
        publicKey: createPublicKey({ key: row.public_key, format: 'jwk' }),
        privateKey: () => (privateKey ??= createPrivateKey(this.#secrets.decrypt(row.private_key, signingKeySecretContext(row.id)))),
      };
    });
  }
}

const algorithmOf = (curve: string | undefined): TokenAlgorithm => (curve === TOKEN_ALGORITHMS.ES256 ? 'ES256' : 'ES384');

/** Builds the context to which the ciphertext of a private key is bound. */
const signingKeySecretContext = (id: string): string => `signing key ${id}`;

/** The table with the private keys. */
export const signingKeyTable: EncryptedTable = { table: 'signing_key', key: ['id'], columns: { private_key: signingKeySecretContext } };

/**
 * Adds the key that signs next, if there is none, or the newest is old or not for the wanted algorithm, and removes keys whose tokens have all expired.
 * Without a wanted algorithm, the algorithm of the newest key stays.
 * @rule service-accounts.token.keys
 */
export async function rotateSigningKeys(tx: Tx, secrets: Secrets, algorithm?: TokenAlgorithm): Promise<void> {
  await tx.rows(sql`lock table signing_key in exclusive mode`);
  const newest = await tx.one<{ curve: string; is_old: boolean }>(sql`
    select public_key ->> 'crv' as curve, signs_from < now() - make_interval(days => ${ROTATION_DAYS}) as is_old
    from signing_key
    order by signs_from desc, id
    limit 1`);
  const wanted = algorithm ?? algorithmOf(newest?.curve);
  if (!newest) await insertKey(tx, secrets, wanted, 0);
  else if (newest.is_old || wanted !== algorithmOf(newest.curve)) await insertKey(tx, secrets, wanted, PUBLISHED_SECONDS);
  await tx.rows(sql`
    delete from signing_key k
    where exists (
      select from signing_key later
      where later.signs_from > k.signs_from
        and later.signs_from < now() - make_interval(secs => ${KEPT_SECONDS}))`);
}

async function insertKey(tx: Tx, secrets: Secrets, algorithm: TokenAlgorithm, signsAfterSeconds: number): Promise<void> {
  const id = crypto.randomUUID();
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: TOKEN_ALGORITHMS[algorithm] });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  await tx.rows(sql`
    insert into signing_key (id, public_key, private_key, signs_from)
    values (
      ${id}, ${json(publicKey.export({ format: 'jwk' }))}::jsonb, ${secrets.encrypt(pem, signingKeySecretContext(id))},
      now() + make_interval(secs => ${signsAfterSeconds}))`);
}
