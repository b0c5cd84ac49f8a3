// run: own server because it sets MILLRACE_LEASE_SECONDS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { createHistory } from '../../../../test/support/history.ts';
import { pastExecution } from '../../../../test/support/past-executions.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /monitoring/observability/executions/search';
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_LEASE_SECONDS: '3600' });
const { call, make, platform } = server;
const history = await createHistory(server);
const { ids, nameOf } = history;

const ask = (more: object = {}, token?: string): Promise<Answer> =>
  call(ROUTE, { body: { environmentId: history.environment, category: 'ETL', ...more }, ...(token !== undefined && { token }) });
const search = async (more: object = {}, token?: string): Promise<string[]> => {
  const { status, body } = await ask(more, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items.map((item: { id: string }) => nameOf(item.id));
};
const ALL = ['running', 'open', 'plan', 'hour', 'long', 'misfire', 'day', 'failedPlan', 'week', 'month'];

test('execution-history.search.order', async () => {
  assert.deepEqual(await search(), ALL);
  assert.deepEqual(await search({ exclude: 'PLAN_EXECUTIONS' }), ['running', 'open', 'step', 'hour', 'long', 'day', 'week', 'month']);
  for (let limit = 1; limit <= ALL.length; limit += 1) {
    const pages: string[] = [];
    for (let offset = 0; offset < ALL.length; offset += limit) pages.push(...(await search({ limit, offset })));
    assert.deepEqual(pages, ALL, `pages of ${limit}`);
  }
});

test('execution-history.search.order: the executions that ended last come first, whatever their trigger times', async () => {
  const task = await make.task();
  const at = (hours: number): Date => history.ago(hours);
  const made: { id: string; ended: number }[] = [];
  for (let index = 0; index < 40; index += 1) {
    const id = await pastExecution(server, task, { triggeredAt: at(100 - index) });
    const ended = (index * 37) % 101;
    await platform.db.writer.rows(sql`update task_execution set finished_at = ${at(ended)} where id = ${id}`);
    made.push({ id, ended });
  }
  const expected = made.toSorted((one, other) => one.ended - other.ended).map(({ id }) => id);
  for (const limit of [1, 7, 40]) {
    const { body } = await ask({ environmentId: task.environment, limit });
    assert.deepEqual(
      body.items.map((item: { id: string }) => item.id),
      expected.slice(0, limit),
    );
  }
});

test('execution-history.search.right', async () => {
  const user = await make.user({ rights: { [history.south.id]: ['VIEW'] } });
  assert.deepEqual(await search({}, user.token), ['open', 'long', 'week']);
  assert.deepEqual(await search({}, (await make.user()).token), []);
  const stranger = await make.user({ tenant: await make.otherTenant() });
  assert.deepEqual(await search({}, stranger.token), []);
  assert.deepEqual(await search({ environmentId: newId() }), []);
});

test('execution-history.search.category', async () => {
  const { status, body } = await ask({ category: 'ESB' });
  assert.deepEqual([status, body], [200, { items: [], limit: 50, offset: 0, nextPageExists: false }]);
  assertRefused(await ask({ category: 'OTHER' }), 400, 'malformed_request');
});

test('execution-history.limits.page', async () => {
  assert.equal((await ask()).body.limit, 50);
  assert.deepEqual([(await ask({ limit: 3 })).body.nextPageExists, (await ask({ limit: ALL.length })).body.nextPageExists], [true, false]);
  assert.equal((await ask({ limit: 200 })).body.limit, 200);
  assert.equal((await ask({ limit: null, offset: null })).body.limit, 50, 'null counts as absent');
  for (const limit of [0, 201, 1.5, '5']) assertRefused(await ask({ limit }), 400, 'malformed_request');
  for (const offset of [-1, 1.5, '5']) assertRefused(await ask({ offset }), 400, 'malformed_request');
});

/** Reads all pages by cursors. `between` runs before each further page. */
async function pagesOf(more: object, between: (page: number) => Promise<unknown> = async () => undefined): Promise<string[]> {
  const seen: string[] = [];
  for (let [cursor, page] = [undefined as string | undefined, 0]; page < 200; page += 1) {
    const { status, body } = await ask({ ...more, ...(cursor !== undefined && { cursor }) });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.nextCursor !== undefined, body.nextPageExists);
    seen.push(...body.items.map((item: { id: string }) => nameOf(item.id)));
    if (body.nextCursor === undefined) return seen;
    cursor = body.nextCursor;
    await between(page);
  }
  return assert.fail('the pages have no end');
}

