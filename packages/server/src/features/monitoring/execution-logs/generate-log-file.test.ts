import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { chunkOf, REPORTED_AT, standInEngine, type Line } from '../../../../test/support/engine.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /monitoring/executions/{id}/logs';
const STATUS = 'POST /monitoring/executions/{id}/logs/status';
const server = await startTestServer();
const { call, make, platform } = server;
const task = await make.task();
const engine = await standInEngine(server, task.environment);

async function logged(count: number, line = lineOf) {
  await call('POST /processing/executions', { body: { executable: task.id } });
  const { executionId, fence } = await engine.claimOne();
  for (let firstIndex = 0; firstIndex < count; firstIndex += 8000) {
    const lines = Array.from({ length: Math.min(8000, count - firstIndex) }, (_, place) => line(firstIndex + place));
    await engine.report({ logs: [{ executionId, fence, firstIndex, chunk: chunkOf(lines) }] });
  }
  return { id: executionId, lease: { executionId, fence } };
}
function lineOf(index: number): Line {
  return { at: REPORTED_AT + index, severity: 'WARN', type: 'STDERR', message: `line ${index} "ü"` };
}
const generate = async (id: string, query: Record<string, unknown> = {}) => {
  const { status, body, headers } = await call(ROUTE, { path: { id }, query });
  return { status, next: headers.get('x-log-next-request-end-time'), ...body };
};
const ask = (id: string, token: unknown) => call(STATUS, { path: { id }, body: token });
/** Waits until the file is written, and downloads it. */
async function fetchFile(id: string, token: string): Promise<{ text: string; headers: Headers; url: string }> {
  for (;;) {
    const { status, body } = await ask(id, token);
    assert.equal(status, 200, JSON.stringify(body));
    if (body.status === 'READY') {
      const answer = await fetch(body.presignedURL);
      assert.equal(answer.status, 200);
      return { text: await answer.text(), headers: answer.headers, url: body.presignedURL };
    }
    assert.deepEqual(body, { status: 'IN_PROGRESS' });
    await wait(20);
  }
}
const at = (offset: number): string => new Date(REPORTED_AT + offset).toISOString();
const jsonOf = (index: number) => ({
  severity: 'WARN',
  logType: 'STDERR',
  logTimestamp: REPORTED_AT + index,
  logMessage: `line ${index} "ü"`,
});

test('a caller that may read a log may generate a file of it', async () => {
  const { id } = await logged(1);
  await requiresOneOf(server, { workspace: task.workspace, right: 'VIEW' }, (token) => call(ROUTE, { token, path: { id } }), 200);
  assertRefused(await call(ROUTE, { path: { id: newId() } }), 404, 'not_found');
  const { token } = await generate(id);
  await requiresOneOf(
    server,
    { workspace: task.workspace, right: 'VIEW' },
    (caller) => call(STATUS, { token: caller, path: { id }, body: token }),
    200,
  );
  await fetchFile(id, token);
});

test('execution-logs.generate.format', async () => {
  const { id } = await logged(3);
  const json = await generate(id);
  assert.deepEqual([json.status, json.size], [200, 3]);
  const file = await fetchFile(id, json.token);
  assert.deepEqual(JSON.parse(file.text), [0, 1, 2].map(jsonOf));
  assert.match(file.headers.get('content-type') ?? '', /^application\/json/);
  const podName = 'millrace-1-abcde';
  const pod = await logged(1);
  await engine.report({ starts: [{ ...pod.lease, startedAt: REPORTED_AT, podName }] });
  const ofPod = await fetchFile(pod.id, (await generate(pod.id)).token);
  assert.deepEqual(JSON.parse(ofPod.text), [{ ...jsonOf(0), podName }], 'entries are those of a page');
  for (const fileFormat of ['text', 'TEXT', 'Text']) {
    const text = await fetchFile(id, (await generate(id, { fileFormat })).token);
    assert.equal(text.text, [0, 1, 2].map((index) => `${at(index)} WARN STDERR line ${index} "ü"\n`).join(''));
    assert.match(text.headers.get('content-type') ?? '', /^text\/plain/);
  }
  assertRefused(await call(ROUTE, { path: { id }, query: { fileFormat: 'xml' } }), 400, 'malformed_request');
  const empty = await logged(0);
  const none = await generate(empty.id);
  assert.deepEqual([none.status, none.size, JSON.parse((await fetchFile(empty.id, none.token)).text)], [200, 0, []]);
});

