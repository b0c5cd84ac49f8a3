// run: waiting, in test:all because it starts a server with an engine, as a program would find it
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MillraceError, openClient } from '@millrace/client';
import { publishTask, startInstall } from '../../server/test/support/install.ts';
import { shellBundle } from '../../engine/test/zips.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';

const TASKS = 3;
const install = await startInstall();
const token = await install.token();
const proxy = await startFaultyProxy(install.url);
const client = openClient({ url: proxy.url, token });
const tasks: string[] = [];
for (let number = 0; number < TASKS; number += 1) {
  const bundle = await shellBundle('sleep "${seconds:-0}"', {}, ['seconds']);
  tasks.push(await publishTask(await install.client(), bundle, { name: `Task ${number}` }));
}

/** Reads a list to its end. */
async function allOf<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

/** Returns the error of a call that must fail. */
async function errorOf(call: Promise<unknown>): Promise<MillraceError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof MillraceError, String(error));
  return error;
}

/** The calls that reach the proxy while `work` runs, with the given faults. */
async function callsDuring(faults: FaultyProxy['faults'], work: () => Promise<unknown>): Promise<string[]> {
  proxy.faults.push(...faults);
  const start = proxy.calls.length;
  await work();
  assert.deepEqual(proxy.faults, [], 'each fault was used');
  return proxy.calls.slice(start);
}

describe('repetitions', () => {
  const READ = 'GET /orchestration/workspaces';

  test('a read is repeated after a lost answer and after a gateway error', async () => {
    const calls = await callsDuring(['answer dropped', { status: 502 }], () => client.call(READ));
    assert.deepEqual(calls, [READ, READ, READ]);
  });

  test('a search is a read, although its method is POST', async () => {
    const { body } = await client.call('GET /orchestration/workspaces');
    const search = { environmentId: body[0]?.environment?.id ?? '' };
    const calls = await callsDuring(['answer dropped'], () =>
      client.call('POST /orchestration/executables/tasks/search', { body: search }),
    );
    assert.equal(calls.length, 2);
  });

  test('a creation is not repeated after a lost answer: the server has created one', async () => {
    const create = () => client.call('POST /orchestration/environments', { body: { name: 'Created once', workspaceName: 'First' } });
    let error: MillraceError | undefined;
    const calls = await callsDuring(['answer dropped'], async () => (error = await errorOf(create())));
    assert.equal(calls.length, 1);
    assert.deepEqual([error?.status, error?.code, error?.attempts], [undefined, 'no_answer', 1]);
    const { body } = await client.call('GET /orchestration/environments');
    assert.equal(body.filter(({ name }) => name === 'Created once').length, 1);
  });

  test('a creation is repeated where 503 or 429 with Retry-After says that nothing was done', async () => {
    const faults = [
      { status: 503, retryAfter: '0' },
      { status: 429, retryAfter: '0' },
    ];
    const calls = await callsDuring(faults, () =>
      client.call('POST /orchestration/environments', { body: { name: 'Created later', workspaceName: 'First' } }),
    );
    assert.equal(calls.length, 3);
  });

  test('a creation is not repeated after 503 without Retry-After, or with a pause that is too long', async () => {
    for (const fault of [{ status: 503 }, { status: 503, retryAfter: '3600' }]) {
      let error: MillraceError | undefined;
      const create = () => client.call('POST /orchestration/environments', { body: { name: 'Not created', workspaceName: 'First' } });
      const calls = await callsDuring([fault], async () => (error = await errorOf(create())));
      assert.equal(calls.length, 1);
      assert.deepEqual([error?.status, error?.message], [503, 'Busy']);
    }
  });

  test('a call is repeated at most as often as the settings say', async () => {
    const withOneRetry = openClient({ url: proxy.url, token, maxRetries: 1 });
    let error: MillraceError | undefined;
    await callsDuring([{ status: 503 }, { status: 503 }], async () => (error = await errorOf(withOneRetry.call(READ))));
    assert.equal(error?.attempts, 2);
  });
});

describe('errors', () => {
  test('a refusal has status, code, message, request id and the route', async () => {
    const route = 'POST /orchestration/environments';
    const error = await errorOf(client.call(route, { body: { name: 'Created once', workspaceName: 'First' } }));
    assert.deepEqual([error.status, error.code, error.route, error.name], [409, 'environment_name_taken', route, 'MillraceError']);
    assert.match(error.message, /An environment of that name exists/);
    assert.match(error.requestId ?? '', /^[\w-]{8,}$/);
  });

  test('a wrong token is refused with 401 and not repeated', async () => {
    const withWrongToken = openClient({ url: proxy.url, token: 'wrong' });
    const calls = await callsDuring([], async () =>
      assert.equal((await errorOf(withWrongToken.call('GET /orchestration/workspaces'))).status, 401),
    );
    assert.equal(calls.length, 1);
  });

  test('an attempt ends at its time limit', async () => {
    const withShortLimit = openClient({ url: proxy.url, token, timeoutMs: 50, maxRetries: 0 });
    let error: MillraceError | undefined;
    await callsDuring(['never answered'], async () => (error = await errorOf(withShortLimit.call('GET /orchestration/workspaces'))));
    assert.equal(error?.code, 'time_limit');
  });

  test('a call to a server that does not run has the code no_answer', async () => {
    const withoutServer = openClient({ url: 'http://127.0.0.1:1', maxRetries: 1 });
    const error = await errorOf(withoutServer.call('GET /orchestration/workspaces'));
    assert.deepEqual([error.code, error.attempts, error.status], ['no_answer', 2, undefined]);
  });

  test('the signal of the caller ends a call with its own reason', async () => {
    const reason = new Error('no longer needed');
    const ended = new AbortController();
    proxy.faults.push('never answered');
    const call = client.call('GET /orchestration/workspaces', { signal: ended.signal });
    ended.abort(reason);
    await assert.rejects(call, (error) => error === reason);
    proxy.faults.length = 0;
  });
});

