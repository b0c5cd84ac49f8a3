import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { migrate, readMigrations } from '../../../../core/database/migrate.ts';
import { listPartitions, partitionAt } from '../../../../core/database/partitions.ts';
import { sql } from '../../../../core/database/sql.ts';
import { runTimer } from '../../../../../test/support/background.ts';
import { asAdministrator, databaseUrl, testServerUrl } from '../../../../../test/support/database.ts';
import { standInEngine } from '../../../../../test/support/engine.ts';
import { pastExecution } from '../../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../../test/support/server.ts';
import { historyTable } from '../life-cycle/executions.ts';

const server = await startTestServer();
const { call, make, platform } = server;
const GET = 'GET /processing/executions/{executionId}';
const month = partitionAt(historyTable, new Date()).name;
/** A negative history, so that the current month is too old. */
const NO_DAYS = -62;
const keepPartitions = (historyDays: number): Promise<void> =>
  runTimer({ ...platform, settings: { ...platform.settings, limits: { ...platform.settings.limits, historyDays } } }, 'keep-partitions');

const partitionOf = async (id: string): Promise<string | undefined> =>
  (await platform.db.reader.one<{ place: string }>(sql`select tableoid::regclass::text as place from task_execution where id = ${id}`))
    ?.place;

test('a new install stores an execution in the partition of its month', async () => {
  const task = await make.task();
  const { body } = await call('POST /processing/executions', { body: { executable: task.id } });
  assert.equal(await partitionOf(body.executionId), month);
});

test('executions that end together stay in the pages where they were accepted', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  for (let count = 0; count < 40; count += 1) await call('POST /processing/executions', { body: { executable: task.id } });
  const pages = () =>
    platform.db.reader.rows<{ id: string; page: number }>(
      sql`select id, (ctid::text::point)[0]::integer as page from task_execution where task_id = ${task.id} order by id`,
    );
  const before = await pages();
  const { executions: claimed } = await engine.claim({ free: 40 });
  const now = Date.now();
  await engine.report({
    finishes: claimed.map(({ executionId, fence }) => ({
      executionId,
      fence,
      outcome: 'EXECUTION_SUCCESS',
      startedAt: now,
      finishedAt: now,
    })),
  });
  assert.equal(claimed.length, 40);
  assert.deepEqual(await pages(), before);
});

test('history.retention.whole-months', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const old = await pastExecution(server, task, { triggeredAt: new Date() });
  const started = await call('POST /processing/executions', { body: { executable: task.id } });
  const { executionId } = started.body;
  await keepPartitions(60);
  assert.equal((await call(GET, { path: { executionId: old } })).status, 200);

  await keepPartitions(NO_DAYS);
  assert.equal(await partitionOf(old), month, 'the partition stays while one of its executions waits');
  // The execution of the previous test also waits.
  await platform.db.writer.rows(sql`delete from live_execution where execution_id <> ${executionId}`);
  await engine.finish(await engine.claimOne());
  await keepPartitions(NO_DAYS);
  assert.ok((await listPartitions(platform.db.reader, historyTable)).every(({ name }) => name !== month));
  for (const id of [old, executionId]) assertRefused(await call(GET, { path: { executionId: id } }), 404, 'not_found');

  const next = await call('POST /processing/executions', { body: { executable: task.id } });
  assert.equal(next.status, 201, 'without a partition of its month it is stored in the default partition');
  assert.equal(await partitionOf(next.body.executionId), 'task_execution_default');
  await engine.finish(await engine.claimOne());
  await keepPartitions(60);
  assert.equal(await partitionOf(next.body.executionId), month);
});

test('a migration keeps the history of an older version, whatever its ids are', async () => {
  const name = `history_${crypto.randomUUID().replaceAll('-', '')}`;
  await asAdministrator(testServerUrl(), (client) => client.query(`create database ${name}`));
  after(() => asAdministrator(testServerUrl(), (client) => client.query(`drop database if exists ${name} with (force)`)));
  const migrations = await readMigrations();
  const before = migrations.filter((migration) => migration.name < '0025');
  await migrate(databaseUrl(name), before);
  const client = new Client({ connectionString: databaseUrl(name) });
  await client.connect();
  try {
    await client.query(`
      insert into tenant (id, name) values (gen_random_uuid(), 'old');
      insert into account (id, tenant_id, login, email, first_name, last_name) select gen_random_uuid(), id, 'a', 'b', 'c', 'd' from tenant;
      insert into environment (id, tenant_id, name) select gen_random_uuid(), id, 'old' from tenant;
      insert into workspace (id, tenant_id, environment_id, name, owner_id, type)
      select gen_random_uuid(), t.id, e.id, 'old', a.id, 'custom' from tenant t, environment e, account a;
      insert into task_execution (
        id, tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout, blob_hash,
        parameters, log_level, parallel_execution_allowed, execution_type, account_id, user_type, runtime_type)
      select n.id, w.tenant_id, w.environment_id, w.id, w.id, 'old', 1, '{}', 'a', '1', 'millrace', '0', '{}', 'INFO', true, 'MANUAL', w.owner_id, 'HUMAN',
             'CLOUD'
      from workspace w, (values ('01000000-0000-7000-8000-000000000000'::uuid), ('ff000000-0000-4000-8000-000000000000')) n (id)`);
    await migrate(databaseUrl(name), migrations);
    const { rows } = await client.query(`select tableoid::regclass::text as place from task_execution order by id`);
    assert.deepEqual(rows, [{ place: month }, { place: 'task_execution_default' }]);
    await assert.rejects(client.query(`insert into task_execution select * from task_execution limit 1`), /duplicate key/);
    await client.query(`delete from workspace`);
    assert.equal((await client.query(`select from task_execution`)).rowCount, 0);
  } finally {
    await client.end();
  }
});
