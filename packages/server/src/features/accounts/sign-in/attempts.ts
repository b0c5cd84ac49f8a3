/**
 * Limits for tries: of passwords, of codes, and of requests for mails. The database counts them, so that the limits hold for all processes together.
 * A try is counted before it is checked, so that simultaneous tries cannot exceed the limit; a right one is returned.
 */
import { tooOften } from '../../../core/base/problem.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { PageCall } from '../../../core/http/page.ts';

/** The number of tries that may come at once, and the seconds until all of them are available again. Tries with the same `key` share a budget. */
export type Budget = { key: Buffer; most: number; seconds: number };

/** The budgets by what they count. */
const KINDS = {
  // Tries of passwords: all at one address; those of one login there; those of one login at all addresses from which its account has not signed in.
  address: { most: 60, seconds: 900 },
  'login at': { most: 10, seconds: 900 },
  login: { most: 100, seconds: 3600 },
  // Codes of a second factor, which have six digits: at one address, and at all addresses from which the account has not signed in.
  'code at': { most: 5, seconds: 900 },
  code: { most: 40, seconds: 86_400 },
  // Requests for mails: from one address, and to one email address.
  'mails from': { most: 20, seconds: 3600 },
  'mails to': { most: 3, seconds: 3600 },
  // Sign-ins that begin at an identity provider, from one address. The try of a successful sign-in is returned.
  'provider sign-in': { most: 120, seconds: 900 },
  // User codes of devices that a person types: for one account, and for all at one address. A try with a valid code is returned.
  'user codes of': { most: 10, seconds: 900 },
  'user codes at': { most: 60, seconds: 900 },
  // Devices that ask for a code, from one address.
  devices: { most: 120, seconds: 900 },
} as const;

type Keyed = { identity: Pick<PageCall['identity'], 'tokens'> };

/** Returns the budget of a kind for `parts`: the address, login or account that the kind names. Other capital letters give no further tries. */
export const budgetOf = ({ identity: { tokens } }: Keyed, kind: keyof typeof KINDS, ...parts: readonly string[]): Budget => ({
  key: tokens.hash(JSON.stringify(['attempt', kind, ...parts.map((part) => part.toLowerCase())])),
  ...KINDS[kind],
});

/** Returns the budgets of codes of a second factor; `isKnown` says that the account has signed in from the address before. */
export const codeBudgets = (call: Keyed, account: string, address: string, isKnown: boolean): readonly Budget[] => [
  budgetOf(call, 'code at', account, address),
  ...(isKnown ? [] : [budgetOf(call, 'code', account)]),
];

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

/** Gives tries back to their budgets: they were right. */
export async function returnTries(tx: Tx, budgets: readonly Budget[]): Promise<void> {
  for (const { key, most, seconds } of budgets)
    await tx.rows(sql`
      update attempt_budget
      set full_at = full_at - make_interval(secs => ${seconds / most}::double precision)
      where key = ${key}`);
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