test('execution-logs.generate.range', async () => {
  const { id, lease } = await logged(50);
  const { token, size } = await generate(id, { startTime: at(10), endTime: at(12) });
  assert.equal(size, 3);
  assert.deepEqual(JSON.parse((await fetchFile(id, token)).text), [10, 11, 12].map(jsonOf));
  const before = await generate(id);
  await engine.log(lease, ['later'], 50);
  assert.equal(before.size, 50);
  assert.equal(JSON.parse((await fetchFile(id, before.token)).text).length, 50, 'later lines are not in the file');
  assertRefused(await call(ROUTE, { path: { id }, query: { endTime: 'soon' } }), 400, 'malformed_request');
});

test('execution-logs.generate.file-name', async () => {
  const { id } = await logged(1);
  const plain = await fetchFile(id, (await generate(id)).token);
  assert.match(plain.headers.get('content-disposition') ?? '', /filename="logs\.json"/);
  const named = await fetchFile(id, (await generate(id, { newFileName: true, fileFormat: 'text' })).token);
  assert.ok(named.headers.get('content-disposition')?.includes(`${task.id}_${id}_logs.txt`));
});

test('execution-logs.limits.entries', async () => {
  const { id, lease } = await logged(100_000);
  const whole = await generate(id);
  assert.deepEqual([whole.status, whole.size, whole.next], [200, 100_000, null]);
  await engine.log(lease, [lineOf(100_000)], 100_000);
  const cut = await generate(id, { fileFormat: 'text' });
  assert.deepEqual([cut.status, cut.size, cut.next], [206, 100_000, at(0)]);
  const lines = (await fetchFile(id, cut.token)).text.trimEnd().split('\n');
  assert.equal(lines.length, 100_000);
  assert.ok(lines[0]?.endsWith('line 1 "ü"'), 'the last entries');
  assert.ok(lines.at(-1)?.endsWith('line 100000 "ü"'));
  const rest = await generate(id, { endTime: cut.next });
  assert.deepEqual([rest.status, rest.size, rest.next], [200, 1, null]);
  assert.deepEqual(JSON.parse((await fetchFile(id, rest.token)).text), [jsonOf(0)]);
  assert.equal(JSON.parse((await fetchFile(id, whole.token)).text).length, 100_000);
});

test('execution-logs.generate.next', async () => {
  // Three entries a millisecond: a cut within one would repeat or lose an entry.
  const { id } = await logged(100_003, (index) => ({ ...lineOf(index), at: REPORTED_AT + Math.floor(index / 3) }));
  const read: string[] = [];
  let query: { endTime?: string } = {};
  for (let status = 206; status === 206;) {
    const part = await generate(id, { fileFormat: 'text', ...query });
    const lines = (await fetchFile(id, part.token)).text.trimEnd().split('\n');
    assert.equal(lines.length, part.size);
    read.unshift(...lines.map((line) => line.split(' ').slice(3).join(' ')));
    ({ status } = part);
    query = { endTime: part.next };
  }
  assert.deepEqual(
    read,
    Array.from({ length: 100_003 }, (_, index) => lineOf(index).message),
  );

  const { id: burst } = await logged(100_002, (index) => ({ ...lineOf(index), at: REPORTED_AT + Math.min(index, 1) }));
  const cut = await generate(burst);
  assert.deepEqual([cut.status, cut.size, cut.next], [206, 100_000, at(0)], 'the time before a millisecond that has too many entries');
  // A file that is still written would disturb tests that count files.
  await fetchFile(burst, cut.token);
});

