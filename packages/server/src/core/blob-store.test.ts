import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { BlobStore } from './blob-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'millrace-blobs-'));
const blobs = new BlobStore(join(folder, 'blobs'));
after(() => rm(folder, { recursive: true, force: true }));

const files = async (): Promise<string[]> => {
  const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
};
const listOld = async (seconds: number): Promise<{ key: string; incoming: boolean }[]> => {
  const found = [];
  for await (const one of blobs.olderThan(seconds)) found.push(one);
  return found;
};

test('an empty store has nothing that is old', async () => {
  assert.deepEqual(await listOld(0), []);
});

test('gives back what it took, and tells its size and hash', async () => {
  for (const content of [Buffer.alloc(0), Buffer.from('a'), randomBytes(3_000_000)]) {
    const stored = await blobs.put(Readable.from([content.subarray(0, 1), content.subarray(1)]));
    assert.equal(stored.size, content.length);
    assert.equal(stored.hash, createHash('sha256').update(content).digest('hex'));
    assert.deepEqual(await buffer(blobs.read(stored.key)), content);
    assert.deepEqual(await readFile(stored.path), content);
    assert.equal((await stat(stored.path)).mode & 0o077, 0, 'nobody else may read it');
    await blobs.remove(stored.key);
  }
  assert.deepEqual(await files(), []);
});

test('equal content gets a key of its own each time', async () => {
  const [one, other] = await Promise.all([blobs.put(Readable.from(['same'])), blobs.put(Readable.from(['same']))]);
  assert.equal(one.hash, other.hash);
  assert.notEqual(one.key, other.key);
  await blobs.remove(one.key);
  await blobs.remove(one.key);
  assert.equal((await buffer(blobs.read(other.key))).toString(), 'same');
  await blobs.remove(other.key);
});

test('a stream that breaks leaves nothing behind', async () => {
  const breaking = Readable.from(
    (async function* () {
      yield randomBytes(100_000);
      throw new Error('the caller went away');
    })(),
  );
  await assert.rejects(blobs.put(breaking), /the caller went away/);
  assert.deepEqual(await files(), []);
});

test('content that is not there is an error of its stream', async () => {
  await assert.rejects(buffer(blobs.read(crypto.randomUUID())), { code: 'ENOENT' });
});

test('finds what is old, whole or half-written, and lets the rest be', async () => {
  const [old, fresh] = [await blobs.put(Readable.from(['old'])), await blobs.put(Readable.from(['fresh']))];
  const half = join(folder, 'blobs', 'incoming', 'half');
  await writeFile(half, 'ha');
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(old.path, yesterday, yesterday);
  await utimes(half, yesterday, yesterday);
  const found = await listOld(3600);
  assert.deepEqual(
    found.toSorted((a, b) => Number(a.incoming) - Number(b.incoming)),
    [
      { key: old.key, incoming: false },
      { key: 'half', incoming: true },
    ],
  );
  await blobs.removeIncoming('half');
  await blobs.remove(old.key);
  assert.deepEqual(await files(), [fresh.key]);
});
