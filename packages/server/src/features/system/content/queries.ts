/** The SQL statements about content that the store should hold. */
import type { Tx } from '../../../core/database/db.ts';
import {
  BEFORE_ALL_KEYS,
  type ExpectedContent,
  type ContentFault,
  type KnownContent,
  type ContentOwner,
} from '../../../core/blobs/known-content.ts';
import { and, sql, type Sql } from '../../../core/database/sql.ts';

/** What all features expect under keys after one, in their order. */
export const selectExpected = (tx: Tx, known: readonly KnownContent[], position: string, most: number): Promise<ExpectedContent[]> =>
  tx.rows(sql`
    select e.key, e.size, e.hash
    from (${all(known.map((one) => one.after(position || BEFORE_ALL_KEYS, most)))}) e
    order by e.key
    limit ${most}`);

/** What all features expect under some keys. */
export const selectExpectedOf = (tx: Tx, known: readonly KnownContent[], keys: readonly string[]): Promise<ExpectedContent[]> =>
  tx.rows(all(known.map((one) => one.of(keys))));

/** What the contents under some keys belong to; one may belong to several things. */
export const selectOwners = (tx: Tx, known: readonly KnownContent[], keys: readonly string[]): Promise<ContentOwner[]> =>
  tx.rows(all(known.map((one) => one.owners(keys))));

/** Which of the keys no feature knows. */
export const selectUnknownKeys = (tx: Tx, keys: readonly string[], known: readonly KnownContent[]): Promise<{ key: string }[]> =>
  tx.rows(sql`
    select found.key
    from unnest(${[...keys]}::text[]) as found (key)
    where ${and(known.map((one) => sql`not ${isKnown(one, sql`found.key`)}`))}`);

/** Enters faults of content that is still known, and answers those that were not known yet. */
export const insertFaults = (
  tx: Tx,
  known: readonly KnownContent[],
  faults: readonly { key: string; fault: ContentFault }[],
): Promise<{ key: string }[]> =>
  tx.rows(sql`
    insert into content_fault (key, fault)
    select found.key, found.fault
    from unnest(${faults.map(({ key }) => key)}::text[], ${faults.map(({ fault }) => fault)}::text[]) as found (key, fault)
    where not (${and(known.map((one) => sql`not ${isKnown(one, sql`found.key`)}`))})
    order by found.key
    on conflict (key) do update
    set fault = excluded.fault,
        checked_at = now()
    where content_fault.fault <> excluded.fault
    returning key`);

/** Takes the faults whose next look is due, so that no other process takes them: what is missing each minute, what has to be read for it each hour. */
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

/** Forgets faults. */
export const deleteFaults = (tx: Tx, keys: readonly string[]): Promise<{ key: string }[]> =>
  tx.rows(sql`
    delete from content_fault
    where key = any (${[...keys]})
    returning key`);

/** How many contents are known to be missing or damaged. */
export const countFaults = (tx: Tx): Promise<{ faults: number }> =>
  tx.only(sql`
    select count(*) as faults
    from content_fault`);

/** Where a walk over all content stands. */
export type Walk = { position: string; read_position: string; read_bytes: number };

/** Takes the walk, where none of another process is under way: a new one a day after the last began, by the clock of the database. */
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

/** Notes how far a walk has come; without a position it is over for today. */
export const updateWalk = (tx: Tx, walk: Omit<Walk, 'position'> & { position: string | null }): Promise<unknown> =>
  tx.rows(sql`
    update content_walk
    set position = ${walk.position},
        read_position = ${walk.read_position},
        read_bytes = ${walk.read_bytes}`);

/** Lets another process go on with the walk. */
export const releaseWalk = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    update content_walk
    set claimed_until = '-infinity'`);

const isKnown = ({ keys }: KnownContent, key: Sql): Sql => sql`exists (
  select from (${keys}) as known (key)
  where known.key = ${key})`;

const all = (queries: readonly Sql[]): Sql => queries.map((one) => sql`(${one})`).reduce((found, one) => sql`${found} union all ${one}`);
