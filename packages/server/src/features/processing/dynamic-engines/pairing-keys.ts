/** The keys that pair the operators of dynamic engines, and the agents of their environments. */
import { randomBytes } from 'node:crypto';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { Tokens } from '../../../identity/tokens.ts';

/** Hours until a key expires that pairs an operator. */
const KEY_HOURS = 24;

/** Days until a credential expires without a report. */
export const CREDENTIAL_DAYS = 30;

/**
 * A key is derived from its seed and the key of the install, so that it can be repeated in another package or answer although only its digest is
 * stored.
 */
export const keyOf = (tokens: Tokens, seed: Buffer): string => tokens.hash(`dynamic engine ${seed.toString('hex')}`).toString('hex');

/** Creates the seed of a key. */
export const newSeed = (): Buffer => randomBytes(32);

/**
 * Returns the key for a package: the current one, or a new one, which is stored, if the caller wants that or the current one has expired. Undefined for a
 * paired engine, which needs none.
 * @rule dynamic-engines.generate.key
 * @rule dynamic-engines.pair.key-expires
 */
export async function pairingKeyFor(tx: Tx, tokens: Tokens, engine: string, wantsNew: boolean): Promise<string | undefined> {
  const present = await tx.only<{ seed: Buffer | null; paired: boolean }>(sql`
    select case when pairing_key_expires_at > now() then pairing_key_seed end as seed, paired_at is not null as paired
    from dynamic_engine
    where id = ${engine}`);
  if (!wantsNew && present.seed) return keyOf(tokens, present.seed);
  if (!wantsNew && present.paired) return undefined;
  const seed = newSeed();
  const key = keyOf(tokens, seed);
  await tx.rows(sql`
    update dynamic_engine
    set pairing_key_seed = ${seed},
        pairing_key_hash = ${tokens.hash(key)},
        pairing_key_expires_at = now() + make_interval(hours => ${KEY_HOURS})
    where id = ${engine}`);
  return key;
}

/** A paired operator, and the time when its credential expires without a report. */
export type PairedOperator = { id: string; name: string; expires_at: Date };

/**
 * Exchanges a key for the credential of an operator; undefined if the key is unknown, used or expired. The credential of a former operator ends. Reports
 * about the former cluster are deleted.
 * @rule dynamic-engines.pair.once
 * @rule dynamic-engines.pair.replaces
 */
export async function exchangeOperatorKey(
  tx: Tx,
  pairing: { keyHash: Buffer; credentialHash: Buffer; host: string | null; version: string },
): Promise<PairedOperator | undefined> {
  const paired = await tx.one<PairedOperator>(sql`
    update dynamic_engine
    set pairing_key_seed = null,
        pairing_key_hash = null,
        pairing_key_expires_at = null,
        credential_hash = ${pairing.credentialHash},
        credential_expires_at = now() + make_interval(days => ${CREDENTIAL_DAYS}),
        paired_at = now(),
        reported_at = now(),
        live_since = now(),
        host = ${pairing.host},
        program_version = ${pairing.version},
        fault = null,
        report = null
    where pairing_key_hash = ${pairing.keyHash}
      and pairing_key_expires_at > now()
      and deleted_at is null
    returning id, name, credential_expires_at as expires_at`);
  if (paired)
    await tx.rows(sql`
      update dynamic_engine_assignment
      set status = null,
          report = null,
          installed_at = null
      where dynamic_engine_id = ${paired.id}`);
  return paired;
}

/** Returns whether a key of an operator has expired; false for an unknown or used key. */
export const hasOperatorKeyExpired = (tx: Tx, keyHash: Buffer): Promise<boolean> =>
  tx.any(sql`
    select id
    from dynamic_engine
    where pairing_key_hash = ${keyHash}
      and pairing_key_expires_at <= now()
      and deleted_at is null`);
