/**
 * Limits for tries: of passwords, of codes, and of requests for mails. The database counts them, so that the limits hold for all processes together.
 * A try is counted before it is checked, so that simultaneous tries cannot exceed the limit; a right one is returned.
 */
import { tooOften } from '../../../core/base/problem.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { PageCall } from '../../../core/http/page.ts';

/** The number of tries that may come at once, and the seconds until all of them are available again. Tries with the same `key` share a budget. */
export type Budget = { key: Buffer; most: number; seconds: number };

type Keyed = { identity: Pick<PageCall['identity'], 'tokens'> };

const keyOf = ({ identity: { tokens } }: Keyed, kind: string, ...parts: readonly string[]): Buffer =>
  tokens.hash(JSON.stringify(['attempt', kind, ...parts]));

/** The budget of all tries from one address. */
export const addressBudget = (call: Keyed, address: string): Budget => ({ key: keyOf(call, 'address', address), most: 60, seconds: 900 });

/** The budget of one login at one address. */
export const loginAtAddressBudget = (call: Keyed, login: string, address: string): Budget => ({
  key: keyOf(call, 'login at', login.toLowerCase(), address),
  most: 10,
  seconds: 900,
});

/** The budget of one login at all addresses together, without those from which its account has signed in before. */
export const loginBudget = (call: Keyed, login: string): Budget => ({
  key: keyOf(call, 'login', login.toLowerCase()),
  most: 100,
  seconds: 3600,
});

/** The budgets of codes of a second factor: at one address, and at all addresses from which the account has not signed in. A code has six digits. */
export const codeBudgets = (call: Keyed, account: string, address: string, isKnown: boolean): readonly Budget[] => [
  { key: keyOf(call, 'code at', account, address), most: 5, seconds: 900 },
  ...(isKnown ? [] : [{ key: keyOf(call, 'code', account), most: 40, seconds: 86_400 }]),
];

/** The budgets of requests for mails: to one email address, and from one address. */
export const mailBudgets = (call: Keyed, email: string, address: string): readonly Budget[] => [
  { key: keyOf(call, 'mails from', address), most: 20, seconds: 3600 },
  { key: keyOf(call, 'mails to', email), most: 3, seconds: 3600 },
];

/** The budget of sign-ins that begin at an identity provider, from one address. The try of a successful sign-in is returned. */
export const providerSignInBudget = (call: Keyed, address: string): Budget => ({
  key: keyOf(call, 'provider sign-in', address),
  most: 120,
  seconds: 900,
});

/** The budgets of user codes of devices that a person types: for one account, and for all at one address. A try with a valid code is returned. */
export const userCodeBudgets = (call: Keyed, account: string, address: string): readonly Budget[] => [
  { key: keyOf(call, 'user codes of', account), most: 10, seconds: 900 },
  { key: keyOf(call, 'user codes at', address), most: 60, seconds: 900 },
];

/** The budget of devices that ask for a code, from one address. */
export const deviceBudget = (call: Keyed, address: string): Budget => ({ key: keyOf(call, 'devices', address), most: 120, seconds: 900 });

/** Takes a try of each budget in order; false at the first that is used up. */
export async function takeTriesIfLeft(tx: Tx, budgets: readonly Budget[]): Promise<boolean> {
  for (const budget of budgets) if (!(await takeTry(tx, budget))) return false;
  return true;
}

/**
 * Takes a try of each budget, or refuses with 429.
 * @rule sign-in.attempts.limited
 */
export async function takeTries(tx: Tx, budgets: readonly Budget[]): Promise<void> {
  for (const budget of budgets) {
    if (await takeTry(tx, budget)) continue;
    const wait = Math.ceil(budget.seconds / budget.most);
    throw tooOften(`Too many tries. Wait ${wait < 60 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`}, then try once more.`, wait);
  }
}

/** Returns the tries that were right. */
export async function returnTries(tx: Tx, budgets: readonly Budget[]): Promise<void> {
  for (const budget of budgets) await returnTry(tx, budget);
}

/** Takes one try; false if the budget is used up. */
const takeTry = (tx: Tx, { key, most, seconds }: Budget): Promise<boolean> =>
  tx.any(sql`
    insert into attempt_budget as b (key, full_at)
    values (${key}, now() + make_interval(secs => ${seconds / most}::double precision))
    on conflict (key) do update
    set full_at = greatest(b.full_at, now()) + make_interval(secs => ${seconds / most}::double precision)
    where greatest(b.full_at, now()) + make_interval(secs => ${seconds / most}::double precision) <= now() + make_interval(secs => ${seconds})
    returning key`);

/** Gives one try back. */
const returnTry = (tx: Tx, { key, most, seconds }: Budget): Promise<unknown> =>
  tx.rows(sql`
    update attempt_budget
    set full_at = full_at - make_interval(secs => ${seconds / most}::double precision)
    where key = ${key}`);

/** Removes budgets that are full again, and addresses that were not used for 90 days. */
export async function removeOldAttempts(tx: Tx): Promise<void> {
  await tx.rows(sql`
    delete from attempt_budget
    where full_at <= now()`);
  await tx.rows(sql`
    delete from known_address
    where last_used_at < now() - interval '90 days'`);
}

/** Stores that an account signs in from an address. */
export const storeAddress = (tx: Tx, account: string, address: string): Promise<unknown> =>
  tx.rows(sql`
    insert into known_address (account_id, address)
    values (${account}, ${address})
    on conflict (account_id, address) do update
    set last_used_at = now()`);
