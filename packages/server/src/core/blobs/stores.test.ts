/** Tests that both stores behave alike. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, afterEach, describe, test } from 'node:test';
import { startS3 } from '../../../test/support/s3.ts';
import { blobPath, type BlobStore } from './blob-store.ts';
import { createDownloadLinks } from './download-links.ts';
import { newId } from '../base/id.ts';
import { readS3Settings } from './s3-settings.ts';
import { FolderStore } from './folder-store.ts';
import { S3Store } from './s3-store.ts';

const root = await mkdtemp(join(tmpdir(), 'millrace-blobs-'));
after(() => rm(root, { recursive: true, force: true }));
const s3 = await startS3();
const settings = readS3Settings(s3.settings('some/prefix')) ?? assert.fail('no settings');
const folder = join(root, 'folder');
const links = createDownloadLinks([Buffer.alloc(32)], () => 'http://127.0.0.1:1');

/** A store, with access to its files. `left` lists all its content and all incomplete content; `plant` creates or removes a file of another program. */
type Case = {
  blobs: BlobStore;
  incoming: string;
  left(): Promise<string[]>;
  age(...keys: string[]): Promise<void>;
  plant(name: string, exists: boolean): Promise<void>;
};

const yesterday = new Date(Date.now() - 86_400_000);
const filesBelow = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

const cases: Record<string, Case> = {
  'a folder': {
    blobs: new FolderStore(folder, links),
    incoming: join(folder, 'incoming'),
    left: () => filesBelow(folder),
    age: async (...keys) => {
      for (const key of keys) await utimes(join(folder, blobPath(key)), yesterday, yesterday);
    },
    plant: async (name, exists) => {
      const file = join(folder, name);
      if (!exists) return rm(file);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, 'of another program');
      return utimes(file, yesterday, yesterday);
    },
  },
  'a bucket': {
    blobs: new S3Store(settings, join(root, 'staging'), { partBytes: 2 ** 20, pageSize: 2 }),
    incoming: join(root, 'staging'),
    left: async () => [
      ...(await s3.objectKeys()).map((objectKey) => objectKey.split('/').at(-1) ?? ''),
      ...(await s3.uploads()),
      ...(await filesBelow(join(root, 'staging'))),
    ],
    age: async (...keys) => {
      for (const key of keys) await s3.age(`some/prefix/${blobPath(key)}`);
    },
    plant: async (name, exists) => {
      await s3.plant(`some/prefix/${name}`, exists ? 'of another program' : undefined);
      if (exists) await s3.age(`some/prefix/${name}`);
    },
  },
};

