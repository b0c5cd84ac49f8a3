/** The PostgreSQL whose tables P11 and P12 crawl. If the machine has pg_dump, the server has the same version, because pg_dump refuses a newer server. */
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { onDatabase, type DatabaseServer, startProgram } from './processes.ts';
import type { Stage } from './contestant.ts';
import { freePort } from '../packages/engine/test/free-port.ts';

/**
 * A database to crawl: its address for its owner, the connection of an account that may only read it, and the path of a suitable pg_dump, if there
 * is one.
 */
export type SourceDatabase = { url: string; properties: { jdbcUrl: string; username: string; password: string }; dump: string | undefined };

/** The numbers of tables and views, and of the rows in each. */
export type SourceSize = { tables: number; views: number; rows: number };

/** The columns of each table, and of each view. */
export const SOURCE_COLUMNS = 10;

const PROGRAMS = '/usr/lib/postgresql';
const READER = 'reader';
const PASSWORD = 'bench-reader';
const SCHEMAS = 10;

/** Starts the server, and fills a database. Without a PostgreSQL of the machine, the database is beside those of the contestants. */
export async function startSource(stage: Stage, databases: DatabaseServer, size: SourceSize): Promise<SourceDatabase> {
  const programs = programsOfMachine();
  const url = programs === undefined ? await databases.create('source') : await startServer(stage, programs);
  const port = await onDatabase(url, async (client) => {
    await fill(client, size);
    return (await client.query<{ port: string }>('show port')).rows[0]?.port;
  });
  const database = new URL(url).pathname.slice(1);
  return {
    url,
    properties: { jdbcUrl: `jdbc:postgresql://127.0.0.1:${port}/${database}`, username: READER, password: PASSWORD },
    dump: programs && join(programs, 'pg_dump'),
  };
}

/** Finds the newest PostgreSQL that is installed with its client programs. */
function programsOfMachine(): string | undefined {
  const versions = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(PROGRAMS, version, 'bin'));
  return folders.find((folder) => ['initdb', 'postgres', 'pg_dump'].every((name) => existsSync(join(folder, name))));
}

/** Starts the server in the scratch folder, with its default settings. */
async function startServer(stage: Stage, programs: string): Promise<string> {
  const folder = join(stage.folder, 'source');
  mkdirSync(folder);
  // PostgreSQL does not run as root.
  const owner = process.getuid?.() === 0 ? { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') } : undefined;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const password = join(folder, 'password');
  writeFileSync(password, PASSWORD);
  const data = join(folder, 'data');
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'owner', `--pwfile=${password}`, '-A', 'scram-sha-256', '-E', 'UTF8'], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  startProgram(stage, [join(programs, 'postgres'), '-D', data, '-p', String(port), '-k', folder], { name: 'source', folder, ...owner });
  const url = `postgres://owner:${PASSWORD}@127.0.0.1:${port}/postgres`;
  for (let tries = 0; ; tries += 1) {
    try {
      await onDatabase(url, (client) => client.query('select 1'));
      return url;
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const idOfPostgres = (option: '-u' | '-g'): number => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));

/** Creates tables of ten columns of several types and meanings, with keys and comments, views of them, and the account that may only read them. */
async function fill(client: Client, { tables, views, rows }: SourceSize): Promise<void> {
  for (let schema = 0; schema < SCHEMAS; schema += 1) await client.query(`create schema area_${schema}`);
  for (let table = 0; table < tables; table += 1) {
    const name = `area_${table % SCHEMAS}.table_${table}`;
    await client.query(`
      create table ${name} (id bigint primary key, name text not null, mail text, phone text, country char(2), account text, amount numeric(12, 2),
        is_active boolean, changed_at timestamptz, note text);
      comment on table ${name} is 'What table ${table} is for';
      comment on column ${name}.mail is 'Where invoices go';
      insert into ${name}
      select n, 'Name ' || n * ${table + 1}, case when n % 20 > 0 then 'person.' || n || '@example.com' end, '+49 30 ' || 100000 + n,
             (array['DE', 'FR', 'IT', 'ES', 'PL'])[1 + n % 5], 'DE' || lpad((n * 7919 % 100)::text, 2, '0') || lpad(n::text, 18, '0'), n * 1.25, n % 3 > 0,
             '2026-01-01'::timestamptz + n * interval '1 minute', case when n % 4 = 0 then repeat('a note of some words ', 1 + n % 5) end
      from generate_series(1, ${rows}) n`);
  }
  for (let view = 0; view < views; view += 1)
    await client.query(`create view area_${view % SCHEMAS}.view_${view} as select * from area_${view % SCHEMAS}.table_${view}`);
  await client.query(`create role ${READER} login password '${PASSWORD}'`);
  for (let schema = 0; schema < SCHEMAS; schema += 1)
    await client.query(
      `grant usage on schema area_${schema} to ${READER}; grant select on all tables in schema area_${schema} to ${READER}`,
    );
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}
