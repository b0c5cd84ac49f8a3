import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { listen } from '../../../test/support/connection-tester.ts';
import { S3_CREDENTIALS, startS3 } from '../../../test/support/s3.ts';
import { createDownloadLinks } from './download-links.ts';
import { readS3Settings } from './s3-settings.ts';
import { StartError } from '../base/start-error.ts';
import { FolderStore } from './folder-store.ts';
import { openBlobs } from './open-blobs.ts';
import { S3Store } from './s3-store.ts';

const s3 = await startS3();
const blobFolder = join(tmpdir(), 'millrace-open-blobs');
const links = createDownloadLinks([Buffer.alloc(32)], () => '');
const open = (environment: Record<string, string>) => openBlobs({ blobFolder, s3: readS3Settings(environment) }, links);
const good = s3.settings('prefix');

const refuses = async (environment: Record<string, string>, message: RegExp): Promise<void> =>
  assert.rejects(open({ ...good, ...environment }), (error) => {
    assert.ok(error instanceof StartError, String(error));
    assert.match(error.message, /^MILLRACE_BLOB_STORE is http/);
    assert.match(error.message, message);
    assert.ok(!error.message.includes(S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY) && !error.message.includes('\n'));
    return true;
  });

test('opens the folder by default', async () => {
  assert.ok((await open({})) instanceof FolderStore);
  assert.ok((await open(good)) instanceof S3Store);
});

test('refuses to start with a bucket that cannot be used, and says why', async () => {
  await refuses({ AWS_SECRET_ACCESS_KEY: 'wrong' }, /refuses the credentials: check AWS_ACCESS_KEY_ID/);
  await refuses({ AWS_ACCESS_KEY_ID: 'wrong' }, /refuses the credentials/);
  await refuses({ MILLRACE_BLOB_STORE: `s3://missing?endpoint=${s3.endpoint}` }, /\/missing, and the store has no such bucket/);
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await refuses(
    { MILLRACE_BLOB_STORE: `s3://data?endpoint=http://127.0.0.1:${port}` },
    /cannot be reached \(ECONNREFUSED\): check the endpoint/,
  );
});

test('names the reason when a server does not answer like a store', async () => {
  const answers: Record<string, [number, string]> = {
    denied: [403, '<Error><Code>AccessDenied</Code></Error>'],
    elsewhere: [301, '<Error><Code>PermanentRedirect</Code></Error>'],
    odd: [418, ''],
    page: [200, '<html></html>'],
  };
  const web = createServer((request, response) => {
    const [status, text] = answers[(request.url ?? '').replaceAll(/^\/|\/?\?.*$/g, '')] ?? [200, ''];
    response.writeHead(status, { location: `http://127.0.0.1:1/` }).end(text);
  });
  const endpoint = `http://127.0.0.1:${await listen(web)}`;
  const at = (bucket: string) => ({ MILLRACE_BLOB_STORE: `s3://${bucket}?endpoint=${endpoint}` });
  await refuses(at('denied'), /may not list the bucket/);
  await refuses(at('elsewhere'), /another region: set 'region'/);
  await refuses(at('odd'), /answers 418: check the endpoint/);
  await refuses(at('page'), /no S3 store: check the endpoint/);
});
