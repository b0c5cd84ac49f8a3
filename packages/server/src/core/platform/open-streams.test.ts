// run: own server because it sets MILLRACE_STREAMS_PER_CALLER
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { standInEngine } from '../../../test/support/engine.ts';
import { assertRefused } from '../../../test/support/refusals.ts';
import { startTestServer } from '../../../test/support/server.ts';

const LIMIT = 3;
const server = await startTestServer({ MILLRACE_STREAMS_PER_CALLER: String(LIMIT) });
const { call, make } = server;
const FOLLOW = 'GET /monitoring/executions/{id}/logs/stream';
const DOWNLOAD = 'POST /monitoring/observability/executions/download';
const task = await make.task();
const engine = await standInEngine(server, task.environment);
await call('POST /processing/executions', { body: { executable: task.id } });
const lease = await engine.claimOne();
const id = lease.executionId;
const toDownload = { environmentId: task.environment, category: 'ETL' };

async function open(token: string): Promise<{ status: number; close(): void }> {
  const controller = new AbortController();
  const answer = await fetch(`${server.url}/monitoring/executions/${id}/logs/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  return { status: answer.status, close: () => controller.abort() };
}

/** Opens as many streams as a caller may have. Retries, because the server notices a moment later that a caller has closed a stream. */
async function openAll(token: string): Promise<{ close(): void }[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    const streams = await Promise.all(Array.from({ length: LIMIT }, () => open(token)));
    if (streams.every(({ status }) => status === 200)) return streams;
    for (const stream of streams) stream.close();
    await sleep(50);
  }
  return assert.fail('closed streams still count');
}

describe('requests.streams.refused', () => {
  test('refuses the streams of a caller above the limit, whichever token it uses, and accepts those of another caller', async () => {
    const reader = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
    const second = (await call('POST /account/personal-access-tokens', { token: reader.token, body: { name: 'second' } })).body.token;
    const streams = await Promise.all([reader.token, second, reader.token, second, reader.token].map(open));
    assert.deepEqual(streams.map(({ status }) => status).toSorted(), [200, 200, 200, 429, 429]);

    const refused = await call(FOLLOW, { token: second, path: { id } });
    assertRefused(refused, 429, 'too_many_requests');
    assert.match(refused.body.message, /You have 3 streams open at this server/);
    assert.equal(refused.headers.get('retry-after'), '5');
    assertRefused(await call(DOWNLOAD, { token: reader.token, body: toDownload }), 429, 'too_many_requests');
    assert.equal((await call('GET /account/me', { token: reader.token })).status, 200);

    const other = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
    const accepted = await open(other.token);
    assert.equal(accepted.status, 200);
    for (const stream of [...streams, accepted]) stream.close();
  });

  test('does not count a stream that has ended or was refused', async () => {
    const { token } = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
    for (let tries = 0; tries < 2 * LIMIT; tries += 1) {
      assertRefused(await call(FOLLOW, { token, path: { id: crypto.randomUUID() } }), 404, 'not_found');
      assert.equal((await call(DOWNLOAD, { token, body: toDownload })).status, 200);
    }
    // The callers disconnect at different moments between the request and the answer.
    for (let pause = 0; pause < 40; pause += 1) {
      const controller = new AbortController();
      const request = fetch(`${server.url}/monitoring/executions/${id}/logs/stream`, {
        headers: { authorization: `Bearer ${token}` },
        signal: controller.signal,
      });
      await sleep(pause / 2);
      controller.abort();
      await request.catch(() => undefined);
    }
    const streams = await openAll(token);
    assert.equal((await open(token)).status, 429);
    for (const stream of streams) stream.close();
    for (const stream of await openAll(token)) stream.close();
    await engine.finish(lease);
  });
});
