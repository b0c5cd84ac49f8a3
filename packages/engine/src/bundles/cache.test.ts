// isolation: own process because its engine starts processes
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ApiError } from '@millrace/contract/client';
import { temporaryFolder } from '../../test/engine.ts';
import { BundleCache } from './cache.ts';

const never = new AbortController().signal;
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

test('fetches a bundle once when many runs want it at the same time', async (t) => {
  const { cache, fetched } = await cacheOf(t, new Map([[hashOf('a'), ['a']]]));
  const bundles = await Promise.all(Array.from({ length: 20 }, () => cache.use(hashOf('a'), never)));
  assert.equal(fetched.length, 1);
  assert.equal(await readFile(bundles[7]?.path ?? '', 'utf8'), 'a');
});

test('refuses a bundle whose bytes are not those of its hash, and leaves no file', async (t) => {
  const { cache, folder, fetched } = await cacheOf(t, new Map([[hashOf('a'), ['b']]]));
  await assert.rejects(cache.use(hashOf('a'), never), { errorType: 'BUNDLE_UNUSABLE' });
  assert.equal(fetched.length, 2);
  assert.deepEqual(await readdir(folder), []);
});

test('fetches again what was changed on disk since', async (t) => {
  const { cache, fetched } = await cacheOf(t, new Map([[hashOf('a'), ['a']]]));
  const first = await cache.use(hashOf('a'), never);
  first.release();
  await writeFile(first.path, 'changed by a task');
  const second = await cache.use(hashOf('a'), never);
  assert.equal(await readFile(second.path, 'utf8'), 'a');
  assert.equal(fetched.length, 2);
});

test('uses what an earlier engine fetched, after checking it', async (t) => {
  const { folder } = await cacheOf(t, new Map());
  await writeFile(join(folder, `${hashOf('a')}.zip`), 'a');
  await writeFile(join(folder, `${hashOf('b')}.zip`), 'damaged');
  const fetched: string[] = [];
  const cache = new BundleCache({
    folder,
    signal: never,
    async fetch(hash) {
      fetched.push(hash);
      return new Blob(['b']).stream() as ReadableStream<Uint8Array>;
    },
  });
  await cache.open();
  await cache.use(hashOf('a'), never);
  await cache.use(hashOf('b'), never);
  assert.deepEqual(fetched, [hashOf('b')]);
});

test('removes the longest unused when room is short, but none that is in use', async (t) => {
  const texts = ['1111', '2222', '3333', '4444'];
  const { cache, folder } = await cacheOf(t, new Map(texts.map((text) => [hashOf(text), [text]])), 9);
  await cache.use(hashOf('1111'), never);
  for (const text of texts.slice(1)) {
    const bundle = await cache.use(hashOf(text), never);
    bundle.release();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.deepEqual((await readdir(folder)).sort(), [hashOf('1111'), hashOf('4444')].map((hash) => `${hash}.zip`).sort());
});

test('says BUNDLE_UNAVAILABLE for a bundle that the control plane does not give out', async (t) => {
  const { cache } = await cacheOf(t, new Map([[hashOf('a'), [new ApiError(404, 'No such bundle')]]]));
  await assert.rejects(cache.use(hashOf('a'), never), { errorType: 'BUNDLE_UNAVAILABLE', message: /\(404\): No such bundle/ });
});

test('tries again when the control plane was away', async (t) => {
  const { cache } = await cacheOf(t, new Map([[hashOf('a'), [new TypeError('fetch failed'), 'a']]]));
  assert.equal(await readFile((await cache.use(hashOf('a'), never)).path, 'utf8'), 'a');
});

test('lets go of a run that is stopped while its bundle is fetched', async (t) => {
  const stop = new AbortController();
  const { cache } = await cacheOf(t, new Map([[hashOf('a'), [new TypeError('fetch failed'), 'a']]]));
  const use = cache.use(hashOf('a'), stop.signal);
  stop.abort(new Error('stopped'));
  await assert.rejects(use, /stopped/);
});