test('execution-history.search.cursor', async () => {
  for (let limit = 1; limit <= ALL.length; limit += 1) {
    assert.deepEqual(await pagesOf({ limit }), ALL, `pages of ${limit}`);
    assert.deepEqual(
      await pagesOf({ limit, exclude: 'PLAN_EXECUTIONS' }),
      ['running', 'open', 'step', 'hour', 'long', 'day', 'week', 'month'],
      `pages of ${limit}`,
    );
  }
  const filters = [{ field: 'status', operator: 'in', value: ['EXECUTION_SUCCESS'] }];
  assert.deepEqual(await pagesOf({ limit: 1, filters }), await search({ filters }));

  const { nextCursor: cursor } = (await ask({ limit: 1 })).body;
  assertRefused(await ask({ cursor, offset: 1 }), 400, 'malformed_request');
  const other = Buffer.from('["1","2"]').toString('base64url');
  for (const wrong of [other, 'x', Buffer.from('["","now","a"]').toString('base64url'), 'x'.repeat(301)])
    assertRefused(await ask({ cursor: wrong }), 400, 'malformed_request');
});

test('execution-history.search.cursor: ends that are equal, ends before the trigger, and executions that end meanwhile', async () => {
  const task = await make.task();
  const made: { id: string; ended: number; triggered: number }[] = [];
  for (let index = 0; index < 60; index += 1) {
    const [triggered, ended] = [100 - (index % 7), (index * 13) % 20];
    const id = await pastExecution(server, task, { triggeredAt: history.ago(triggered) });
    await platform.db.writer.rows(sql`update task_execution set finished_at = ${history.ago(ended * 10)} where id = ${id}`);
    made.push({ id, ended, triggered });
  }
  const byOrder = (one: (typeof made)[number], other: (typeof made)[number]): number =>
    one.ended - other.ended || other.triggered - one.triggered || (one.id < other.id ? -1 : 1);
  const expected = made.toSorted(byOrder).map(({ id }) => id);
  const added: string[] = [];
  const add = async (page: number): Promise<void> => {
    if (page < 3) added.push(await pastExecution(server, task, { triggeredAt: history.ago(0) }));
  };
  for (const limit of [1, 7, 59])
    assert.deepEqual(await pagesOf({ environmentId: task.environment, limit }), expected, `pages of ${limit}`);
  assert.deepEqual(await pagesOf({ environmentId: task.environment, limit: 9 }, add), expected, 'new executions come before the cursor');
  assert.equal(added.length, 3);
});

test('execution-history.limits.depth', async () => {
  assert.deepEqual((await ask({ limit: 5, offset: 95 })).body.items, []);
  const refused = await ask({ limit: 5, offset: 96 });
  assertRefused(refused, 400, 'malformed_request');
  assert.match(refused.body.message, /at most 95: narrow the filters, or download/);
});

test('execution-history.search.status', async () => {
  const { body } = await ask();
  assert.deepEqual(
    body.items.map((item: { status: string }) => item.status),
    [
      'STARTING_FLOW_EXECUTION',
      'EXECUTION_EVENT_RECEIVED',
      'STARTING_FLOW_EXECUTION',
      'EXECUTION_FAILED',
      'EXECUTION_TERMINATED',
      'EXECUTION_MISFIRED',
      'EXECUTION_SUCCESS',
      'EXECUTION_FAILED',
      'EXECUTION_SUCCESS',
      'EXECUTION_SUCCESS',
    ],
  );
});

