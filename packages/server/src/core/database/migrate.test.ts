import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Client } from 'pg';
import { asAdministrator, databaseUrl, testServerUrl } from '../../../test/support/database.ts';
import { prepareDatabase } from '../../server.ts';
import { migrate, readMigrations, toMigration, type Migration } from './migrate.ts';
import { StartError } from '../base/start-error.ts';
import { DatabaseUnavailable } from './database-errors.ts';

const databases: string[] = [];
after(() =>
  asAdministrator(testServerUrl(), async (client) => {
    for (const name of databases) await client.query(`drop database if exists ${name} with (force)`);
  }),
);

async function emptyDatabase(): Promise<{ name: string; url: string }> {
  const name = `migrate_${crypto.randomUUID().replaceAll('-', '')}`;
  databases.push(name);
  await asAdministrator(testServerUrl(), (client) => client.query(`create database ${name}`));
  return { name, url: databaseUrl(name) };
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return (await client.query<Row>(text).finally(() => client.end())).rows;
}

const migration = (name: string, text: string): Migration => ({ name, text, checksum: `sum of ${text}` });
const applied = (url: string): Promise<{ name: string }[]> => query(url, 'select name from schema_migration order by name');
const first = migration('0001_first.sql', 'create table first (id integer)');
const second = migration('0002_second.sql', 'create table second (id integer)');

