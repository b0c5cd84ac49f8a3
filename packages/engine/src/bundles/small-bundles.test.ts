// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { withField, zipOf } from '../../test/zips.ts';
import { BundleCache } from './cache.ts';
import { BundleInMemory, SMALL_BUNDLE, SmallBundles } from './small-bundles.ts';

const neverAborted = new AbortController().signal;

async function setUp(zips: readonly Buffer[]) {
  const folder = await temporaryFolder();
  const byHash = new Map(zips.map((zip) => [createHash('sha256').update(zip).digest('hex'), zip]));
  const fetched: string[] = [];
  const fetch = async (hash: string) => {
    fetched.push(hash);
    return new Blob([new Uint8Array(byHash.get(hash) ?? Buffer.alloc(0))]).stream() as ReadableStream<Uint8Array>;
  };
  const cache = new BundleCache({ folder, signal: neverAborted, fetch });
  await cache.open();
  return { folder, cache, fetched, small: new SmallBundles(cache, neverAborted), hashes: [...byHash.keys()] };
}

test('unpacks a small bundle once, and keeps its content when the file is changed', async () => {
  const { folder, small, fetched, hashes } = await setUp([
    await zipOf({ 'x.txt': 'x', 'a/b/run.sh': { content: '#!/bin/sh\n', mode: 0o100755 } }),
  ]);
  const [hash = ''] = hashes;
  const all = await Promise.all(Array.from({ length: 5 }, () => small.find(hash, neverAborted)));
  assert.deepEqual(fetched, [hash]);
  await writeFile(join(folder, `${hash}.zip`), 'changed by a task');
  const content = await small.find(hash, neverAborted);
  assert.equal(content, all[0]);
  const view = new BundleInMemory('/run/bundle', content ?? assert.fail('it is not small'));
  assert.equal((await view.read('x.txt'))?.toString(), 'x');
  assert.equal(await view.read('none'), undefined);
  assert.equal(await view.makeExecutable('x.txt'), true);
  assert.equal(await view.makeExecutable('a'), false);
  assert.deepEqual(view.runFiles.folders, ['/run/bundle/a', '/run/bundle/a/b']);
  assert.deepEqual(
    view.runFiles.files.map(({ path, program }) => [path, program]),
    [
      ['/run/bundle/x.txt', true],
      ['/run/bundle/a/b/run.sh', true],
    ],
  );
});

test('finds no small bundle for a zip that is too large, has too many entries or has a name that is too long', async () => {
  const many = Object.fromEntries(Array.from({ length: SMALL_BUNDLE.entries + 1 }, (_, index) => [`${index}.txt`, '']));
  const { small, hashes } = await setUp([
    await zipOf({ 'large.bin': { content: randomBytes(SMALL_BUNDLE.bytes + 1), compress: false } }),
    await zipOf(many),
    await zipOf({ [`${'n'.repeat(256)}.txt`]: 'x' }),
  ]);
  for (const hash of hashes) assert.equal(await small.find(hash, neverAborted), undefined);
});

test('refuses the same bundles as unpacking', async () => {
  const broken = [
    withField(await zipOf({ a: 'x' }), 0, 'checksum', 7),
    withField(await zipOf({ a: 'one', b: 'two' }), 1, 'offset', 0),
    await zipOf({ a: 'x', 'a/b': 'x' }),
  ];
  const { small, hashes } = await setUp(broken);
  for (const hash of hashes) await assert.rejects(small.find(hash, neverAborted), { errorType: 'BUNDLE_UNUSABLE' });
});

test('tries again after a failure, and stops waiting when the run is stopped', async () => {
  const { small, hashes } = await setUp([Buffer.from('no zip')]);
  const [hash = ''] = hashes;
  await assert.rejects(small.find(hash, neverAborted), { errorType: 'BUNDLE_UNUSABLE' });
  await assert.rejects(small.find(hash, neverAborted), { errorType: 'BUNDLE_UNUSABLE' });
  await assert.rejects(small.find(hash, AbortSignal.abort(new Error('stopped'))), /stopped/);
});
