// run: in test:all because it moves hundreds of megabytes
/** Tests the parts of a bucket store that a folder does not have: multipart uploads, lost answers, an unavailable store, and presigned addresses. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { S3_CREDENTIALS, startS3, type S3Call, type S3Fault } from '../../../test/support/s3.ts';
import { blobPath, StoreUnavailable } from './blob-store.ts';
import { readS3Settings } from './s3-settings.ts';
import { S3Store } from './s3-store.ts';

const MIB = 2 ** 20;
const RETRY_POLICY = { attempts: 4, pause: 1, timeout: 5000, totalTime: 60_000 };
const root = await mkdtemp(join(tmpdir(), 'millrace-bucket-'));
const staging = join(root, 'staging');
const s3 = await startS3();
const settings = readS3Settings(s3.settings('')) ?? assert.fail('no settings');
const blobs = new S3Store(settings, staging, { retry: RETRY_POLICY, partBytes: MIB, pageSize: 2 });
const terms = { fileName: 'run "1".log', contentType: 'text/plain; charset=utf-8', expiresInSeconds: 60 };

after(() => rm(root, { recursive: true, force: true }));
beforeEach(() => s3.calls.splice(0));
afterEach(async () => {
  s3.fault = () => undefined;
  const left = [...(await s3.objectKeys()), ...(await s3.uploads()), ...(await readdir(staging).catch(() => []))];
  assert.deepEqual(left, [], 'nothing is left behind');
});

/** Makes the first calls of a route fail, one with each fault. */
function failing(route: string, ...faults: S3Fault[]): void {
  s3.fault = (call) => (call.route === route ? faults.shift() : undefined);
}
const routes = (): string[] => s3.calls.map(({ route }) => route);
const isUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.status === 503 && error.cause instanceof Error;

describe('the check whether content can be stored', () => {
  test('calls the store once, and once more if it was busy', async () => {
    // On a busy machine, the first call may take longer than a check may take in all.
    const patient = new S3Store(settings, staging, { check: { ...RETRY_POLICY, attempts: 2 } });
    await patient.check();
    assert.deepEqual(routes(), ['GET prefix']);
    failing('GET prefix', 503);
    await patient.check();
    assert.deepEqual(routes(), ['GET prefix', 'GET prefix', 'GET prefix']);
  });

  test('fails soon if the store is unavailable, refuses or does not answer', async () => {
    for (const fault of ['dropped', 503, 'silent'] as const) {
      s3.fault = () => fault;
      await assert.rejects(blobs.check(), isUnavailable);
    }
    s3.fault = () => 403;
    await assert.rejects(blobs.check(), /answered ListObjects with 403/);
    assert.ok(routes().length <= 6, 'no call is repeated often');
  });
});

describe('addresses for downloads', () => {
  test('open the content without credentials, with the media type and the file name', async () => {
    const { key } = await blobs.put(Readable.from(['line 1']));
    const answer = await fetch(await blobs.downloadUrl(key, terms));
    assert.deepEqual([answer.status, await answer.text()], [200, 'line 1']);
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="run__1_.log"');
    assert.equal(answer.headers.get('content-type'), terms.contentType);
    await blobs.remove(key);
  });

  test('are refused after they have expired, and when any part of them was changed', async () => {
    const { key } = await blobs.put(Readable.from(['secret']));
    const url = await blobs.downloadUrl(key, terms);
    const refused = [
      await blobs.downloadUrl(key, { ...terms, expiresInSeconds: 0 }),
      url.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
      url.replace('run__1_.log', 'run.html'),
      url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      url.split('?')[0] ?? '',
    ];
    for (const address of refused) {
      const answer = await fetch(address);
      assert.equal(answer.status, 403, address);
      assert.doesNotMatch(await answer.text(), /secret/);
    }
    await blobs.remove(key);
  });

  test('lead to the public endpoint, and are valid for at most a week', async () => {
    const outside = readS3Settings({
      ...s3.settings('p'),
      MILLRACE_BLOB_STORE: `s3://data/p?endpoint=${s3.endpoint}&publicEndpoint=https://files.example.com/store`,
    });
    const store = new S3Store(outside ?? assert.fail(), staging);
    const key = crypto.randomUUID();
    const url = new URL(await store.downloadUrl(key, { ...terms, expiresInSeconds: 10 ** 9 }));
    assert.equal(url.origin + url.pathname, `https://files.example.com/store/data/p/${blobPath(key)}`);
    assert.equal(url.searchParams.get('X-Amz-Expires'), '604800');
    assert.ok(!url.href.includes(S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY) && !url.search.includes('+'));
  });
});

