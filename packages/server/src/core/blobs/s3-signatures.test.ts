/** Tests the signatures independently of the library that creates them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { startS3 } from '../../../test/support/s3.ts';
import { signatureFault } from '../../../test/support/sigv4.ts';
import { readS3Settings } from './s3-settings.ts';
import { S3Store } from './s3-store.ts';

const s3 = await startS3();
const settings = readS3Settings(s3.settings('')) ?? assert.fail('no settings');
const staging = join(tmpdir(), 'millrace-signatures');
const RETRY_POLICY = { attempts: 4, pause: 1, timeout: 5000, totalTime: 60_000 };

describe('signatures', () => {
  const gate = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    now: new Date('2013-05-24T00:00:30Z'),
  };
  const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
  const vector = (method: string, url: string, headers: Record<string, string>, signature: string, body = '') => {
    const all: Record<string, string> = {
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
      'x-amz-date': '20130524T000000Z',
      ...headers,
    };
    const names = Object.keys(all).toSorted().join(';');
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${names},Signature=${signature}`;
    return { method, url, headers: { ...all, authorization }, body: Buffer.from(body) };
  };

  test('the check of the test store accepts the examples of AWS and refuses changed ones', () => {
    const put = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
    const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(scope)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host`;
    const presigned = `/test.txt?${query}&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`;
    const right = [
      vector('GET', '/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'),
      vector('PUT', '/test%24file.text', put, '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd', 'Welcome to Amazon S3.'),
      vector('GET', '/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'),
      vector('GET', '/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'),
      { method: 'GET', url: presigned, headers: { host: 'examplebucket.s3.amazonaws.com' }, body: Buffer.alloc(0) },
    ];
    for (const request of right) {
      assert.equal(signatureFault(request, gate), undefined, request.url);
      assert.equal(
        signatureFault({ ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}x=1` }, gate),
        'SignatureDoesNotMatch',
      );
      assert.equal(signatureFault(request, { ...gate, secretAccessKey: 'another' }), 'SignatureDoesNotMatch');
      assert.notEqual(signatureFault(request, { ...gate, now: new Date('2013-05-25T00:00:00Z') }), undefined);
    }
    const [, put1] = right;
    assert.equal(signatureFault({ ...(put1 ?? assert.fail()), body: Buffer.from('changed') }, gate), 'XAmzContentSHA256Mismatch');
  });

  test('refuses a wrong secret and an unknown key without retries, and no error contains the secret', async () => {
    for (const [changed, code] of [
      [{ secretAccessKey: 'swordfish-wrong' }, 'SignatureDoesNotMatch'],
      [{ accessKeyId: 'AKIAUNKNOWN' }, 'InvalidAccessKeyId'],
      [{ sessionToken: 'swordfish-token' }, undefined],
    ] as const) {
      s3.calls.splice(0);
      const store = new S3Store({ ...settings, ...changed }, staging, { retry: RETRY_POLICY });
      const put = store.put(Readable.from(['x']));
      if (code === undefined) {
        // The store accepts any session token; its check tests that the token is signed.
        await store.remove((await put).key);
        continue;
      }
      const error = await put.then(
        () => undefined,
        (refusal: unknown) => refusal as Error,
      );
      assert.match(error?.message ?? '', new RegExp(`PutObject with 403 ${code}`));
      assert.doesNotMatch(`${error?.stack} ${JSON.stringify(error)}`, /swordfish|AKIA/);
      assert.equal(s3.calls.length, 1);
    }
  });
});
