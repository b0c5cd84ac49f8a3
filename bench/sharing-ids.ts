/** The ids of the objects of P10, for its SQL and for its programs, and the checks of levels. */

/** A number for each kind of object; it is a part of the ids. */
const KIND = { account: 1, group: 2, dataset: 3, connection: 4, role: 5, token: 6, engine: 7 } as const;

type Kind = keyof typeof KIND;

/** Returns the id of object `n` of a kind. */
export const idOf = (kind: Kind, n: number): string =>
  `019a0000-0000-7${String(KIND[kind]).padStart(3, '0')}-8000-${n.toString(16).padStart(12, '0')}`;

/** Returns the SQL of the id of object `n` of a kind. */
export const idSql = (kind: Kind, n: string): string =>
  `('019a0000-0000-7${String(KIND[kind]).padStart(3, '0')}-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`;

/** The numbers of objects. Each dataset has ten sharings: seven with accounts and three with groups. */
export type SharingSize = { accounts: number; groups: number; datasets: number };

/** The number of sharings of each dataset. */
export const SHARINGS_OF_DATASET = 10;

/** The account that reads lists. A third of its datasets is shared with the account itself, the others with groups within groups. */
export const READER = 0;
/** The number of datasets of the reader. */
export const LIST_SIZE = 1500;

/** A question of the measurement: has an account at least a level on a dataset? */
export type Check = { account: number; dataset: number; level: number };

/** Returns numbers from 0 to 1 that are the same in each run. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the account of the sharing `k` of a dataset. The SQL of the seed has the same formula. */
export const accountOf = (dataset: number, k: number, { accounts }: SharingSize): number => 1 + ((dataset * 7 + k * 1201) % (accounts - 1));

/** Returns random checks: of every second one, the dataset is shared with the account itself. */
export function checksFrom(next: () => number, size: SharingSize): Check {
  const dataset = Math.floor(next() * size.datasets);
  const level = 1 + Math.floor(next() * 3);
  const account = next() < 0.5 ? accountOf(dataset, Math.floor(next() * 7), size) : 1 + Math.floor(next() * (size.accounts - 1));
  return { account, dataset, level };
}