test('execution-history.search.people', async () => {
  const task = await make.task();
  const account = await make.user({ type: 'SERVICE' });
  const [served, orphaned] = [
    await pastExecution(server, task, { triggeredAt: history.ago(1) }),
    await pastExecution(server, task, { triggeredAt: history.ago(2) }),
  ];
  const deletedAccount = newId();
  for (const [id, accountId, type] of [
    [served, account.id, 'SERVICE'],
    [orphaned, deletedAccount, 'HUMAN'],
  ] as const)
    await platform.db.writer.rows(
      sql`update task_execution set account_id = ${accountId}, user_type = ${type}, execution_type = 'MANUAL' where id = ${id}`,
    );
  const { body } = await ask({ environmentId: task.environment });
  const shown = (id: string): unknown[] => {
    const { operator, author, authorName, authorType } = body.items.find((item: { id: string }) => item.id === id);
    return [operator, author, authorName.length > 0, authorType];
  };
  assert.deepEqual(shown(served), [account.id, account.id, true, 'SERVICE']);
  assert.deepEqual(shown(orphaned), [deletedAccount, deletedAccount, false, 'HUMAN']);
  const byAccount = await ask({ environmentId: task.environment, filters: [{ field: 'author', operator: 'in', value: [account.id] }] });
  assert.deepEqual(
    byAccount.body.items.map((item: { id: string }) => item.id),
    [served],
  );
});

test('execution-history.search.record', async () => {
  const { load, plan, north } = history;
  const { body } = await ask({ exclude: 'PLAN_EXECUTIONS' });
  const of = (name: string) => body.items.find((item: { id: string }) => item.id === ids[name]);
  const engine = await platform.db.reader.only<{ name: string }>(sql`select name from engine where id = ${history.engine.id}`);
  const { triggerTime, runStartTime, artifactName, ...running } = of('running');
  assert.ok(Number.isInteger(triggerTime) && Number.isInteger(runStartTime) && artifactName.length > 0);
  assert.deepEqual(running, {
    id: ids['running'],
    name: 'Load airports',
    status: 'STARTING_FLOW_EXECUTION',
    type: 'BIG_DATA_BATCH',
    version: '0.1',
    triggerType: 'MANUAL',
    operator: 'admin',
    operatorName: 'Millrace Administrator',
    operatorType: 'HUMAN',
    author: 'admin',
    authorName: 'Millrace Administrator',
    authorType: 'HUMAN',
    attempts: 0,
    environmentId: north.environment,
    workspaceId: north.id,
    taskId: load.id,
    artifactId: load.artifact,
    artifactVersion: '1.0.0.20260101010000',
    artifactWorkspaceId: north.id,
    destination: 'CLOUD',
    engineId: history.engine.id,
    engineName: engine.name,
    logLevel: 'WARN',
    tags: ['nightly', 'air'],
    apiVersion: running.apiVersion,
  });
  const step = of('step');
  assert.deepEqual([step.planId, step.planExecutionId, step.planName, step.triggerType], [plan.id, ids['plan'], 'Whole night', 'PLAN']);
  const hour = of('hour');
  assert.deepEqual([hour.runEndTime, hour.executeDurationMs, hour.operatorName], [history.ago(1).getTime(), 3_600_000, '']);
  assert.equal('operator' in hour, false, 'no account started it by hand');

  const plans = (await ask({ filters: [{ field: 'planId', operator: 'in', value: [plan.id] }] })).body.items;
  const misfire = plans.find((item: { id: string }) => item.id === ids['misfire']);
  assert.deepEqual([misfire.type, misfire.planId, misfire.version, misfire.misfiredReason], ['PLAN', plan.id, '1.0', 'UNKNOWN']);
  assert.equal('runStartTime' in misfire, false, 'it did not start');
});
