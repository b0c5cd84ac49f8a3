/** The second factor of a person: codes of an authenticator, and recovery codes. */
import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../core/database/db.ts';
import type { PageCall } from '../../../core/http/page.ts';
import {
  confirmFactor,
  insertRecoveryCodes,
  placeOfFactor,
  selectFactor,
  takeRecoveryCode,
  upsertFactor,
  useStep,
} from './second-factor-queries.ts';
import { base32, newSecret, stepOfCode } from './totp.ts';

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

type Parts = Pick<PageCall, 'secrets' | 'tokens' | 'now'>;

const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();
const hashOf = ({ tokens }: Parts, account: string, code: string): Buffer => tokens.hash(`recovery code ${account} ${plain(code)}`);

/** Stores a new secret, which is required once it is confirmed. */
export const startFactor = (tx: Tx, { secrets }: Parts, account: string): Promise<unknown> =>
  upsertFactor(tx, account, secrets.encrypt(newSecret(), placeOfFactor(account)));

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
  await insertRecoveryCodes(
    tx,
    account,
    codes.map((one) => hashOf(parts, account, one)),
  );
  return codes.map((one) => one.match(/.{4}/g)?.join('-') ?? one);
}

/**
 * Uses a code of the authenticator or a recovery code; false if it is wrong or was used before.
 * @rule sign-in.factor.once
 */
export async function useCode(tx: Tx, parts: Parts, account: string, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(plain(code))) return takeRecoveryCode(tx, account, hashOf(parts, account, code));
  const factor = await selectFactor(tx, account);
  if (!factor?.is_confirmed) return false;
  const step = stepOfCode(parts.secrets.decrypt(factor.secret, placeOfFactor(account)), plain(code), parts.now);
  return step !== undefined && useStep(tx, account, step);
}
