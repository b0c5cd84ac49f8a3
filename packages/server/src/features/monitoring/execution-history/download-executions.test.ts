// run: own server because it sets MILLRACE_LEASE_SECONDS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { createHistory } from '../../../../test/support/history.ts';
import { pastExecution } from '../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /monitoring/observability/executions/download';
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_LEASE_SECONDS: '3600' });
const { call, make, platform } = server;
const history = await createHistory(server);

const ask = (more: object = {}, token?: string): Promise<Answer> =>
  call(ROUTE, { body: { environmentId: history.environment, category: 'ETL', ...more }, ...(token !== undefined && { token }) });

/** Parses a file according to RFC 4180. */
function rowsOf(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') lines.push([]);
  }
  const [header = [], ...rows] = lines.slice(0, -1);
  for (const row of rows) assert.equal(row.length, header.length);
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}
const download = async (more: object = {}, token?: string): Promise<Record<string, string>[]> => {
  const { status, body } = await ask(more, token);
  assert.equal(status, 200, JSON.stringify(body));
  return rowsOf(body);
};
const names = async (more: object = {}, token?: string): Promise<string[]> =>
  (await download(more, token)).map(({ id = '' }) => history.nameOf(id));
const ALL = ['plan', 'open', 'running', 'hour', 'misfire', 'day', 'failedPlan', 'week', 'long', 'month'];

test('execution-history.download.order', async () => {
  assert.deepEqual(await names(), ALL);
  assert.deepEqual(await names({ exclude: 'PLAN_EXECUTIONS' }), ['step', 'open', 'running', 'hour', 'day', 'week', 'long', 'month']);
  assert.deepEqual(
    await names({ filters: [{ field: 'status', operator: 'in', value: ['EXECUTION_FAILED', 'EXECUTION_EVENT_RECEIVED'] }] }),
    ['open', 'hour', 'failedPlan'],
  );
});

test('execution-history.download.file', async () => {
  const { body, headers } = await ask({ limit: 2 });
  assert.equal(headers.get('content-type'), 'application/octet-stream');
  assert.equal(headers.get('content-disposition'), 'attachment; filename="executions.csv"');
  assert.match(body, /^id,name,status,type,version,triggerType,/);
  assert.equal(body.split('\r\n').length, 4);
  const rows = await download();
  const hour = rows.find(({ id }) => id === history.ids['hour']);
  assert.deepEqual(
    [hour?.['runEndTime'], hour?.['executeDurationMs'], hour?.['tags'], hour?.['operator']],
    [history.ago(1).toISOString(), '3600000', 'nightly, air', ''],
  );
  assert.deepEqual(await download({ category: 'ESB' }), []);
  for (const limit of [0, 100_001, 1.5]) assertRefused(await ask({ limit }), 400, 'malformed_request');
  assertRefused(await ask({ filters: [{ field: 'name', operator: 'or', value: [] }] }), 400, 'malformed_filter');
  const user = await make.user({ rights: { [history.south.id]: ['VIEW'] } });
  assert.deepEqual(await names({}, user.token), ['open', 'week', 'long']);
});

test('execution-history.download.last', async () => {
  const whole: string[] = [];
  for (let lastId: string | undefined; ;) {
    const rows = await download({ limit: 3, ...(lastId !== undefined && { lastId }) });
    if (rows.length === 0) break;
    whole.push(...rows.map(({ id = '' }) => history.nameOf(id)));
    lastId = rows.at(-1)?.['id'];
  }
  assert.deepEqual(whole, ALL);
  assertRefused(await ask({ lastId: newId() }), 400, 'malformed_request');
  const user = await make.user({ rights: { [history.south.id]: ['VIEW'] } });
  assertRefused(await ask({ lastId: history.ids['hour'] }, user.token), 400, 'malformed_request');
});

test('execution-history.download.formulas', async () => {
  const task = await make.task();
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'say "a, b"\r\nand more', 'plain', '1-1'];
  const ids: string[] = [];
  for (const [index, text] of texts.entries()) {
    const id = await pastExecution(server, task, { triggeredAt: history.ago(texts.length - index) });
    await platform.db.writer.rows(sql`update task_execution set error_message = ${text} where id = ${id}`);
    ids.push(id);
  }
  const rows = await download({ environmentId: task.environment });
  const shown = ids.map((id) => rows.find((row) => row['id'] === id)?.['errorMessage']);
  assert.deepEqual(shown, ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", 'say "a, b"\r\nand more', 'plain', '1-1']);
});

test('a file of many pages has each execution once', async () => {
  const task = await make.task();
  await pastExecution(server, task, { triggeredAt: history.ago(1) });
  await platform.db.writer.rows(sql`
    insert into task_execution (
      id, tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout, blob_hash,
      parameters, log_level, parallel_execution_allowed, execution_type, account_id, user_type, runtime_type, outcome, triggered_at, finished_at)
    select gen_random_uuid(), tenant_id, environment_id, workspace_id, task_id, task_name, task_version, tags, artifact_name, artifact_version, layout,
           blob_hash, parameters, log_level, parallel_execution_allowed, execution_type, account_id, user_type, runtime_type, outcome,
           now() - n / 7 * interval '1 minute', finished_at
    from task_execution, generate_series(1, 1199) n
    where task_id = ${task.id}`);
  const rows = await download({ environmentId: task.environment, limit: 100_000 });
  assert.deepEqual([rows.length, new Set(rows.map(({ id }) => id)).size], [1200, 1200]);
  assert.equal((await download({ environmentId: task.environment, limit: 700 })).length, 700);
  assert.equal((await download({ environmentId: task.environment })).length, 1000);
});
