/** Content that the tables name. */
import type { Sql } from '../database/sql.ts';

/** Content that a feature names in its tables. */
export type KnownContent = {
  /** A query of one column, the keys: what no feature gives is removed from the store. */
  keys: Sql;
  /** A query of `ExpectedContent` for keys after one, in their order, so many at most. */
  after(key: string, most: number): Sql;
  /** A query of `ExpectedContent` for some keys. */
  of(keys: readonly string[]): Sql;
  /** A query of `ContentOwner` for some keys. */
  owners(keys: readonly string[]): Sql;
};

/** What the store is to hold under a key: `size` bytes with the SHA-256 `hash`; where no hash is known, at least so many bytes. */
export type ExpectedContent = { key: string; size: number; hash: string | null };

/** What content belongs to, and what brings it back, as two parts of a sentence. */
export type ContentOwner = { key: string; name: string; remedy: string };

/** What can be wrong with content. */
export type ContentFault = 'missing' | 'damaged';

/** What every key is greater than, as a key. */
export const BEFORE_ALL_KEYS = '00000000-0000-0000-0000-000000000000';
