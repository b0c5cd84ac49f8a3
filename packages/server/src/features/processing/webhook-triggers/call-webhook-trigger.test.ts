// run: own server because it sets MILLRACE_CALL_BYTES and MILLRACE_LOG_LEVEL
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { changesRows, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { secretIn, textsOf, webhookTriggersOf, type Delivery } from '../../../../test/support/webhook-triggers.ts';

const ROUTE = 'POST /webhooks/triggers/{secret}';
const TABLES = ['webhook_window', 'webhook_call', 'task_execution', 'live_execution'] as const;
const server = await startTestServer({ MILLRACE_LOG_LEVEL: 'debug', MILLRACE_CALL_BYTES: '10000' });
const { call, make, platform } = server;
const hooks = webhookTriggersOf(server);

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));
const refuses = (path: string, delivery: Delivery, status: number, code: string) =>
  leavesNothing(
    server,
    ROUTE,
    {
      token: undefined,
      path: secretIn(path),
      text: delivery.text ?? 'x',
      headers: { 'content-type': delivery.type ?? 'text/plain' },
    },
    status,
    code,
    ...TABLES,
  );

test('webhook-triggers.call.types', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task);
  const sent: [string, string, string][] = [
    ['application/json', '{"a": [1, "é \\u0000"]}', 'application/json'],
    ['Application/XML; charset=UTF-8', '<a>ü</a>', 'application/xml'],
    ['application/x-www-form-urlencoded', 'a=1&b=%20', 'application/x-www-form-urlencoded'],
    ['text/plain;charset="utf-8"', ' two\n lines\u0000 ', 'text/plain'],
    ['text/xml', '<b/>', 'text/xml'],
    ['application/json', '{"broken', 'application/json'],
  ];
  for (const [type, text] of sent) await hooks.callAccepted(path, { type, text });
  assert.deepEqual(
    (await hooks.executions(task)).flatMap(({ items }) => items),
    sent.map(([, data, type]) => ({ type, data })),
  );
  for (const type of ['application/octet-stream', 'multipart/form-data; boundary=x', 'text/html', 'application/problem+json']) {
    const { body } = await refuses(path, { type }, 400, 'unsupported_media_type');
    assert.match(body.message, /application\/json, application\/xml, application\/x-www-form-urlencoded, text\/plain, text\/xml/);
  }
  await refuses(path, { type: 'nonsense' }, 400, 'unsupported_media_type');
});

test('a body is decoded with its charset, and an empty body needs no media type', async () => {
  const task = await hooks.task();
  const url = server.url + (await hooks.set(task));
  const send = (type: string | undefined, body?: Uint8Array<ArrayBuffer>) =>
    fetch(url, { method: 'POST', ...(body && { body }), headers: type === undefined ? {} : { 'content-type': type } });
  assert.equal((await send('text/xml; charset=ISO-8859-1', bytes('<a>é</a>', 'latin1'))).status, 202);
  assert.equal((await send(undefined)).status, 202);
  assert.equal((await send('application/json')).status, 202);
  assert.deepEqual(
    (await hooks.executions(task)).flatMap(({ items }) => items),
    [
      { type: 'text/xml', data: '<a>é</a>' },
      { type: 'text/plain', data: '' },
      { type: 'application/json', data: '' },
    ],
  );
  assert.equal((await send('text/plain', bytes('é', 'latin1'))).status, 400, 'a body that is not UTF-8');
  assert.equal((await send('text/plain; charset=klingon', bytes('x'))).status, 400);
  assert.equal((await send(undefined, bytes('x'))).status, 400, 'a body without a media type');
  assert.equal((await hooks.executions(task)).length, 3);
});

test('webhook-triggers.call.size', async () => {
  const path = await hooks.set(await hooks.task());
  await refuses(path, { text: 'x'.repeat(10_001) }, 413, 'too_large');
  await refuses(path, { text: 'é'.repeat(5001) }, 413, 'too_large');
  await hooks.callAccepted(path, { text: 'é'.repeat(5000) });
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(bytes('x'.repeat(6000))) }, { highWaterMark: 0 });
  const ended = AbortSignal.timeout(30_000);
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: endless,
    duplex: 'half',
    signal: ended,
  } as RequestInit);
  assert.equal(answer.status, 413, 'a body without a length is not read to its end');
});

