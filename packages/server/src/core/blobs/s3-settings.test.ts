import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BucketClient } from './s3-client.ts';
import { bucketUrl, readS3Settings, type S3Settings } from './s3-settings.ts';
import { StartError } from '../base/start-error.ts';

const credentials = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'swordfish' };
const read = (address: string, more: Record<string, string> = {}): S3Settings =>
  readS3Settings({ MILLRACE_BLOB_STORE: address, ...credentials, ...more }) ?? assert.fail('no settings');

test('returns undefined without the setting', () => {
  for (const environment of [{}, credentials, { MILLRACE_BLOB_STORE: '' }]) assert.equal(readS3Settings(environment), undefined);
});

test('reads all settings of a bucket from one address', () => {
  assert.deepEqual(read('s3://company-data/millrace/prod/?region=eu-central-1', { AWS_SESSION_TOKEN: 't' }), {
    bucket: 'company-data',
    address: { endpoint: 'https://s3.eu-central-1.amazonaws.com', isBucketInPath: false },
    publicAddress: { endpoint: 'https://s3.eu-central-1.amazonaws.com', isBucketInPath: false },
    prefix: 'millrace/prod/',
    region: 'eu-central-1',
    accessKeyId: 'AKIAEXAMPLE',
    secretAccessKey: 'swordfish',
    sessionToken: 't',
  });
  assert.deepEqual([read('s3://data').prefix, read('s3://data/').prefix], ['', '']);
});

test('prefers the region in the address to the region in the environment', () => {
  assert.equal(read('s3://data').region, 'us-east-1');
  assert.equal(read('s3://data', { AWS_REGION: 'eu-west-1' }).region, 'eu-west-1');
  assert.equal(read('s3://data?region=eu-west-3', { AWS_REGION: 'eu-west-1' }).region, 'eu-west-3');
});

test('puts the bucket into the path, except for Amazon', async () => {
  const vpc = 'https://bucket.vpce-1a2b.s3.eu-west-1.vpce.amazonaws.com';
  for (const [address, url = ''] of [
    ['s3://data.v1?endpoint=http://minio:9000', 'http://minio:9000/data.v1'],
    ['s3://data.v1?endpoint=https://s3.example.com/store/', 'https://s3.example.com/store/data.v1'],
    ['s3://data?endpoint=https://s3.example.com&pathStyle=false', 'https://data.s3.example.com'],
    ['s3://data.v1?endpoint=https://s3.example.com&pathStyle=false', 'https://s3.example.com/data.v1'],
    ['s3://data.v1?region=eu-west-1', 'https://s3.eu-west-1.amazonaws.com/data.v1'],
    ['s3://data?region=eu-west-1', 'https://data.s3.eu-west-1.amazonaws.com'],
    [`s3://data?endpoint=${vpc}`, vpc.replace('://', '://data.')],
    ['s3://data?pathStyle=true', 'https://s3.us-east-1.amazonaws.com/data'],
  ] as const) {
    const settings = read(address);
    assert.equal(bucketUrl(settings), url);
    const signed = await new BucketClient(settings).presign('a/b', 60, { contentType: 'text/plain', contentDisposition: 'attachment' });
    assert.equal(signed.split('?')[0], `${url}/a/b`, 'the SDK builds the same address');
  }
});

test('reads another endpoint for downloads', () => {
  const { address, publicAddress } = read('s3://data?endpoint=http://minio:9000&publicEndpoint=https://files.example.com');
  assert.deepEqual([address.endpoint, publicAddress.endpoint], ['http://minio:9000', 'https://files.example.com']);
});

test('refuses malformed settings in one line that repeats no secret', () => {
  const wrong: [string, RegExp][] = [
    ['no such value', /set it to an address such as s3:\/\//],
    ['https://data.s3.amazonaws.com', /set it to an address such as s3:\/\//],
    ['s3://', /set it to an address such as/],
    ['s3://d', /set it to an address such as/],
    ['s3://data:9000', /set it to an address such as/],
    ['s3://data/a//b', /set it to an address such as/],
    ['s3://data/a b', /set it to an address such as/],
    ['s3://data#x', /set it to an address such as/],
    ['s3://AKIAEXAMPLE:swordfish@data', /holds a user or a password/],
    ['s3://data?secret=swordfish', /unknown parameter: the known ones are region, endpoint, publicEndpoint, pathStyle/],
    ['s3://data?region=swordfish.example/', /is not a valid name of a region/],
    ['s3://data?endpoint=minio:9000', /endpoint of MILLRACE_BLOB_STORE is not an address/],
    ['s3://data?endpoint=ftp://minio', /is not an address/],
    ['s3://data?endpoint=http://me:swordfish@minio', /is not an address/],
    ['s3://data?publicEndpoint=', /publicEndpoint of MILLRACE_BLOB_STORE is not an address/],
    ['s3://data?pathStyle=yes', /must be true or false/],
  ];
  for (const [address, message] of wrong) {
    assert.throws(
      () => read(address),
      (error) => {
        assert.ok(error instanceof StartError, address);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /swordfish|\n/);
        return true;
      },
    );
  }
  // Without both, the SDK looks for a role of the cloud.
  assert.equal(read('s3://data', { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }).accessKeyId, undefined);
  for (const missing of Object.keys(credentials))
    assert.throws(() => read('s3://data', { [missing]: '' }), /needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY\.$/);
});
