/** The SQL statements about content that the store should have. */
import {
  BEFORE_ALL_KEYS,
  type ContentFault,
  type ContentOwner,
  type ExpectedContent,
  type KnownContent,
} from '../../../core/blobs/known-content.ts';
import { and, sql, type Sql, type Tx } from '../../../core/database/sql.ts';

/** Selects the content that all features expect, ordered by key, after the key `position`. */
export const selectExpected = (tx: Tx, known: readonly KnownContent[], position: string, most: number): Promise<ExpectedContent[]> =>
  tx.rows(sql`
    select e.key, e.size, e.hash
    from (${all(known.map((content) => content.after(position || BEFORE_ALL_KEYS, most)))}) e
    order by e.key
    limit ${most}`);

/** Selects the content that all features expect under some keys. */
export const selectExpectedOf = (tx: Tx, known: readonly KnownContent[], keys: readonly string[]): Promise<ExpectedContent[]> =>
  tx.rows(all(known.map((content) => content.of(keys))));

/** Selects the owners of the contents under some keys; content can have several owners. */
export const selectOwners = (tx: Tx, known: readonly KnownContent[], keys: readonly string[]): Promise<ContentOwner[]> =>
  tx.rows(all(known.map((content) => content.owners(keys))));

/** Selects the keys that no feature refers to. */
export const selectUnknownKeys = (tx: Tx, known: readonly KnownContent[], keys: readonly string[]): Promise<{ key: string }[]> =>
  tx.rows(sql`
    select found.key
    from unnest(${[...keys]}::text[]) as found (key)
    where ${and(known.map((content) => sql`not ${isKnown(content, sql`found.key`)}`))}`);

/** Stores faults of content that a feature still refers to; returns the new and changed ones. */
export const saveFaults = (
  tx: Tx,
  known: readonly KnownContent[],
  faults: readonly { key: string; fault: ContentFault }[],
): Promise<{ key: string }[]> =>
  tx.rows(sql`
    insert into content_fault (key, fault)
    select found.key, found.fault
    from unnest(${faults.map(({ key }) => key)}::text[], ${faults.map(({ fault }) => fault)}::text[]) as found (key, fault)
    where not (${and(known.map((content) => sql`not ${isKnown(content, sql`found.key`)}`))})
    order by found.key
    on conflict (key) do update
    set fault = excluded.fault,
        checked_at = now()
    where content_fault.fault <> excluded.fault
    returning key`);

/** Claims the faults whose next check is due: missing content each minute, damaged content, which must be read, each hour. */
export const takeFaults = (tx: Tx, most: number): Promise<{ key: string; fault: ContentFault }[]> =>
  tx.rows(sql`
    update content_fault
    set checked_at = now()
    where key in (
      select key
      from content_fault
      where not checked_at between now() - case fault when 'missing' then interval '50 seconds' else interval '1 hour' end and now()
      order by checked_at
      limit ${most}
      for update skip locked)
    returning key, fault`);

/** Deletes faults. */
export const deleteFaults = (tx: Tx, keys: readonly string[]): Promise<{ key: string }[]> =>
  tx.rows(sql`
    delete from content_fault
    where key = any (${[...keys]})
    returning key`);

/** Counts the contents that are missing or damaged. */
export const countFaults = (tx: Tx): Promise<{ faults: number }> =>
  tx.only(sql`
    select count(*) as faults
    from content_fault`);

/** The position of the daily check; `read_position` is the last key whose bytes were read, `read_bytes` the bytes read today. */
export type Walk = { position: string; read_position: string; read_bytes: number };

/** Claims the daily check unless another process runs it. A new one starts a day after the last start, by the clock of the database. */
export const takeWalk = (tx: Tx): Promise<Walk | undefined> =>
  tx.one(sql`
    update content_walk
    set claimed_until = now() + interval '10 minutes',
        began_at = case when position is null then now() else began_at end,
        read_bytes = case when position is null then 0 else read_bytes end,
        position = coalesce(position, '')
    where not claimed_until between now() and now() + interval '10 minutes'
      and (position is not null or not began_at between now() - interval '1 day' and now())
    returning position, read_position, read_bytes`);

/** Stores the position of the daily check; null means that it is finished for today. */
export const updateWalk = (tx: Tx, walk: Omit<Walk, 'position'> & { position: string | null }): Promise<unknown> =>
  tx.rows(sql`
    update content_walk
    set position = ${walk.position},
        read_position = ${walk.read_position},
        read_bytes = ${walk.read_bytes}`);

/** Releases the daily check, so that any process can continue it. */
export const releaseWalk = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    update content_walk
    set claimed_until = '-infinity'`);

const isKnown = ({ keys }: KnownContent, key: Sql): Sql => sql`exists (
  select from (${keys}) as known (key)
  where known.key = ${key})`;

const all = (queries: readonly Sql[]): Sql =>
  queries.map((query) => sql`(${query})`).reduce((left, right) => sql`${left} union all ${right}`);
