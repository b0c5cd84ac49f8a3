// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { withField, withNameReplaced, zipOf } from '../../test/zips.ts';
import { DeployFault } from '../program/faults.ts';
import { unpack } from './unpack.ts';

const SYMBOLIC_LINK = 0o120777;

async function unpacked(zip: Buffer): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'bundle.zip'), zip);
  await unpack(join(folder, 'bundle.zip'), join(folder, 'out'), new AbortController().signal);
  return join(folder, 'out');
}

async function refuses(zip: Buffer, reason: RegExp): Promise<void> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'bundle.zip'), zip);
  const attempt = unpack(join(folder, 'bundle.zip'), join(folder, 'out'), new AbortController().signal);
  await assert.rejects(
    attempt,
    (error) => error instanceof DeployFault && error.errorType === 'BUNDLE_UNUSABLE' && reason.test(error.message),
  );
  const outside = (await readdir(folder)).filter((name) => name !== 'bundle.zip' && name !== 'out');
  assert.deepEqual(outside, []);
}

test('unpacks files and folders and keeps the execute permission', async () => {
  const out = await unpacked(await zipOf({ 'a.txt': 'a', 'deep/er/b.sh': { content: '#!/bin/sh\n', mode: 0o100755 }, 'empty.txt': '' }));
  assert.equal(await readFile(join(out, 'a.txt'), 'utf8'), 'a');
  assert.equal((await stat(join(out, 'deep/er/b.sh'))).mode & 0o777, 0o700);
  assert.equal((await stat(join(out, 'a.txt'))).mode & 0o777, 0o600);
  assert.equal((await stat(join(out, 'empty.txt'))).size, 0);
});

test('refuses an entry that leads out of the folder', async () => {
  await refuses(withNameReplaced(await zipOf({ 'aa/evil.txt': 'x' }), 'aa/evil.txt', '../evil.txt'), /leaves the folder/);
});

test('refuses an entry with an absolute name', async () => {
  await refuses(withNameReplaced(await zipOf({ 'atmp-evil': 'x' }), 'atmp-evil', '/tmp-evil'), /absolute name/);
});

test('refuses an entry with backslashes instead of turning them into slashes', async () => {
  await refuses(withNameReplaced(await zipOf({ aaaaevil: 'x' }), 'aaaaevil', '..\\aevil'), /backslash/);
});

test('refuses a symbolic link', async () => {
  await refuses(await zipOf({ link: { content: '/etc/passwd', mode: SYMBOLIC_LINK } }), /is a link or a special file/);
});

test('refuses two files of the same name, even when it is spelled differently', async () => {
  await refuses(withNameReplaced(await zipOf({ 'a.txt': '1', 'b.txt': '2' }), 'b.txt', 'a.txt'), /is there twice/);
  await refuses(withNameReplaced(await zipOf({ 'x/a': '1', 'x/qqa': '2' }), 'x/qqa', 'x/./a'), /is there twice/);
});

test('refuses a name that is both a file and a folder', async () => {
  await refuses(await zipOf({ a: '1', 'a/b': '2' }), /"a" is a file and a folder at once/);
});

test('refuses an entry that is far larger unpacked than packed', async () => {
  await refuses(await zipOf({ 'zeros.bin': Buffer.alloc(4 * 2 ** 20) }), /times its packed size/);
});

test('refuses an entry that is longer than its stated size', async () => {
  await refuses(withField(await zipOf({ 'zeros.bin': Buffer.alloc(4 * 2 ** 20) }), 0, 'size', 1000), /too many bytes/);
});

test('refuses small entries that together are far larger unpacked than packed', async () => {
  const zeros = Buffer.alloc(2 ** 20);
  await refuses(await zipOf({ 'a.bin': zeros, 'b.bin': zeros }), /its entries unpack to more than 200 times their packed size/);
});

test('refuses entries that share bytes', async () => {
  await refuses(withField(await zipOf({ a: 'one', b: 'two' }), 1, 'offset', 0), /"a" and "b" overlap/);
});

test('refuses an entry whose content does not match its checksum', async () => {
  for (const content of ['exit 0', '', randomBytes(200_000)])
    await refuses(withField(await zipOf({ 'run.sh': content }), 0, 'checksum', 7), /"run\.sh": its content does not match its checksum/);
});

test('refuses a name that no file can have', async () => {
  await refuses(withNameReplaced(await zipOf({ a: 'x' }), 'a', '.'), /a name that no file can have/);
});

test('refuses an entry with an unknown compression method', async () => {
  const zip = await zipOf({ a: 'x'.repeat(100) });
  zip.writeUInt16LE(93, zip.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 10);
  await refuses(zip, /packed in a way that cannot be read/);
});

test('refuses a file that is not a zip', async () => {
  await refuses(Buffer.from('hello'), /cannot be unpacked/);
});
