/** The second factor of a person: codes of an authenticator, and recovery codes. */
import { createHmac, randomBytes } from 'node:crypto';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { PageCall } from '../../../core/http/page.ts';
import type { EncryptedTable } from '../../../core/secrets/encrypted-tables.ts';

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

type Parts = Pick<PageCall, 'secrets' | 'now'> & { identity: Pick<PageCall['identity'], 'tokens'> };

const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();
const hashOf = ({ identity: { tokens } }: Parts, account: string, code: string): Buffer =>
  tokens.hash(`recovery code ${account} ${plain(code)}`);

/** Stores a new secret, which is required once it is confirmed; a confirmed one stays. */
export const startFactor = (tx: Tx, { secrets }: Parts, account: string): Promise<unknown> =>
  tx.rows(sql`
    insert into second_factor as f (account_id, secret)
    values (${account}, ${secrets.encrypt(newSecret(), placeOfFactor(account))})
    on conflict (account_id) do update
    set secret = excluded.secret,
        created_at = now()
    where f.confirmed_at is null`);

/** The secret that waits for its confirmation, in base32; undefined if there is none. */
export async function waitingSecret(tx: Tx, { secrets }: Parts, account: string): Promise<string | undefined> {
  const factor = await selectFactor(tx, account);
  return factor?.is_confirmed === false ? secrets.decrypt(factor.secret, placeOfFactor(account)) : undefined;
}

/**
 * Confirms the waiting secret by a code. Returns the recovery codes, of which only hashes are stored; undefined if the code is wrong.
 * @rule sign-in.factor.confirmed
 * @rule sign-in.factor.recovery
 */
export async function confirmWaiting(tx: Tx, parts: Parts, account: string, code: string): Promise<string[] | undefined> {
  const factor = await selectFactor(tx, account);
  if (factor?.is_confirmed !== false) return undefined;
  const step = stepOfCode(parts.secrets.decrypt(factor.secret, placeOfFactor(account)), plain(code), parts.now);
  if (step === undefined || !(await confirmFactor(tx, account, factor.secret, step))) return undefined;
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)));
  const hashes = codes.map((one) => hashOf(parts, account, one));
  await tx.rows(sql`
    insert into recovery_code (account_id, hash)
    select ${account}, unnest(${hashes}::bytea[])`);
  return codes.map((one) => one.match(/.{4}/g)?.join('-') ?? one);
}

/**
 * Uses a code of the authenticator or a recovery code; false if it is wrong or was used before.
 * @rule sign-in.factor.once
 */
export async function useCode(tx: Tx, parts: Parts, account: string, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(plain(code)))
    return tx.any(sql`
      delete from recovery_code
      where account_id = ${account}
        and hash = ${hashOf(parts, account, code)}
      returning account_id`);
  const factor = await selectFactor(tx, account);
  if (!factor?.is_confirmed) return false;
  const step = stepOfCode(parts.secrets.decrypt(factor.secret, placeOfFactor(account)), plain(code), parts.now);
  if (step === undefined) return false;
  return tx.any(sql`
    update second_factor
    set last_step = ${step}
    where account_id = ${account}
      and confirmed_at is not null
      and last_step < ${step}
    returning account_id`);
}

/** The context to which the ciphertext of an account's secret is bound. */
export const placeOfFactor = (account: string): string => `second factor ${account}`;

/** The table with the secrets of second factors. */
export const factorTable: EncryptedTable = { table: 'second_factor', key: ['account_id'], columns: { secret: placeOfFactor } };

/** A second factor; it is required once it is confirmed. */
export type FactorRow = { secret: Buffer; is_confirmed: boolean; codes: number };

/** Finds the second factor of an account, if it has one, with the number of its unused recovery codes. */
export const selectFactor = (tx: Tx, account: string): Promise<FactorRow | undefined> =>
  tx.one(sql`
    select f.secret, f.confirmed_at is not null as is_confirmed,
           (select count(*) from recovery_code c where c.account_id = f.account_id) as codes
    from second_factor f
    where f.account_id = ${account}`);

/** Confirms the factor with a secret by the step of a first code; false if it was confirmed or replaced meanwhile. */
const confirmFactor = (tx: Tx, account: string, secret: Buffer, step: number): Promise<boolean> =>
  tx.any(sql`
    update second_factor
    set confirmed_at = now(),
        last_step = ${step}
    where account_id = ${account}
      and secret = ${secret}
      and confirmed_at is null
    returning account_id`);

/** Removes the second factor of an account with its recovery codes; false if there was no confirmed one. */
export const removeFactor = (tx: Tx, account: string): Promise<boolean> =>
  tx.any(sql`
    delete from second_factor
    where account_id = ${account}
      and confirmed_at is not null
    returning account_id`);

// Codes are those of RFC 6238, with the parameters that every authenticator app supports: SHA-1, 30 seconds, six digits.
const SECONDS = 30;
const SECRET_BYTES = 20;
/** Time steps by which the clock of a phone may differ. */
const DRIFT = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes in base32 (RFC 4648) without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** Decodes base32 without padding. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A new secret in base32. */
export const newSecret = (): string => base32(randomBytes(SECRET_BYTES));

/** The code of a secret at a time step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

/** The time step of a moment. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / SECONDS);

/**
 * The step of a code; undefined if the code belongs to none of the steps around the moment.
 * @rule sign-in.factor.code
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => stepAt(now) + index - DRIFT);
  return steps.find((step) => codeAt(secret, step) === code);
}

/** The address by which an authenticator receives a secret. */
export const authenticatorUrl = (secret: string, login: string): string =>
  `otpauth://totp/Millrace:${encodeURIComponent(login)}?secret=${secret}&issuer=Millrace&algorithm=SHA1&digits=6&period=${SECONDS}`;
