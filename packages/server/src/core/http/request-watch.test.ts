import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/server.ts';
import { sql } from '../database/sql.ts';

type Line = { level: string; message: string; requestId?: string; route?: string; status?: number; duration?: number; err?: object };

const linesOf = async ({ home }: TestServer): Promise<Line[]> =>
  (await readFile(join(home, 'server.log'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const start = (log: string) => startTestServer({ MILLRACE_LOG_LEVEL: 'info', MILLRACE_REQUEST_LOG: log });
const all = await start('all');
const { call, platform } = all;

/** Calls with a request id and answers the one of the answer. */
async function idOf(brought: string): Promise<string> {
  const answer = await fetch(`${all.url}/healthz`, { headers: { 'x-request-id': brought } });
  return answer.headers.get('x-request-id') ?? '';
}

test('requests.log: every request has a line with its id, route, status and duration, and nothing else of it', async () => {
  const secret = 'a-path-that-is-secret';
  const answers = [
    await call('GET /orchestration/environments'),
    await call('PUT /orchestration/environments/{Id}', { path: { Id: crypto.randomUUID() }, query: { q: secret }, body: { name: secret } }),
    await call(`GET /${secret}`),
  ];
  const lines = (await linesOf(all)).filter(({ message }) => message === 'request');
  const shown = answers.map(({ headers }) => lines.find(({ requestId }) => requestId === headers.get('x-request-id')));
  assert.deepEqual(
    shown.map((line) => [line?.level, line?.route, line?.status, typeof line?.duration]),
    [
      ['info', 'GET /orchestration/environments', 200, 'number'],
      ['info', 'PUT /orchestration/environments/{Id}', 404, 'number'],
      ['info', 'other', 404, 'number'],
    ],
  );
  for (const line of lines)
    assert.deepEqual(Object.keys(line), ['level', 'time', 'program', 'requestId', 'route', 'status', 'duration', 'message']);
  assert.ok(!JSON.stringify(lines).includes(secret));
});

test('a failure is told with the id of its request and its cause, without values of rows', async () => {
  await platform.db.writer.rows(sql`alter table environment add constraint only_ours check (name <> 'not-for-the-log') not valid`);
  const { status, body } = await call('POST /orchestration/environments', { body: { name: 'not-for-the-log', workspaceName: 'w' } });
  await platform.db.writer.rows(sql`alter table environment drop constraint only_ours`);
  assert.equal(status, 500);
  const lines = await linesOf(all);
  const failure = lines.find(({ message, requestId }) => message === 'request failed' && requestId === body.requestId);
  assert.equal(failure?.route, 'POST /orchestration/environments');
  assert.match(JSON.stringify(failure?.err), /only_ours/);
  assert.ok(!JSON.stringify(lines).includes('not-for-the-log'));
});

test('an id that a request brings is kept where it looks like one', async () => {
  for (const fitting of ['0123456789abcdef', crypto.randomUUID(), 'A-b_'.repeat(16)]) assert.equal(await idOf(fitting), fitting);
  for (const unfit of ['short', 'x'.repeat(65), '0123456789abcdef"}', '0123456789 abcdef', 'a.b.c.d.e.f.g.h.i'])
    assert.match(await idOf(unfit), /^[0-9a-f-]{36}$/, unfit);
  const brought = crypto.randomUUID();
  const { body, headers } = await call('GET /no/such/operation', { headers: { 'x-request-id': brought } });
  assert.deepEqual([body.requestId, headers.get('x-request-id')], [brought, brought]);
  assert.ok((await linesOf(all)).some(({ requestId, status }) => requestId === brought && status === 404));
});

test('requests.log: what succeeds has no line unless that is asked for, and nothing has one where none is wanted', async () => {
  for (const [log, expected] of [
    ['failed', [404]],
    ['none', []],
  ] as const) {
    const server = await start(log);
    await server.call('GET /orchestration/environments');
    await server.call('GET /no/such/operation');
    const lines = (await linesOf(server)).filter(({ message }) => message === 'request');
    assert.deepEqual(
      lines.map(({ status }) => status),
      expected,
    );
  }
});
