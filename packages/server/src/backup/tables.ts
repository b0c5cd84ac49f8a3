/** Selects the tables that a backup copies. */
import { readFile } from 'node:fs/promises';
import { sql, type Tx } from '../core/database/sql.ts';
import type { CopiedPartition } from './files.ts';

/** A table with its columns, and the tables that it refers to. */
export type OwnTable = { name: string; columns: string[]; refers: string[] };

/**
 * Tables that are not copied: migrations write the first, running processes the others. Unlogged tables are not copied either, because PostgreSQL empties
 * them after a crash: nothing may depend on their rows.
 */
const LEFT_OUT = new Set(['schema_migration', 'api_presence', 'job_worker']);

/** Selects the tables of the schema, each after the tables that it refers to. Other tables in the database are ignored. */
export async function selectTables(tx: Tx): Promise<OwnTable[]> {
  const schema = await readFile(new URL('../../schema.sql', import.meta.url), 'utf8');
  const names = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name = '']) => name).filter((name) => !LEFT_OUT.has(name));
  const tables = await tx.rows<OwnTable>(sql`
    select c.relname::text as name,
           (select array_agg(a.attname::text order by a.attnum)
            from pg_attribute a
            where a.attrelid = c.oid
              and a.attnum > 0
              and not a.attisdropped
              and a.attgenerated = '') as columns,
           (select coalesce(array_agg(distinct r.relname::text), '{}')
            from pg_constraint k
            join pg_class r on r.oid = k.confrelid
            where k.conrelid = c.oid
              and k.contype = 'f'
              and r.oid <> c.oid) as refers
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace
      and c.relname = any (${names}::text[])
    order by c.relname collate "C"`);
  return inReferenceOrder(tables);
}

/** Sorts tables so that each comes after those that it refers to, because an ordinary role cannot turn off foreign keys. Throws if they form a cycle. */
export function inReferenceOrder(tables: readonly OwnTable[]): OwnTable[] {
  const ordered = new Map<string, OwnTable>();
  const add = (table: OwnTable, referringTables: readonly string[]): void => {
    if (ordered.has(table.name)) return;
    if (referringTables.includes(table.name))
      throw new Error(`Tables refer to each other in a cycle: ${[...referringTables, table.name].join(', ')}`);
    for (const name of table.refers) {
      const other = tables.find((candidate) => candidate.name === name);
      if (other) add(other, [...referringTables, table.name]);
    }
    ordered.set(table.name, table);
  };
  for (const table of tables) add(table, []);
  return [...ordered.values()];
}

/** Selects the partitions of the tables, without default partitions. */
export async function selectPartitions(tx: Tx, tables: readonly OwnTable[]): Promise<CopiedPartition[]> {
  return tx.rows(sql`
    select b."table", b.name, b.ids[1] as "from", b.ids[2] as "to", b.storage
    from (
      select p.relname::text as "table", c.relname::text as name, coalesce(c.reloptions, '{}') as storage,
             regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM [(]''(.+)''[)] TO [(]''(.+)''[)]') as ids
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      join pg_class p on p.oid = i.inhparent
      where p.relnamespace = current_schema()::regnamespace
        and p.relname = any (${tables.map(({ name }) => name)}::text[])
        and c.relispartition
        and c.relkind = 'r'
    ) b
    where b.ids is not null
    order by b.name collate "C"`);
}

/** Quotes names for a statement. */
export const quotedNames = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