describe('migrations', { timeout: 60_000 }, () => {
  test('of a running backup hold up no start, which changes nothing on a database that is up to date', async () => {
    const { url } = await emptyDatabase();
    await migrate(url, [first]);
    const backup = new Client({ connectionString: url });
    await backup.connect();
    try {
      await backup.query('begin isolation level repeatable read read only');
      await backup.query('select * from schema_migration');
      assert.deepEqual(await migrate(url, [first]), []);
    } finally {
      await backup.end();
    }
    await query(url, 'alter table schema_migration drop column works_with');
    assert.deepEqual(await migrate(url, [first, second]), [second.name], 'the column of an install of 0.1.0 is added');
  });

  test('of this version are numbered without gaps', async () => {
    const names = (await readMigrations()).map(({ name }) => name);
    assert.ok(names.length > 0);
    names.forEach((name, index) => assert.match(name, new RegExp(String.raw`^${String(index + 1).padStart(4, '0')}_[a-z0-9_]+\.sql$`)));
  });

  test('are applied once and in order', async () => {
    const { url } = await emptyDatabase();
    assert.deepEqual(await migrate(url, [first]), [first.name]);
    assert.deepEqual(await migrate(url, [first, second]), [second.name]);
    assert.deepEqual(await migrate(url, [first, second]), []);
    assert.deepEqual(await applied(url), [{ name: first.name }, { name: second.name }]);
  });

  test('of a newer version are refused, and nothing is changed', async () => {
    const { url } = await emptyDatabase();
    await migrate(url, [first, second]);
    await assert.rejects(
      migrate(url, [first]),
      (error) =>
        error instanceof StartError && /newer Millrace \(it has 0002_second\.sql\), and \S+ does not work with it/.test(error.message),
    );
    assert.deepEqual((await applied(url)).length, 2);
  });

  test('of a newer version are left as they are where they work with this one, and refused where they do not', async () => {
    const { url } = await emptyDatabase();
    const third = migration('0003_third.sql', 'create table third (id integer)');
    await migrate(url, [first, { ...second, worksWith: '0.9.0' }, { ...third, worksWith: '0.10.0' }], '0.11.0');
    assert.deepEqual(await migrate(url, [first], '0.10.0'), []);
    await assert.rejects(migrate(url, [first], '0.9.0'), /newer Millrace \(it has 0003_third\.sql\), and 0\.9\.0 does not work with it/);
    await assert.rejects(migrate(url, [first, { ...second, checksum: 'another' }], '0.10.0'), /Differences: 0002_second\.sql/);
    assert.equal((await applied(url)).length, 3);
  });

  test('since 0.2.0 name the oldest version that works with them, so that a release can be taken back', async () => {
    const silent = (migrations: readonly Migration[]): string[] =>
      migrations.filter(({ name, worksWith }) => name > '0083' && worksWith === undefined).map(({ name }) => name);
    const text = 'create table third (id integer);';
    const later = [
      toMigration('0083_a.sql', `-- A table.\n-- works with 0.2.0\n${text}`),
      toMigration('0084_b.sql', `-- It works with 0.2.0.\n${text}`),
    ];
    assert.deepEqual([later[0]?.worksWith, silent(later)], ['0.2.0', ['0084_b.sql']]);
    assert.deepEqual(silent(await readMigrations()), [], 'give it a line "-- works with <version>"');
  });

  test('of an unreleased edition are refused with a message that lists them and says what to do, and nothing is changed', async () => {
    const { url } = await emptyDatabase();
    await migrate(url, [first, second]);
    const edited = { ...first, checksum: 'another' };
    const third = migration('0003_third.sql', 'create table third (id integer)');
    await assert.rejects(migrate(url, [edited, third]), (error) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, /0001_first\.sql \(its content differs\), 0002_second\.sql \(unknown here\)\. Nothing was changed\./);
      assert.match(error.message, /start the edition that set it up.*set DATABASE_URL, or MILLRACE_HOME/);
      assert.doesNotMatch(error.message, /delete|drop|reset/i);
      return true;
    });
    assert.deepEqual(await applied(url), [{ name: first.name }, { name: second.name }]);
  });

  test('that were edited after they were applied are refused', async () => {
    const { url } = await emptyDatabase();
    await migrate(url, [first]);
    const edited = { ...first, checksum: 'another' };
    await assert.rejects(migrate(url, [edited, second]), (error) => error instanceof StartError && /0001_first\.sql/.test(error.message));
    assert.deepEqual(await applied(url), [{ name: first.name }]);
  });

  test('that fail are rolled back, and earlier ones stay applied', async () => {
    const { url } = await emptyDatabase();
    const broken = migration('0002_broken.sql', 'create table half (id integer); select 1 / 0;');
    await assert.rejects(migrate(url, [first, broken]), /0002_broken\.sql failed: division by zero/);
    assert.deepEqual(await applied(url), [{ name: first.name }]);
    assert.deepEqual(await query(url, `select to_regclass('half') as half`), [{ half: null }]);
    assert.deepEqual(await migrate(url, [first, second]), [second.name], 'the lock is free again');
  });

  test('that fail because the disk of the database is full, or the connection is lost, are tried again by the start', async () => {
    const { url } = await emptyDatabase();
    const full = migration(
      '0002_full.sql',
      `create table half (id integer); do $$ begin raise exception using errcode = 'disk_full'; end $$`,
    );
    const lost = migration('0002_lost.sql', 'create table half (id integer); select pg_terminate_backend(pg_backend_pid())');
    for (const [broken, trouble] of [
      [full, 'short'],
      [lost, 'unreachable'],
    ] as const)
      // prettier-ignore
      await assert.rejects(migrate(url, [first, broken]), (error) => error instanceof DatabaseUnavailable && error.trouble === trouble);
    assert.deepEqual(await query(url, `select to_regclass('half') as half`), [{ half: null }]);
    assert.deepEqual(await migrate(url, [first, second]), [second.name]);
  });

  test('are applied by one of several processes that start at once, also those of the job queue', async () => {
    const { url } = await emptyDatabase();
    const all = (await readMigrations()).map(({ name }) => name);
    const results = await Promise.all(Array.from({ length: 4 }, () => prepareDatabase(url)));
    assert.deepEqual(
      results.toSorted((a, b) => b.length - a.length),
      [all, [], [], []],
    );
    assert.deepEqual(
      (await applied(url)).map(({ name }) => name),
      all,
    );
    assert.deepEqual(await query(url, 'select count(*)::int as n from graphile_worker.jobs'), [{ n: 0 }]);
  });

  test('need PostgreSQL 15 or newer', async () => {
    const { name, url } = await emptyDatabase();
    // The database reports an older version, because its search path finds this function first.
    await query(
      url,
      `
      create schema old;
      create function old.current_setting(name text) returns text language sql as $$ select case name when 'server_version_num' then '140011' end $$`,
    );
    await asAdministrator(testServerUrl(), (client) => client.query(`alter database ${name} set search_path = old, pg_catalog, public`));
    await assert.rejects(migrate(url, [first]), (error) => {
      assert.ok(error instanceof StartError);
      assert.equal(error.message, 'The database server is PostgreSQL 14; Millrace needs 15 or newer.');
      return true;
    });
  });

  test('fail with the name of a database that cannot be used, and without its password', async () => {
    const wrong: [string, RegExp][] = [
      [databaseUrl('missing_database'), /'missing_database' on 127\.0\.0\.1:\d+ .*does not exist/],
      [databaseUrl('postgres').replace(/:[^:@]+@/, ':s3cret@'), /password authentication failed/],
      ['postgres://somebody:s3cret@127.0.0.1:1/there', /'there' on 127\.0\.0\.1:1 .*ECONNREFUSED/],
    ];
    for (const [url, message] of wrong) {
      await assert.rejects(migrate(url, [first]), (error) => {
        assert.ok(error instanceof StartError, String(error));
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /s3cret/);
        return true;
      });
    }
  });
});
