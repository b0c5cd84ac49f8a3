/** The sizes of the tables of a database, and their dead rows: P18 and P19. */
import type { Client } from 'pg';

/** A table with its indexes and TOAST: its bytes, and the rows that wait for a vacuum, as PostgreSQL counts them. */
export type TableSize = { name: string; bytes: number; dead: number };

/** The tables in the details of a result, and the growth in bytes from which a table is one of them. */
const NAMED = 6;
const MENTIONED_BYTES = 100_000;

/** Reads the sizes of all tables, partitions one by one. */
export async function readTables(client: Client): Promise<TableSize[]> {
  const { rows } = await client.query<TableSize>(`
    select relname as name, pg_total_relation_size(relid)::float8 as bytes, n_dead_tup::float8 as dead
    from pg_stat_user_tables`);
  return rows;
}

/** Returns the whole size at each moment, and the tables that have grown the most since the first, as lines of a report. */
export function grownTables(moments: readonly (readonly [moment: string, tables: readonly TableSize[]])[]): string[] {
  const show = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const sum = (tables: readonly TableSize[], of: 'bytes' | 'dead'): number => tables.reduce((total, table) => total + table[of], 0);
  const all = moments.map(([moment, tables]) => `${moment} ${show(sum(tables, 'bytes'))}, ${sum(tables, 'dead')} dead rows`);
  const [first, ...later] = moments.map(([, tables]) => new Map(tables.map((table) => [table.name, table])));
  const growthOf = (name: string): number =>
    Math.max(...later.map((tables) => tables.get(name)?.bytes ?? 0)) - (first?.get(name)?.bytes ?? 0);
  const names = [...new Set(later.flatMap((tables) => [...tables.keys()]))].filter((name) => growthOf(name) >= MENTIONED_BYTES);
  const lines = names
    .toSorted((a, b) => growthOf(b) - growthOf(a))
    .slice(0, NAMED)
    .map((name) => {
      const sizes = [first, ...later]
        .map((tables) => tables?.get(name))
        .map((table) => `${show(table?.bytes ?? 0)} (${table?.dead ?? 0} dead)`);
      return `${name} ${sizes.join(' → ')}`;
    });
  return [`all tables ${all.join('; ')}`, ...lines];
}