describe('lists', () => {
  test('a list by offset is read to its end', async () => {
    let found: string[] = [];
    const read = async () => {
      const entries = await allOf(client.list('GET /orchestration/executables/tasks', { query: { limit: 2 } }));
      found = entries.map(({ executable }) => executable);
    };
    const calls = await callsDuring([], read);
    assert.deepEqual(found.toSorted(), tasks.toSorted());
    assert.equal(calls.length, 2);
  });

  test('a search has its page in the body', async () => {
    const { body } = await client.call('GET /orchestration/workspaces');
    const workspace = body.find(({ type }) => type === 'shared');
    const search = { environmentId: workspace?.environment?.id ?? '', limit: 2 };
    const found = await allOf(client.list('POST /orchestration/executables/tasks/search', { body: search }));
    assert.equal(found.length, TASKS);
  });

  test('a list by cursor is read to its end', async () => {
    for (const name of ['One', 'Two', 'Three']) await client.call('POST /api/v1/groups', { body: { name } });
    const found = await allOf(client.list('GET /api/v1/groups', { query: { limit: 2 } }));
    assert.deepEqual(
      ['One', 'Two', 'Three'].filter((name) => found.some((group) => group.name === name)),
      ['One', 'Two', 'Three'],
    );
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
  });

  test('a list of numbered pages and a list of SCIM are read to their ends', async () => {
    const numbered = await allOf(client.list('GET /account/groups', { query: { size: 2 } }));
    const scim = await allOf(client.list('GET /scim/v2/Groups', { query: { count: 2 } }));
    assert.ok(numbered.length >= 3, String(numbered.length));
    assert.equal(scim.length, numbered.length);
  });

  test('a list without pages is read once, and break ends the reading', async () => {
    const calls = await callsDuring([], async () => {
      for await (const _ of client.list('GET /orchestration/environments'));
      for await (const _ of client.list('GET /orchestration/executables/tasks', { query: { limit: 1 } })) break;
    });
    assert.equal(calls.length, 2);
  });

  test('an answer that is not a list is refused', async () => {
    const read = allOf(client.list('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: tasks[0] ?? '' } }));
    await assert.rejects(read, /is not a list/);
  });
});

describe('waiting', () => {
  const start = async (seconds: string): Promise<string> =>
    (await client.call('POST /processing/executions', { body: { executable: tasks[0] ?? '', parameters: { seconds } } })).body.executionId;

  test('waits for a task and returns its execution; lines of its log are a list', async () => {
    const executionId = await start('0');
    assert.equal((await client.waitForTask(executionId)).status, 'execution_successful');
    const lines = await allOf(
      client.list('GET /monitoring/executions/{id}/logs', { path: { id: executionId }, query: { count: 1, order: 'ASC' } }),
    );
    assert.ok(lines.length >= 2, JSON.stringify(lines));
  });

  test('waits while the server is unavailable', async () => {
    const executionId = await start('1');
    const waiting = client.waitForTask(executionId);
    await install.stop();
    await install.start();
    assert.equal((await waiting).executionId, executionId);
  });

  test('ends at its time limit, while the execution goes on', async () => {
    const executionId = await start('600');
    const error = await errorOf(client.waitForTask(executionId, { timeoutMs: 300 }));
    assert.equal(error.code, 'time_limit');
    const reason = new Error('enough');
    await assert.rejects(client.waitForTask(executionId, { signal: AbortSignal.abort(reason) }), (thrown) => thrown === reason);
    await client.call('DELETE /processing/executions/{executionId}', { path: { executionId } });
    assert.equal((await client.waitForTask(executionId)).status, 'terminated');
  });

  test('ends at its time limit also where the server takes the call and never answers', async () => {
    const executionId = await start('0');
    const withoutLimit = openClient({ url: proxy.url, token, timeoutMs: 0 });
    let error: MillraceError | undefined;
    const wait = () => withoutLimit.waitForTask(executionId, { timeoutMs: 300 });
    const calls = await callsDuring(['never answered'], async () => (error = await errorOf(wait())));
    assert.equal(calls.length, 1);
    assert.equal(error?.code, 'time_limit');
    assert.equal((await client.waitForTask(executionId)).executionId, executionId);
  });

  test('reads once without time to wait', async () => {
    const executionId = await start('0');
    await client.waitForTask(executionId);
    assert.equal((await client.waitForTask(executionId, { timeoutMs: 0 })).executionId, executionId);
  });

  test('waits for a plan', async () => {
    const taskIds = [tasks[0] ?? ''];
    const { body: task } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: taskIds[0] ?? '' } });
    const plan = { name: 'Waited for', workspaceId: task.workspace?.id ?? '', steps: [{ name: 'Only', taskIds }] };
    const { body: created } = await client.call('POST /orchestration/executables/plans', { body: plan });
    const { body: started } = await client.call('POST /processing/executions/plans', { body: { executable: created.id } });
    assert.ok((await client.waitForPlan(started.executionId)).finishTimestamp);
  });

  test('an execution that does not exist is refused at once', async () => {
    assert.equal((await errorOf(client.waitForPromotion(crypto.randomUUID()))).status, 404);
  });
});