test('webhook-triggers.call.big-data', async () => {
  for (const artifactType of ['big_data_batch', 'big_data_streaming']) {
    const path = await hooks.set(await hooks.task({ artifactType }));
    const { body } = await refuses(path, { text: 'x'.repeat(5121) }, 413, 'too_large');
    assert.match(body.message, /5120 bytes/);
    await hooks.callAccepted(path, { text: 'x'.repeat(5120) });
  }
});

test('webhook-triggers.call.secret', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task);
  await refuses(`/mrw_${'A'.repeat(43)}`, {}, 404, 'not_found');
  const { body } = await refuses('/x', { type: 'image/png', text: 'x'.repeat(20_000) }, 404, 'not_found');
  assert.doesNotMatch(JSON.stringify(body), /'x'/, 'the secret is not repeated');
  for (const secret of [task.id, (await make.user()).token, `${secretIn(path).secret}A`]) await refuses(`/${secret}`, {}, 404, 'not_found');

  await hooks.callAccepted(path);
  const renewed = await hooks.set(task, { newUrl: true });
  await refuses(path, {}, 404, 'not_found');
  await hooks.callAccepted(renewed);
  await hooks.unset(task);
  await refuses(renewed, {}, 404, 'not_found');
  assert.equal((await hooks.executions(task)).length, 2);
});

test('webhook-triggers.call.answer', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task);
  const before = await server.count(...TABLES);
  const executionId = await hooks.callAccepted(path);
  const after = await server.count(...TABLES);
  assert.deepEqual(after, {
    ...before,
    task_execution: Number(before['task_execution']) + 1,
    live_execution: Number(before['live_execution']) + 1,
  });
  const { status, body } = await call('GET /processing/executions/{executionId}', { path: { executionId } });
  assert.deepEqual([status, body.executionStatus, body.jobId], [200, 'EXECUTION_EVENT_RECEIVED', task.id]);
  const { body: page } = await call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId: task.id } });
  assert.deepEqual([page.total, page.items[0].executionType, 'apiVersion' in page.items[0]], [1, 'WEBHOOK', false]);
  assert.equal(JSON.stringify(page).includes('payload'), false, 'lists do not contain the payload');
});

test('webhook-triggers.start.single', async () => {
  for (const webhook of [
    {},
    { triggerCalls: 1 },
    { triggerCalls: 1, triggerTimeout: 30_000 },
    { triggerTimeout: 0 },
    { triggerCalls: 5, triggerTimeout: 0 },
  ]) {
    const task = await hooks.task();
    const path = await hooks.set(task, webhook);
    const ids = [await hooks.callAccepted(path, { text: 'one' }), await hooks.callAccepted(path, { text: 'two' })];
    const executions = await hooks.executions(task);
    assert.deepEqual(
      executions.map(({ id }) => id),
      ids,
    );
    assert.deepEqual(textsOf(executions), [['one'], ['two']]);
  }
});

test('webhook-triggers.call.unlogged', async () => {
  const task = await hooks.task();
  const path = await hooks.set(task, { triggerCalls: 2 });
  const sensitive = 'the payload of somebody';
  const executionId = await hooks.callAccepted(path, { text: sensitive });
  await refuses(path, { type: 'image/png', text: sensitive }, 400, 'unsupported_media_type');
  await hooks.obstruct(executionId, task);
  await changesRows(server, { webhook_call: 1, task_execution: 0 }, () => hooks.callAccepted(path, { text: sensitive }));
  await platform.db.writer.rows(sql`alter table webhook_call rename to webhook_call_away`);
  assert.equal((await hooks.deliver(path, { text: sensitive })).status, 500);
  await platform.db.writer.rows(sql`alter table webhook_call_away rename to webhook_call`);

  const log = await readFile(join(server.home, 'server.log'), 'utf8');
  assert.match(log, new RegExp(`"window":"${executionId}".*could not be started`));
  assert.match(log, /request failed/);
  assert.equal(log.includes(sensitive), false);
  assert.equal(log.includes('mrw_'), false);
  await platform.db.writer.rows(sql`delete from webhook_window where id = ${executionId}`);
});
