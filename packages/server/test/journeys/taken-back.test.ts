// run: own process, in test:all because it starts whole programs
/**
 * An upgrade that is taken back: a newer version has migrated the database, and has added a table and a column. The former program goes on while it
 * runs, starts again on that database, and finishes its runs. A database that does not work with it is refused, and keeps everything.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shellBundle } from '../../../engine/test/zips.ts';
import { programVersion } from '../../src/core/base/program-version.ts';
import { migrate, readMigrations } from '../../src/core/database/migrate.ts';
import { asAdministrator } from '../support/database.ts';
import { eventually, finished, publishTask, startInstall, startRun } from '../support/install.ts';

const install = await startInstall();

test('the former version runs, starts and finishes its runs on a database that a newer version has migrated, if the migration works with it', async () => {
  const client = await install.client();
  const task = await publishTask(client, await shellBundle('sleep 2; echo done'), { name: 'across' });
  const before = await startRun(client, task);
  const text = 'create table of_the_future (id uuid primary key); alter table task add column of_the_future text;';
  const next = { name: '9999_next.sql', text, checksum: 'next', worksWith: programVersion() };
  assert.deepEqual(await migrate(install.databaseUrl, [...(await readMigrations()), next], '99.0.0'), [next.name]);
  assert.equal((await finished(client, before)).executionStatus, 'EXECUTION_SUCCESS');
  const readiness = async (): Promise<unknown> => ((await (await fetch(`${install.url}/readyz`)).json()) as { status: string }).status;
  assert.equal(await readiness(), 'ok');
  await install.stop();
  await install.start();
  await eventually('the server is ready', async () => (await readiness()) === 'ok' || undefined);
  assert.equal((await finished(client, await startRun(client, task))).executionStatus, 'EXECUTION_SUCCESS');

  await install.stop();
  await asAdministrator(install.databaseUrl, (database) =>
    database.query(`update schema_migration set works_with = '99.0.0' where name = '9999_next.sql'`),
  );
  await assert.rejects(
    install.start(),
    /The database was written by a newer Millrace \(it has 9999_next\.sql\), and \S+ does not work with it/,
  );
  await asAdministrator(install.databaseUrl, async (database) => {
    const { rows } = await database.query<{ count: number }>('select count(*)::int as count from task_execution');
    assert.equal(rows[0]?.count, 2);
    await database.query(`update schema_migration set works_with = '${programVersion()}' where name = '9999_next.sql'`);
  });
  await install.start();
});