for (const [name, { blobs, left, incoming, age, plant }] of Object.entries(cases)) {
  describe(name, () => {
    const stored = async (content: string | Buffer): Promise<string> => (await blobs.put(Readable.from([content]))).key;
    const listOld = async (seconds: number): Promise<string[]> => {
      const found = [];
      for await (const key of blobs.olderThan(seconds)) found.push(key);
      return found;
    };
    let kept: string[] = [];

    afterEach(async () => {
      for (const key of kept) await blobs.remove(key);
      kept = [];
      assert.deepEqual(await left(), []);
    });

    test('checks whether content can be stored, and leaves nothing behind', async () => {
      const before = await left();
      await blobs.check();
      assert.deepEqual(await left(), before);
      await rm(incoming, { recursive: true, force: true });
      await mkdir(dirname(incoming), { recursive: true });
      await writeFile(incoming, 'a file in place of the folder');
      await assert.rejects(blobs.check());
      await rm(incoming);
      await blobs.check();
    });

    test('lists no old content while it is empty', async () => {
      assert.deepEqual(await listOld(0), []);
      await blobs.removeUnfinished(0);
    });

    test('returns the stored bytes, their size and their hash', async () => {
      for (const size of [0, 1, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 3_300_000]) {
        const content = randomBytes(size);
        const { key, ...measured } = await blobs.put(Readable.from([content.subarray(0, 1), content.subarray(1)]));
        assert.deepEqual(measured, { size, hash: createHash('sha256').update(content).digest('hex') });
        assert.ok((await buffer(blobs.read(key))).equals(content));
        assert.equal(await blobs.sizeOf(key), size);
        await blobs.remove(key);
        assert.equal(await blobs.sizeOf(key), undefined);
      }
    });

    test('reads a range of bytes, cut at the end of the content', async () => {
      const key = await stored('0123456789');
      kept = [key];
      for (const [offset, length, bytes] of [
        [0, 10, '0123456789'],
        [0, 1, '0'],
        [3, 4, '3456'],
        [8, 100, '89'],
        [10, 5, ''],
        [99, 5, ''],
        [4, 0, ''],
      ] as const)
        assert.equal(await text(blobs.read(key, { offset, length })), bytes, `${length} bytes from ${offset}`);
    });

    test('stores equal content under different keys, and removes it twice without an error', async () => {
      const [first, second] = await Promise.all([blobs.put(Readable.from(['same'])), blobs.put(Readable.from(['same']))]);
      assert.equal(first.hash, second.hash);
      assert.notEqual(first.key, second.key);
      await blobs.remove(first.key);
      await blobs.remove(first.key);
      kept = [second.key];
      assert.equal(await text(blobs.read(second.key)), 'same');
    });

    test('reports missing content as an error of the stream', async () => {
      for (const range of [undefined, { offset: 1, length: 1 }])
        await assert.rejects(buffer(blobs.read(newId(), range)), { code: 'ENOENT' });
    });

    test('accepts only ids as keys', async () => {
      for (const key of ['', '../../etc/passwd', `${newId()}/..`, newId().toUpperCase()]) {
        assert.throws(() => blobs.read(key), /is an id/);
        await assert.rejects(blobs.remove(key), /is an id/);
        await assert.rejects(blobs.sizeOf(key), /is an id/);
      }
    });

    test('leaves nothing behind of a stream that fails', async () => {
      for (const bytes of [0, 100_000, 2_500_000]) {
        const breaking = (): Readable =>
          Readable.from(
            (async function* () {
              yield randomBytes(bytes);
              throw new Error('the caller disconnected');
            })(),
          );
        await assert.rejects(blobs.put(breaking()), /the caller disconnected/);
        await assert.rejects(blobs.stage(breaking()), /the caller disconnected/);
      }
      const destroyed = new Readable({ read: () => undefined });
      const put = blobs.put(destroyed);
      destroyed.push(randomBytes(2_500_000));
      setImmediate(() => destroyed.destroy());
      await assert.rejects(put);
    });

    test('stages content for inspection before it is kept or discarded', async () => {
      const content = randomBytes(2_500_000);
      const staged = await blobs.stage(Readable.from([content]));
      assert.equal(staged.hash, createHash('sha256').update(content).digest('hex'));
      const { size, mode } = await stat(staged.path);
      assert.deepEqual([size, staged.size, mode & 0o077], [content.length, content.length, 0]);
      await assert.rejects(buffer(blobs.read(staged.key)), { code: 'ENOENT' }, 'it is not in the store yet');
      await staged.keep();
      assert.ok((await buffer(blobs.read(staged.key))).equals(content));
      assert.deepEqual(await left(), [staged.key]);
      await staged.discard();
      assert.deepEqual(await left(), []);
      const other = await blobs.stage(Readable.from(['other']));
      await other.discard();
    });

    test('lists only old content', async () => {
      const keys = [await stored('1'), await stored('2'), await stored('3'), await stored('4'), await stored('5')];
      kept = keys;
      const [, fresh = '', ...old] = keys;
      await age(...old, keys[0] ?? '');
      assert.deepEqual((await listOld(3600)).toSorted(), keys.filter((key) => key !== fresh).toSorted());
      assert.deepEqual(await listOld(2 * 86_400), []);
    });

    test('ignores files and objects of other programs', async () => {
      // The id must not end with the name of its folder: that is the place of our content.
      const names = ['ab/readme.txt', `ab/${newId().slice(0, -2)}cd`, `lost/${newId()}`, 'a&b/<c> d', 'zz/last one+more'];
      for (const name of names) await plant(name, true);
      kept = [await stored('ours')];
      await age(...kept);
      assert.deepEqual(await listOld(3600), kept);
      for (const name of names) await plant(name, false);
    });

    test('removes old staged content', async () => {
      const fresh = await blobs.stage(Readable.from(['fresh']));
      const old = await blobs.stage(Readable.from(['old']));
      await utimes(old.path, yesterday, yesterday);
      await blobs.removeUnfinished(3600);
      assert.deepEqual(await readdir(incoming), [fresh.key]);
      await fresh.discard();
    });
  });
}
