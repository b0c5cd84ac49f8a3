// run: own process because the SDK reads the role of the cloud from the variables of the process
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { listen } from '../../../test/support/connection-tester.ts';
import { S3_CREDENTIALS, startS3 } from '../../../test/support/s3.ts';
import { StartError } from '../base/start-error.ts';
import { openBlobs } from './open-blobs.ts';
import { readS3Settings } from './s3-settings.ts';

const s3 = await startS3();
const blobFolder = join(tmpdir(), 'millrace-roles');
const open = () => openBlobs({ blobFolder, s3: readS3Settings({ ...s3.settings('p'), AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }) });

// This machine is no machine of a cloud, and has no files of the AWS tools.
for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
Object.assign(process.env, { AWS_EC2_METADATA_DISABLED: 'true', HOME: join(tmpdir(), 'millrace-no-home') });

test('a start without an access key and without a role is refused, and says what to do', async () => {
  await assert.rejects(
    open(),
    (error: Error) => error instanceof StartError && /no credentials: set AWS_ACCESS_KEY_ID/.test(error.message),
  );
});

test('without an access key, the role of the machine opens the bucket', async () => {
  const asked: string[] = [];
  const cloud = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { AWS_ACCESS_KEY_ID: AccessKeyId, AWS_SECRET_ACCESS_KEY: SecretAccessKey } = S3_CREDENTIALS;
    const Expiration = new Date(Date.now() + 3_600_000).toISOString();
    response.end(JSON.stringify({ AccessKeyId, SecretAccessKey, Token: 'session', Expiration }));
  });
  process.env['AWS_CONTAINER_CREDENTIALS_FULL_URI'] = `http://127.0.0.1:${await listen(cloud)}/role`;
  after(() => delete process.env['AWS_CONTAINER_CREDENTIALS_FULL_URI']);
  const blobs = await open();
  const { key } = await blobs.put(Readable.from(['by a role']));
  assert.equal(await blobs.sizeOf(key), 9);
  await blobs.remove(key);
  assert.deepEqual(asked, ['/role'], 'the credentials of the role are used until they expire');
});