describe('large content', () => {
  test('of 100 MB is never in memory as a whole: it is sent in parts as it arrives', async () => {
    const store = new S3Store(settings, staging, { retry: RETRY_POLICY });
    const chunk = randomBytes(MIB);
    let made = 0;
    let most = 0;
    const received = (): number => s3.calls.reduce((sum, { bytes }) => sum + bytes, 0);
    const { key, size, hash } = await store.put(
      Readable.from(
        (async function* () {
          for (; made < 100; made += 1) {
            most = Math.max(most, made * MIB - received());
            yield chunk;
          }
        })(),
        { objectMode: false },
      ),
    );
    assert.equal(size, 100 * MIB);
    const whole = createHash('sha256');
    for (let count = 0; count < 100; count += 1) whole.update(chunk);
    assert.equal(hash, whole.digest('hex'));
    const parts = s3.calls.filter(({ route }) => route === 'PUT uploadId').map(({ bytes }) => bytes / MIB);
    assert.deepEqual(parts, [...Array.from({ length: 12 }, () => 8), 4]);
    assert.ok(most <= 16 * MIB, `${most} bytes were in memory`);

    const read = createHash('sha256');
    for await (const piece of store.read(key)) read.update(piece as Buffer);
    assert.equal(read.digest('hex'), hash);
    await store.remove(key);
  });

  test('has parts of the configured size', async () => {
    const staged = await blobs.stage(Readable.from([randomBytes(3 * MIB)]));
    await staged.keep();
    assert.deepEqual(routes(), ['POST uploads', 'PUT uploadId', 'PUT uploadId', 'PUT uploadId', 'POST uploadId']);
    await staged.discard();
  });
});

