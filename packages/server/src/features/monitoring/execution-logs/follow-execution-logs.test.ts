import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { standInEngine, type Lease } from '../../../../test/support/engine.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { readLogLines } from '../log-store/index.ts';

const ROUTE = 'GET /monitoring/executions/{id}/logs/stream';
const server = await startTestServer();
const { call, make } = server;
const task = await make.task();
const engine = await standInEngine(server, task.environment);
const token = await make.administratorToken();

async function running(): Promise<Lease> {
  await call('POST /processing/executions', { body: { executable: task.id } });
  return engine.claimOne();
}

type Event = { event: string; id: string | undefined; data: { index?: number; logMessage?: string; executionStatus?: string } };

/** Reads events until `enough` returns true, or until the stream ends. */
async function events(
  id: string,
  enough: (all: Event[]) => boolean,
  sent: { query?: string; last?: string; token?: string } = {},
): Promise<Event[]> {
  const leaving = new AbortController();
  const answer = await fetch(`${server.url}/monitoring/executions/${id}/logs/stream${sent.query ?? ''}`, {
    headers: { authorization: `Bearer ${sent.token ?? token}`, ...(sent.last !== undefined && { 'last-event-id': sent.last }) },
    signal: leaving.signal,
  });
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/);
  const all: Event[] = [];
  let text = '';
  try {
    for await (const bytes of answer.body ?? []) {
      text += Buffer.from(bytes).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
        const event = fields.get('event');
        if (event !== undefined) all.push({ event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '') });
      }
      if (enough(all)) break;
    }
  } finally {
    leaving.abort();
  }
  return all;
}
const messages = (all: readonly Event[]) => all.filter(({ event }) => event === 'line').map(({ data }) => data.logMessage);
const never = () => false;

test('execution-logs.stream.right', async () => {
  const lease = await running();
  const { executionId } = lease;
  await engine.finish(lease);
  await requiresOneOf(
    server,
    { workspace: task.workspace, right: 'VIEW' },
    async (caller) => {
      const answer = await fetch(`${server.url}/monitoring/executions/${executionId}/logs/stream`, {
        ...(caller !== undefined && { headers: { authorization: `Bearer ${caller}` } }),
      });
      const text = await answer.text();
      return { status: answer.status, body: answer.status === 200 ? {} : JSON.parse(text), headers: answer.headers };
    },
    200,
  );
  assertRefused(await call(ROUTE, { path: { id: newId() } }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { id: executionId }, query: { startIndex: -1 } }), 400, 'malformed_request');
});

test('sends lines as they are written, and ends with the execution', async () => {
  const lease = await running();
  await engine.log(lease, ['0', '1']);
  const read = events(lease.executionId, never);
  await engine.log(lease, ['2'], 2);
  await engine.log(lease, ['3', '4'], 3);
  await engine.finish(lease);
  const all = await read;
  assert.deepEqual(messages(all), ['0', '1', '2', '3', '4']);
  assert.deepEqual(
    all.slice(0, 5).map(({ id, data }) => [id, data.index]),
    [0, 1, 2, 3, 4].map((index) => [String(index), index]),
  );
  assert.deepEqual(all.at(-1), { event: 'end', id: undefined, data: { executionStatus: 'EXECUTION_SUCCESS' } });
});

test('execution-logs.stream.resume', async () => {
  const lease = await running();
  await engine.log(
    lease,
    Array.from({ length: 20 }, (_, index) => String(index)),
  );
  const first = await events(lease.executionId, (all) => all.length >= 5);
  const last = first[4]?.id ?? '';
  await engine.finish(lease);
  const rest = await events(lease.executionId, never, { last });
  assert.deepEqual(
    messages(rest),
    Array.from({ length: 15 }, (_, index) => String(index + 5)),
  );
  assert.deepEqual(messages(await events(lease.executionId, never, { query: '?startIndex=18' })), ['18', '19']);
  assert.deepEqual(messages(await events(lease.executionId, never, { query: '?startIndex=500' })), []);
});

test('sends no further lines to a caller that loses the right to read', async () => {
  const lease = await running();
  const user = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  const received = Promise.withResolvers<void>();
  const note = (all: readonly Event[]): false => {
    if (all.length > 0) received.resolve();
    return false;
  };
  const read = events(lease.executionId, note, { token: user.token });
  await engine.log(lease, ['before']);
  await received.promise;
  await call('DELETE /security/workspaces/{workspaceId}/users/{userId}/permissions', {
    path: { workspaceId: task.workspace, userId: user.id },
  });
  await engine.log(lease, ['after'], 1);
  const all = await read;
  assert.deepEqual(messages(all), ['before']);
  assert.equal(
    all.some(({ event }) => event === 'end'),
    false,
  );
  await engine.finish(lease);
});

test('reads a log in small batches', async () => {
  const lease = await running();
  const count = 640;
  const long = Array.from({ length: 40 }, (_, index) => `${index} `.padEnd(30_000, 'x'));
  await engine.log(lease, [...Array.from({ length: count - long.length }, (_, index) => `short ${index}`), ...long]);
  await engine.finish(lease);
  const { db, blobs } = server.platform;
  const batches = [];
  for await (const batch of readLogLines({ tx: db.reader, blobs }, lease.executionId, { from: 0, to: count })) batches.push(batch);
  assert.deepEqual(
    batches.flat().map((line) => line.index),
    Array.from({ length: count }, (_, index) => index),
  );
  for (const batch of batches) {
    assert.ok(batch.length <= 256, `${batch.length} lines at once`);
    const bytes = batch.reduce((sum, line) => sum + line.message.length, 0);
    assert.ok(bytes <= 64 * 1024 + 30_100, `${bytes} bytes at once`);
  }
});