test('execution-logs.status.token', async () => {
  const { id } = await logged(1);
  const { token } = await generate(id);
  await fetchFile(id, token);
  const forms: [text: string, type: string][] = [
    [token, 'application/json'],
    [token, 'text/plain'],
    [JSON.stringify(token), 'application/json'],
    [JSON.stringify({ token }), 'application/json'],
  ];
  for (const [text, type] of forms) {
    const { status, body } = await call(STATUS, { path: { id }, text, headers: { 'content-type': type } });
    assert.deepEqual([status, body.status], [200, 'READY'], text);
  }
  for (const text of ['', '""', '{}', '{"token":5}', '{"token"', '[]', 'null'])
    assertRefused(
      await call(STATUS, { path: { id }, text, headers: { 'content-type': 'application/json' } }),
      text === '[]' || text === 'null' ? 404 : 400,
      text === '[]' || text === 'null' ? 'not_found' : 'malformed_request',
    );
  assertRefused(await call(STATUS, { path: { id }, text: 'x'.repeat(1001), headers: { 'content-type': 'text/plain' } }), 413, 'too_large');
});

test('execution-logs.limits.token', async () => {
  const { id } = await logged(1);
  const other = await logged(1);
  const { token } = await generate(id);
  assertRefused(await ask(id, `${token.slice(0, -1)}x`), 404, 'not_found');
  assertRefused(await ask(id, 'mrl_../../etc/passwd'), 404, 'not_found');
  assertRefused(await ask(other.id, token), 404, 'not_found');
  await fetchFile(id, token);
  const age = (seconds: number) =>
    platform.db.writer.rows(sql`
      update log_file
      set created_at = now() - make_interval(secs => ${seconds})
      where execution_id = ${id}`);
  await age(3590);
  assert.equal((await ask(id, token)).status, 200);
  await age(3601);
  assertRefused(await ask(id, token), 400, 'log_token_expired');

  const files = (await server.files()).length;
  await runTimer(platform, 'remove-log-files');
  assert.equal((await server.files()).length, files, 'a download address from just before the token expired is still valid');
  await age(7201);
  await runTimer(platform, 'remove-log-files');
  assert.equal((await server.files()).length, files - 1);
  assertRefused(await ask(id, token), 404, 'not_found');
});

test('execution-logs.limits.url', async () => {
  const { id } = await logged(1);
  const { url } = await fetchFile(id, (await generate(id)).token);
  const [, terms = '', signature = ''] = /\/downloads\/([\w-]+)\.([\w-]+)$/.exec(url) ?? [];
  const [key, expires, ...rest] = JSON.parse(Buffer.from(terms, 'base64url').toString());
  const seconds = expires - Math.floor(Date.now() / 1000);
  assert.ok(seconds > 3500 && seconds <= 3600, `${seconds} s`);
  const longer = Buffer.from(JSON.stringify([key, expires + 1, ...rest])).toString('base64url');
  assert.equal((await fetch(url.replace(terms, longer))).status, 403, 'a changed expiry is refused');
  assert.equal((await fetch(url.replace(signature, signature.toLowerCase()))).status, 403);
  assert.equal((await fetch(url)).status, 200);
});

test('removes a file whose log is deleted while it is written', async () => {
  const { id } = await logged(40_000);
  const files = (await server.files()).length;
  const { token } = await generate(id);
  assert.equal((await call('DELETE /monitoring/executions/{id}/logs', { path: { id } })).status, 200);
  assertRefused(await ask(id, token), 404, 'not_found');
  const jobs = () => platform.db.reader.only<{ left: number }>(sql`select count(*) as left from graphile_worker.jobs`);
  while ((await jobs()).left > 0) await wait(20);
  assert.equal((await server.files()).length, files);
});
