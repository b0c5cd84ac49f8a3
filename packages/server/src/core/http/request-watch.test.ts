// run: own server because it sets MILLRACE_LOG_LEVEL and MILLRACE_REQUEST_LOG
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

/** Sends a request id and returns the request id of the answer. */
async function answeredId(sent: string): Promise<string> {
  const answer = await fetch(`${all.url}/healthz`, { headers: { 'x-request-id': sent } });
  return answer.headers.get('x-request-id') ?? '';
}

test('requests.log: every request has a line with its id, route, status and duration, and without other content', async () => {
  const secret = 'a-path-that-is-secret';
  const answers = [
    await call('GET /orchestration/environments'),
    await call('PUT /orchestration/environments/{Id}', { path: { Id: crypto.randomUUID() }, query: { q: secret }, body: { name: secret } }),
    await call(`GET /${secret}`),
  ];
  const lines = (await linesOf(all)).filter(({ message }) => message === 'request');
  const linesOfAnswers = answers.map(({ headers }) => lines.find(({ requestId }) => requestId === headers.get('x-request-id')));
  assert.deepEqual(
    linesOfAnswers.map((line) => [line?.level, line?.route, line?.status, typeof line?.duration]),
    [
      ['info', 'GET /orchestration/environments', 200, 'number'],
      ['info', 'PUT /orchestration/environments/{Id}', 404, 'number'],
      ['info', 'other', 404, 'number'],
    ],
  );
  // Another program may have sent bytes that are no request to this port; their line has no duration.
  for (const line of linesOfAnswers)
    assert.deepEqual(Object.keys(line ?? {}), ['level', 'time', 'program', 'requestId', 'route', 'status', 'duration', 'message']);
  assert.ok(!JSON.stringify(lines).includes(secret));
});

test('the log line of a failure has the request id and the cause, but no values of rows', async () => {
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

test('the request id of a caller is used if it is valid', async () => {
  for (const valid of ['0123456789abcdef', crypto.randomUUID(), 'A-b_'.repeat(16)]) assert.equal(await answeredId(valid), valid);
  for (const invalid of ['short', 'x'.repeat(65), '0123456789abcdef"}', '0123456789 abcdef', 'a.b.c.d.e.f.g.h.i'])
    assert.match(await answeredId(invalid), /^[0-9a-f-]{36}$/, invalid);
  const sent = crypto.randomUUID();
  const { body, headers } = await call('GET /no/such/operation', { headers: { 'x-request-id': sent } });
  assert.deepEqual([body.requestId, headers.get('x-request-id')], [sent, sent]);
  assert.ok((await linesOf(all)).some(({ requestId, status }) => requestId === sent && status === 404));
});

test('requests.log: a successful request has no line with the setting "failed", and no request has one with "none"', async () => {
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
