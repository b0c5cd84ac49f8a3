import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { standInEngine } from '../../test/support/engine.ts';
import { isRefused } from '../../test/support/refusals.ts';
import { startTestServer } from '../../test/support/server.ts';

const MOST = 3;
const server = await startTestServer({ MILLRACE_STREAMS_PER_CALLER: String(MOST) });
const { call, make } = server;
const FOLLOW = 'GET /monitoring/executions/{id}/logs/stream';
const DOWNLOAD = 'POST /monitoring/observability/executions/download';
const task = await make.task();
const engine = await standInEngine(server, task.environment);
await call('POST /processing/executions', { body: { executable: task.id } });
const lease = await engine.claimOne();
const id = lease.executionId;

async function open(token: string): Promise<{ status: number; close(): void }> {
  const leaving = new AbortController();
  const answer = await fetch(`${server.url}/monitoring/executions/${id}/logs/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  return { status: answer.status, close: () => leaving.abort() };
}

describe('requests.streams.refused', () => {
  test('refuses one stream too many of a caller, whichever token it uses, and no other caller', async () => {
    const reader = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
    const second = (await call('POST /account/personal-access-tokens', { token: reader.token, body: { name: 'second' } })).body.token;
    const streams = await Promise.all([reader.token, second, reader.token, second, reader.token].map(open));
    assert.deepEqual(streams.map((one) => one.status).toSorted(), [200, 200, 200, 429, 429]);

    const refused = await call(FOLLOW, { token: second, path: { id } });
    isRefused(refused, 429, 'too_many_requests');
    assert.match(refused.body.message, /You have 3 streams open at this server/);
    assert.equal(refused.headers.get('retry-after'), '5');
    const wanted = { environmentId: task.environment, category: 'ETL' };
    isRefused(await call(DOWNLOAD, { token: reader.token, body: wanted }), 429, 'too_many_requests');
    assert.equal((await call('GET /account/me', { token: reader.token })).status, 200);

    const other = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
    const one = await open(other.token);
    assert.equal(one.status, 200);
    for (const stream of [...streams, one]) stream.close();
  });

  test('counts no stream that has ended or was refused', async () => {
    const { token } = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
    for (let tries = 0; tries < 2 * MOST; tries += 1) {
      isRefused(await call(FOLLOW, { token, path: { id: crypto.randomUUID() } }), 404, 'not_found');
      assert.equal((await call(DOWNLOAD, { token, body: { environmentId: task.environment, category: 'ETL' } })).status, 200);
    }
    const streams = await Promise.all(Array.from({ length: MOST }, () => open(token)));
    assert.deepEqual(new Set(streams.map((one) => one.status)), new Set([200]));
    assert.equal((await open(token)).status, 429);
    for (const stream of streams) stream.close();
    // The server learns of it a moment later.
    let again = await open(token);
    for (let tries = 0; tries < 100 && again.status !== 200; tries += 1) {
      await sleep(50);
      again = await open(token);
    }
    assert.equal(again.status, 200);
    again.close();
    await engine.finish(lease);
  });
});
