// run: in test:all because each of its many cases starts a thread
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import S3rver from '@20minutes/s3rver';
import { listen, startConnectionTester } from '../../../../../test/support/connection-tester.ts';

/** The only access key and the only secret key of the store. */
const KEY = 'S3RVER';
const CANARY = 'swordfish7c1';
const { tried, fail } = await startConnectionTester(KEY, CANARY);

const directory = await mkdtemp(join(tmpdir(), 'millrace-store-'));
const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'data', configs: [] }] });
const { port } = await store.run();
after(async () => {
  await store.close();
  await rm(directory, { recursive: true, force: true });
});
const good = { endpoint: `http://127.0.0.1:${port}`, access_key: KEY, secret_key: KEY, bucket: 'data' };

test('connections.test.reason: an S3 store', async () => {
  assert.deepEqual(await tried('awsS3', good), { success: true, reason: 'The bucket was opened.' });
  assert.deepEqual(await tried('s3', { ...good, bucket: '' }), { success: true, reason: 'The store let the access key in.' });
  assert.equal((await tried('s3', { ...good, endpoint: `${good.endpoint}/?x=1#y`, region: 'eu-central-1' })).success, true);
  await fail('s3', [
    [{ ...good, secret_key: CANARY }, /refused the secret key/],
    [{ ...good, access_key: CANARY }, /does not know the access key/],
    [{ ...good, bucket: 'no-such-bucket' }, /no such bucket: check 'bucket'/],
    [{ ...good, bucket: '../data' }, /accepts no bucket of that name/],
    [{ ...good, endpoint: 'http://127.0.0.1:1' }, /Nothing listens|could not be opened/],
    [{ ...good, endpoint: 'http://no-such-host.invalid' }, /name of the server is not known|name service does not answer/],
    [{ ...good, endpoint: 'ftp://127.0.0.1' }, /'endpoint' is not an address/],
    [{ ...good, endpoint: 'http://me:you@127.0.0.1' }, /'endpoint' holds a user or a password/],
    [{ ...good, region: 'evil.example/' }, /'region' is not the name of a region/],
    [{ ...good, access_key: '' }, /'access_key' is missing/],
    [{ ...good, secret_key: '' }, /'secret_key' is missing/],
  ]);
});

test('connections.test.reason: a store that refuses and repeats the secret', async () => {
  const answers: Record<string, [number, string]> = {
    denied: [403, `<Error><Code>AccessDenied</Code><Message>${CANARY}</Message></Error>`],
    elsewhere: [301, `<Error><Code>PermanentRedirect</Code><Endpoint>${CANARY}</Endpoint></Error>`],
    late: [403, `<Error><Code>RequestTimeTooSkewed</Code></Error>`],
    expired: [400, `<Error><Code>ExpiredToken</Code></Error>`],
    unknown: [400, `<Error><Code>${CANARY.replace('7', 'x').replace('1', 'y')}</Code></Error>`],
    page: [200, `<html>${CANARY}</html>`],
    failing: [500, CANARY],
  };
  const web = createServer((request, response) => {
    const [status, text] = answers[(request.url ?? '').replace(/^\/|\?.*$/g, '')] ?? [200, 'x'.repeat(200_000)];
    response.writeHead(status, { location: `http://127.0.0.1:1/${CANARY}` }).end(text);
  });
  const endpoint = `http://127.0.0.1:${await listen(web)}`;
  const cases = { ...good, endpoint, session_token: CANARY };
  await fail('s3', [
    [{ ...cases, bucket: 'denied' }, /may not list/],
    [{ ...cases, bucket: 'elsewhere' }, /another region/],
    [{ ...cases, bucket: 'late' }, /clock of the store/],
    [{ ...cases, bucket: 'expired' }, /session token has expired/],
    [{ ...cases, bucket: 'unknown' }, /could not be opened: check/],
    [{ ...cases, bucket: 'page' }, /no S3 store/],
    [{ ...cases, bucket: 'failing' }, /no S3 store/],
    [{ ...cases, bucket: 'endless' }, /no S3 store/],
  ]);
});