describe('a store that fails', () => {
  const small = Buffer.from('small');
  const large = randomBytes(2.5 * MIB);
  const cases: [string, Buffer][] = [
    ['PUT', small],
    ['POST uploads', large],
    ['PUT uploadId', large],
    ['POST uploadId', large],
  ];

  for (const [route, content] of cases) {
    test(`is called again: ${route}`, async () => {
      for (const fault of [500, 503, 429, 'dropped', 'lost'] as const) {
        failing(route, fault, fault);
        const { key } = await blobs.put(Readable.from([content]));
        assert.ok((await buffer(blobs.read(key))).equals(content), String(fault));
        await blobs.remove(key);
        // The timer for leftovers finds an upload that began although its answer was lost.
        if (route === 'POST uploads' && fault === 'lost') {
          await s3.age();
          await blobs.removeUnfinished(3600);
        }
        assert.deepEqual(await s3.uploads(), [], String(fault));
      }
    });

    test(`is reported as unavailable in the end, with nothing left behind: ${route}`, async () => {
      for (const fault of [500, 'dropped', 'lost'] as const) {
        s3.fault = (call) => (call.route === route ? fault : undefined);
        s3.calls.splice(0);
        await assert.rejects(blobs.put(Readable.from([content])), isUnavailable);
        assert.equal(routes().filter((called) => called === route).length, RETRY_POLICY.attempts);
        const staged = await blobs.stage(Readable.from([content]));
        await assert.rejects(staged.keep(), isUnavailable);
        await staged.discard();
        if (fault === 'lost') {
          await s3.age();
          await blobs.removeUnfinished(3600);
        }
        assert.deepEqual([await s3.objectKeys(), await s3.uploads()], [[], []], String(fault));
      }
    });
  }

  test('is called again for reading, listing and removing', async () => {
    const { key } = await blobs.put(Readable.from([small]));
    const twice = <T>(route: string, work: () => Promise<T>): Promise<T> => {
      failing(route, 503, 'dropped');
      return work();
    };
    assert.equal(await twice('GET', () => text(blobs.read(key))), 'small');
    assert.equal(await twice('HEAD', () => blobs.sizeOf(key)), 5);
    const listed: string[] = [];
    await twice('GET prefix', async () => {
      for await (const found of blobs.olderThan(-60)) listed.push(found);
    });
    assert.deepEqual(listed, [key]);
    await twice('DELETE', () => blobs.remove(key));
    failing('GET uploads', 501);
    await blobs.removeUnfinished(0);
  });

  test('that does not answer causes a timeout', async () => {
    const shortTimeout = new S3Store(settings, staging, { retry: { attempts: 2, pause: 1, timeout: 300, totalTime: 60_000 } });
    s3.fault = () => 'silent';
    await assert.rejects(
      shortTimeout.put(Readable.from([small])),
      (error: Error) => isUnavailable(error) && /within 300 ms/.test(String(error.cause)),
    );
    await assert.rejects(text(shortTimeout.read(crypto.randomUUID())), isUnavailable);
    // On a busy machine an attempt may end before its request is sent.
    assert.deepEqual([...new Set(routes())], ['PUT', 'DELETE', 'GET']);
  });

  test('whose answer does not end causes a timeout, even if its headers came', async () => {
    const shortTimeout = new S3Store(settings, staging, {
      retry: { attempts: 2, pause: 1, timeout: 200, totalTime: 60_000 },
      partBytes: MIB,
    });
    s3.fault = ({ route }) => (route === 'POST uploads' ? 'stuck' : undefined);
    await assert.rejects(
      shortTimeout.put(Readable.from([large])),
      (error: Error) => isUnavailable(error) && /within 200 ms/.test(String(error.cause)),
    );
    assert.equal(routes().filter((route) => route === 'POST uploads').length, 2);
    s3.fault = () => undefined;
    await s3.age();
    await blobs.removeUnfinished(3600);
    assert.deepEqual([await s3.objectKeys(), await s3.uploads()], [[], []]);
  });

  test('that interrupts a download is asked for the rest', async () => {
    const { key } = await blobs.put(Readable.from([large]));
    failing('GET', 'half', 'half', 503, 'half');
    assert.ok((await buffer(blobs.read(key))).equals(large));
    const ranges = s3.calls.filter(({ route }) => route === 'GET').map(({ range }) => range);
    assert.equal(ranges[0], undefined);
    assert.ok(
      ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? '')),
      ranges.join(),
    );

    failing('GET', 'half');
    const range = { offset: 1_000_000, length: 1_000_000 };
    assert.ok((await buffer(blobs.read(key, range))).equals(large.subarray(1_000_000, 2_000_000)));
    await blobs.remove(key);
  });

  test('is not called again after a refusal', async () => {
    for (const status of [403, 404, 400, 301]) {
      s3.calls.splice(0);
      failing('PUT', status);
      await assert.rejects(blobs.put(Readable.from([small])), { status, code: 'SlowDown' });
      assert.deepEqual(routes(), ['PUT']);
    }
  });

  test('is not called before the first read', async () => {
    blobs.read(crypto.randomUUID()).destroy();
    assert.deepEqual(routes(), []);
  });
});

test('removes old uploads that were not completed, and keeps those of other prefixes', async () => {
  const prefixed = new S3Store({ ...settings, prefix: 'ours/' }, staging, {
    retry: { ...RETRY_POLICY, attempts: 1 },
    partBytes: MIB,
    pageSize: 2,
  });
  const begin = async (): Promise<void> => {
    s3.fault = (call: S3Call) => (call.route === 'PUT uploadId' || call.route === 'DELETE uploadId' ? 'dropped' : undefined);
    await assert.rejects(prefixed.put(Readable.from([randomBytes(MIB)])), isUnavailable);
    s3.fault = () => undefined;
  };
  for (let count = 0; count < 5; count += 1) await begin();
  await s3.age();
  await begin();
  assert.equal((await s3.uploads()).length, 6);
  await blobs.removeUnfinished(3600);
  assert.equal((await s3.uploads()).length, 6, 'they have another prefix');
  await prefixed.removeUnfinished(3600);
  assert.equal((await s3.uploads()).length, 1, 'the new upload stays');
  await s3.age();
  await prefixed.removeUnfinished(3600);
});
