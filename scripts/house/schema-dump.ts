/** The schema that the migrations create, read from a temporary database, the same for every supported version of PostgreSQL. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { Database } from '../../packages/server/src/core/database/db.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { prepareDatabase } from '../../packages/server/src/server.ts';

/** Starts a database in a folder of its own, migrates it, dumps its schema and removes it. */
export async function migratedSchema(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-schema-'));
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined, durable: false });
  try {
    await prepareDatabase(postgres.tcpUrl);
    const db = new Database({ url: postgres.tcpUrl, onError: () => undefined });
    try {
      const client = await db.connect('millrace schema');
      return await dumpSchema(client).finally(() => client.end());
    } finally {
      await db.close();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/* The schema of a database as text, the same for every supported version of PostgreSQL. */

type Named = { name: string; text: string };
type TableRow = Named & {
  columns: string[];
  constraints: string[];
  partition_key: string | null;
  default_partition: string | null;
  unlogged: boolean;
};

/** Partitions are left out: they depend on the current time. The default partition is written with its table. */
const NO_PARTITION = `not c.relispartition`;

/** Tables, columns and constraints. PostgreSQL 18 also lists NOT NULL as constraints; they are written with their columns. */
const TABLES = `
  select c.relname as name,
         (select array_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
                   || case when a.attidentity <> '' then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity' else '' end
                   || case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                           when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
                   || case when a.attnotnull then ' not null' else '' end
                   order by a.attnum)
          from pg_attribute a
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid
            and a.attnum > 0
            and not a.attisdropped) as columns,
         (select array_agg(format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) order by k.contype <> 'p', k.conname collate "C")
          from pg_constraint k
          where k.conrelid = c.oid
            and k.contype in ('p', 'u', 'c', 'f', 'x')) as constraints,
         c.relpersistence = 'u' as unlogged,
         case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as partition_key,
         (select r.relname
          from pg_partitioned_table p
          join pg_class r on r.oid = p.partdefid
          where p.partrelid = c.oid) as default_partition
  from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p')
    and ${NO_PARTITION}
  order by c.relname collate "C"`;

const INDEXES = `
  select x.indexrelid::regclass::text as name, replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ') as text
  from pg_index x
  join pg_class c on c.oid = x.indrelid
  where c.relnamespace = 'public'::regnamespace
    and ${NO_PARTITION}
    and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.relname collate "C", x.indexrelid::regclass::text collate "C"`;

const OTHERS = `
  select t.tgname as name, pg_get_triggerdef(t.oid) as text
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace
    and not t.tgisinternal
    and ${NO_PARTITION}
  union all
  select p.proname, format('function %s(%s) returns %s', p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid))
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
  union all
  select c.relname, format('%s %I', case c.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'sequence' end, c.relname)
  from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('v', 'm', 'S')
  order by 1, 2`;

/** Dumps the schema `public`; the tables of the job queue are in another schema and belong to graphile-worker. */
export async function dumpSchema(client: Client): Promise<string> {
  const tables = await client.query<TableRow>(TABLES);
  const indexes = await client.query<Named>(INDEXES);
  const others = await client.query<Named>(OTHERS);
  const texts = [
    '-- Generated by `npm run generate`: what the migrations give. Change it by a new migration.',
    ...tables.rows.map(
      ({ name, columns, constraints, partition_key: key, default_partition: defaultPartition, unlogged }) =>
        `create ${unlogged ? 'unlogged ' : ''}table ${name} (\n${[...columns, ...(constraints ?? [])].map((line) => `  ${line}`).join(',\n')}\n)` +
        `${key === null ? '' : ` partition by ${key}`};${defaultPartition === null ? '' : `\ncreate table ${defaultPartition} partition of ${name} default;`}`,
    ),
    indexes.rows.map(({ text }) => `${text};`).join('\n'),
    others.rows.map(({ text }) => `-- ${text.replaceAll(/\s+/g, ' ')}`).join('\n'),
  ];
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`;
}
