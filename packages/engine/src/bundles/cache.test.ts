// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ApiError } from '@millrace/contract/client';
import { temporaryFolder } from '../../test/engine.ts';
import { fixedCredential } from '../control-plane/credential.ts';
import { openProtocol } from '../control-plane/protocol.ts';
import { BundleCache } from './cache.ts';

const neverAborted = new AbortController().signal;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function cacheOf(
  t: TestContext,
  answers: Map<string, (string | Error)[]>,
  maxBytes?: number,
): Promise<{ cache: BundleCache; folder: string; fetched: string[] }> {
  const folder = await temporaryFolder();
  const fetched: string[] = [];
  const ending = new AbortController();
  t.after(() => ending.abort(new Error('over')));
  const cache = new BundleCache({
    folder,
    signal: ending.signal,
    ...(maxBytes !== undefined && { maxBytes }),
    async fetch(hash) {
      fetched.push(hash);
      const list = answers.get(hash) ?? [];
      const answer = list.length > 1 ? list.shift() : list[0];
      if (answer instanceof Error) throw answer;
      return new Blob([answer ?? '']).stream() as ReadableStream<Uint8Array>;
    },
  });
  await cache.open();
  return { cache, folder, fetched };
}

test('fetches a bundle once when many runs need it at the same time', async (t) => {
  const { cache, fetched } = await cacheOf(t, new Map([[hashOf('a'), ['a']]]));
  const bundles = await Promise.all(Array.from({ length: 20 }, () => cache.use(hashOf('a'), neverAborted)));
  assert.equal(fetched.length, 1);
  assert.equal(await readFile(bundles[7]?.path ?? '', 'utf8'), 'a');
});

test('refuses a bundle whose content does not match its hash, and leaves no file', async (t) => {
  const { cache, folder, fetched } = await cacheOf(t, new Map([[hashOf('a'), ['b']]]));
  await assert.rejects(cache.use(hashOf('a'), neverAborted), { errorType: 'BUNDLE_UNUSABLE' });
  assert.equal(fetched.length, 2);
  assert.deepEqual(await readdir(folder), []);
});

test('fetches a bundle again when its file was changed on disk', async (t) => {
  const { cache, fetched } = await cacheOf(t, new Map([[hashOf('a'), ['a']]]));
  const first = await cache.use(hashOf('a'), neverAborted);
  first.release();
  await writeFile(first.path, 'changed by a task');
  const second = await cache.use(hashOf('a'), neverAborted);
  assert.equal(await readFile(second.path, 'utf8'), 'a');
  assert.equal(fetched.length, 2);
});

test('uses a bundle that an earlier engine fetched, if its content matches its hash', async (t) => {
  const { folder } = await cacheOf(t, new Map());
  await writeFile(join(folder, `${hashOf('a')}.zip`), 'a');
  await writeFile(join(folder, `${hashOf('b')}.zip`), 'damaged');
  const fetched: string[] = [];
  const cache = new BundleCache({
    folder,
    signal: neverAborted,
    async fetch(hash) {
      fetched.push(hash);
      return new Blob(['b']).stream() as ReadableStream<Uint8Array>;
    },
  });
  await cache.open();
  await cache.use(hashOf('a'), neverAborted);
  await cache.use(hashOf('b'), neverAborted);
  assert.deepEqual(fetched, [hashOf('b')]);
});

test('removes the least recently used bundles when space is short, but none in use', async (t) => {
  const texts = ['1111', '2222', '3333', '4444'];
  const { cache, folder } = await cacheOf(t, new Map(texts.map((text) => [hashOf(text), [text]])), 9);
  await cache.use(hashOf('1111'), neverAborted);
  for (const text of texts.slice(1)) {
    const bundle = await cache.use(hashOf(text), neverAborted);
    bundle.release();
  }
  assert.deepEqual((await readdir(folder)).sort(), [hashOf('1111'), hashOf('4444')].map((hash) => `${hash}.zip`).sort());
});

test('fails with BUNDLE_UNAVAILABLE for a bundle that the control plane refuses to send', async (t) => {
  const { cache } = await cacheOf(t, new Map([[hashOf('a'), [new ApiError(404, 'No such bundle', 'not_found')]]]));
  await assert.rejects(cache.use(hashOf('a'), neverAborted), { errorType: 'BUNDLE_UNAVAILABLE', message: /\(404\): No such bundle/ });
});

test('tries again when the control plane could not be reached', async (t) => {
  const { cache } = await cacheOf(t, new Map([[hashOf('a'), [new TypeError('fetch failed'), 'a']]]));
  assert.equal(await readFile((await cache.use(hashOf('a'), neverAborted)).path, 'utf8'), 'a');
});

test('tries again when the control plane stops answering, before the headers and within the body', { timeout: 30_000 }, async (t) => {
  const content = 'x'.repeat(100_000);
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    if (calls === 2) response.write(content.slice(0, 50_000));
    if (calls > 2) response.end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const protocol = openProtocol({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: fixedCredential('of the test'),
    log: () => {},
    silenceMilliseconds: 300,
  });
  const folder = await temporaryFolder();
  const cache = new BundleCache({ folder, signal: neverAborted, fetch: protocol.fetchBundle });
  await cache.open();
  assert.equal(await readFile((await cache.use(hashOf(content), neverAborted)).path, 'utf8'), content);
  assert.deepEqual(await readdir(folder), [`${hashOf(content)}.zip`]);
});

test('stops waiting for a bundle when the run is stopped', async (t) => {
  const stop = new AbortController();
  const { cache } = await cacheOf(t, new Map([[hashOf('a'), [new TypeError('fetch failed'), 'a']]]));
  const use = cache.use(hashOf('a'), stop.signal);
  stop.abort(new Error('stopped'));
  await assert.rejects(use, /stopped/);
});
