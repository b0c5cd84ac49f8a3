// run: own server because it sets MILLRACE_LOG_LEVEL
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const SECRET = 'swordfish-7c1-canary';
const server = await startTestServer({ MILLRACE_LOG_LEVEL: 'debug' });
const { call, make, platform } = server;

async function makeRun(options: { artifactParameters?: unknown[]; parameters?: Record<string, string> } = {}) {
  const task = await make.task(options);
  const parameters = [{ name: 'host', value: 'db.example' }, { name: 'password', value: SECRET, encrypted: true }, { name: 'unset' }];
  const body = { name: crypto.randomUUID(), workspaceId: task.workspace, app: 'postgresql', parameters };
  const connection = (await call('POST /orchestration/connections', { body })).body.id as string;
  await platform.db.writer.rows(sql`
    update task
    set connections = jsonb_build_object('source', ${connection}::text)
    where id = ${task.id}`);
  return { task, connection, start: () => call('POST /processing/executions', { body: { executable: task.id } }) };
}

test('connections.run.parameters', async () => {
  const { task, start } = await makeRun({ parameters: { limit: '10', connection_source_host: 'localhost' } });
  const { body } = await start();
  const stored = await platform.db.reader.only<{ row: object }>(sql`
    select to_jsonb(x) as row
    from task_execution x
    where id = ${body.executionId}`);
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(SECRET));
  const engine = await standInEngine(server, task.environment);
  assert.deepEqual((await engine.claimOne()).parameters, {
    limit: '10',
    connection_source_host: 'db.example',
    connection_source_password: SECRET,
  });
});

test('execution-logs.secrets.marked', async () => {
  const declared = [
    { name: 'token', type: 'secret', required: false },
    { name: 'pin', type: 'id_Password', required: false, value: '4711' },
    { name: 'key', type: 'PASSWORD', required: false },
    { name: 'unset', type: 'password', required: false },
    { name: 'city', type: 'string', required: false },
    { name: 'old', required: false },
  ];
  const { task, start } = await makeRun({
    artifactParameters: declared,
    parameters: { key: 'k', city: 'Lisbon', old: '1', password: 'p' },
  });
  await call('POST /processing/executions', { body: { executable: task.id, parameters: { token: 't' } } });
  await start();
  const engine = await standInEngine(server, task.environment);
  const marked = (await engine.claim({ free: 2 })).executions.map(({ secretParameters = [] }) => secretParameters.toSorted());
  assert.deepEqual(marked, [
    ['connection_source_password', 'key', 'password', 'pin', 'token'],
    ['connection_source_password', 'key', 'password', 'pin'],
  ]);

  const plain = await make.task({ artifactParameters: [{ name: 'city', type: 'string' }], parameters: { city: 'Lisbon' } });
  await call('POST /processing/executions', { body: { executable: plain.id } });
  assert.ok(!('secretParameters' in (await (await standInEngine(server, plain.environment)).claimOne())), 'nothing is secret');
});

test('connections.run.parameters: a required parameter is satisfied by a connection that has a value', async () => {
  const required = (name: string) => ({ name, required: true });
  assert.equal((await (await makeRun({ artifactParameters: [required('connection_source_password')] })).start()).status, 201);
  for (const name of ['connection_source_unset', 'connection_other_password'])
    assertRefused(await (await makeRun({ artifactParameters: [required(name)] })).start(), 400, 'parameter_required');
});

test('connections.run.parameters: a run whose connection is deleted or unreadable fails, and other runs start', async () => {
  const [deleted, broken, fine] = [await makeRun(), await makeRun(), await makeRun()];
  await platform.db.writer.rows(sql`
    update connection_parameter
    set secret_value = set_byte(secret_value, length(secret_value) - 1, (get_byte(secret_value, length(secret_value) - 1) + 1) % 256)
    where connection_id = ${broken.connection}
      and secret_value is not null`);
  for (const { task } of [broken, fine]) await moveTo(deleted.task.environment, task.workspace);
  const ids: string[] = [];
  for (const run of [deleted, broken, fine]) ids.push((await run.start()).body.executionId);
  await platform.db.writer.rows(sql`
    delete from connection
    where id = ${deleted.connection}`);
  const engine = await standInEngine(server, deleted.task.environment);
  assert.equal((await engine.claimOne()).executionId, ids[2]);
  for (const executionId of ids.slice(0, 2)) {
    const { body } = await call('GET /processing/executions/{executionId}', { path: { executionId } });
    assert.deepEqual([body.executionStatus, body.errorType], ['DEPLOY_FAILED', 'CONNECTION_UNREADABLE']);
  }
});

test('the secret is nowhere in the database and in no line of the log', async () => {
  const { body } = await call('GET /orchestration/connections');
  assert.doesNotMatch(JSON.stringify(body), new RegExp(SECRET));
  assert.match(await dump(), /db\.example/, 'the dump contains the rows');
  for (const form of [SECRET, Buffer.from(SECRET).toString('base64').slice(0, 16), Buffer.from(SECRET).toString('hex')])
    assert.ok(!(await dump()).includes(form), form);
  const log = await readFile(join(server.home, 'server.log'), 'utf8');
  assert.match(log, /connections of an execution cannot be read/, 'the log has lines');
  assert.ok(!log.includes(SECRET));
});

const moveTo = (environment: string, workspace: string): Promise<unknown> =>
  platform.db.writer.rows(sql`
    update workspace
    set environment_id = ${environment}
    where id = ${workspace}`);

/** Returns every row of every table as text, bytes in hexadecimal. */
async function dump(): Promise<string> {
  const tables = await platform.db.reader.rows<{ xml: string }>(sql`
    select query_to_xml(format('select t::text as row from %I.%I t', schemaname, tablename), true, false, '')::text as xml
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  return tables.map(({ xml }) => xml).join('\n');
}
