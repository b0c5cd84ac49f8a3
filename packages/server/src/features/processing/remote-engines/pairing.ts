/** The keys and credentials of engines. */
import { randomBytes } from 'node:crypto';
import { type Sql, sql, type Tx } from '../../../core/database/sql.ts';

/** Creates a key that pairs an engine once. */
export const newPairingKey = (): string => randomBytes(32).toString('hex');

/** Days after which a pairing key expires. */
export const KEY_DAYS = 30;

/** Days until a credential expires, and days after which its engine should renew it. */
const CREDENTIAL_DAYS = 30;
const RENEWAL_DAYS = 10;

/** The time at which a credential expires, and the time at which to renew it. */
export type CredentialTerm = { expires_at: Date; renew_after: Date };

/** The assignments for an engine that is not paired any more: it has no credential, and the reported data of its program is removed. */
const unpaired: Sql = sql`
  credential_hash = null,
  credential_expires_at = null,
  next_credential_hash = null,
  next_credential_expires_at = null,
  paired_at = null,
  last_beat_at = null,
  capacity = null,
  isolation = null,
  javas = null,
  withheld_at = null,
  ill_code = null,
  ill_message = null,
  ill_since = null,
  host = null,
  program_version = null,
  updated_at = now()`;

const renewAfter = sql`now() + make_interval(days => ${RENEWAL_DAYS}) as renew_after`;

/**
 * Exchanges a pairing key for a credential; undefined if the key is unknown, used or expired.
 * @rule remote-engines.pair.once
 * @rule remote-engines.pair.key-expires
 * @rule remote-engines.credential.expires
 */
export const exchangeKey = (
  tx: Tx,
  pairing: { keyHash: Buffer; credentialHash: Buffer; host: string | null; version: string },
): Promise<({ id: string; name: string } & CredentialTerm) | undefined> =>
  tx.one(sql`
    update engine
    set pairing_key_hash = null,
        pairing_key_expires_at = null,
        credential_hash = ${pairing.credentialHash},
        credential_expires_at = now() + make_interval(days => ${CREDENTIAL_DAYS}),
        next_credential_hash = null,
        next_credential_expires_at = null,
        paired_at = now(),
        last_beat_at = now(),
        ill_code = null,
        ill_message = null,
        ill_since = null,
        host = ${pairing.host},
        program_version = ${pairing.version},
        updated_at = now()
    where pairing_key_hash = ${pairing.keyHash}
      and (pairing_key_expires_at is null or pairing_key_expires_at > now())
    returning id, name, credential_expires_at as expires_at, ${renewAfter}`);

/** Returns whether a pairing key has expired; false for an unknown or used key. */
export const hasKeyExpired = (tx: Tx, keyHash: Buffer): Promise<boolean> =>
  tx.any(sql`
    select id
    from engine
    where pairing_key_hash = ${keyHash}
      and pairing_key_expires_at <= now()`);

/**
 * Stores the next credential beside the one that the engine uses; undefined for the built-in engine, which gets none.
 * @rule remote-engines.credential.renew
 * @rule remote-engines.credential.built-in
 */
export const storeNextCredential = (tx: Tx, engine: string, nextHash: Buffer): Promise<CredentialTerm | undefined> =>
  tx.one(sql`
    update engine
    set next_credential_hash = ${nextHash},
        next_credential_expires_at = now() + make_interval(days => ${CREDENTIAL_DAYS})
    where id = ${engine}
      and not managed
    returning next_credential_expires_at as expires_at, ${renewAfter}`);

/**
 * Deletes the credentials of an engine that gives them up; false for the built-in engine.
 * @rule remote-engines.credential.give-up
 * @rule remote-engines.credential.built-in
 */
export const removeCredentials = (tx: Tx, engine: string): Promise<boolean> =>
  tx.any(sql`
    update engine
    set ${unpaired}
    where id = ${engine}
      and not managed
    returning id`);

/**
 * Removes the credential of an engine and stores the hash of a key that pairs it again.
 * @rule remote-engines.unpair.credential
 */
export const unpairEngine = (tx: Tx, id: string, keyHash: Buffer): Promise<unknown> =>
  tx.rows(sql`
    update engine
    set pairing_key_hash = ${keyHash},
        pairing_key_expires_at = now() + make_interval(days => ${KEY_DAYS}),
        ${unpaired}
    where id = ${id}`);
