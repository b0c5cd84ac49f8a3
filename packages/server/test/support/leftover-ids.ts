/** Searches the tables for ids: what is left of deleted objects. */
import { sql } from '../../src/core/database/sql.ts';
import type { TestServer } from './server.ts';

type Column = { schema: string; table: string; column: string | null };

/**
 * Returns the tables with rows that contain one of the ids in any column, including JSON and queued jobs, with the number of rows. The audit log is left
 * out, because it must keep what was done to deleted objects.
 */
export async function countRowsWithIds(server: TestServer, ids: readonly string[]): Promise<Record<string, number>> {
  const tables = await server.platform.db.reader.rows<Column>(sql`
    select table_schema as schema, table_name as table, null as column
    from information_schema.tables
    where table_schema in ('public', 'graphile_worker')
      and table_type = 'BASE TABLE'
      and table_name not like 'audit\\_entry%'`);
  return count(server, tables, ids);
}

/** Returns the environment and workspace columns that contain one of the ids, with the number of rows. */
export async function countColumnsWithIds(server: TestServer, ids: readonly string[]): Promise<Record<string, number>> {
  const columns = await server.platform.db.reader.rows<Column>(sql`
    select c.table_schema as schema, c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public'
      and t.table_type = 'BASE TABLE'
      and c.column_name ~ '(environment|workspace)_id$'`);
  if (columns.length < 10) throw new Error('The columns that name environments and workspaces were not found.');
  return count(server, columns, ids);
}

/** Counts the rows by table or column. Table names cannot be parameters; the database quotes them. */
async function count(
  { platform: { db } }: TestServer,
  columns: readonly Column[],
  ids: readonly string[],
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { schema, table, column } of columns) {
    const { rows } = await db.reader.only<{ rows: number }>(sql`
      select (xpath('/row/n/text()', query_to_xml(
                format(
                  'select count(*) as n from %I.%I t where %s::text ~ %L', ${schema}::text, ${table}::text,
                  case when ${column}::text is null then 't' else format('t.%I', ${column}::text) end, ${ids.join('|')}::text),
                false, true, '')))[1]::text::integer as rows`);
    if (rows > 0) found[column === null ? table : `${table}.${column}`] = rows;
  }
  return found;
}
