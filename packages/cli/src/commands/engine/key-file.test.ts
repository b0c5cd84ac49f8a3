import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { openKeyFile } from './group.ts';

const shell = { workingFolder: '/' };

it('stores a key that only its owner can read, and never overwrites a key', async (context) => {
  const folder = join(await emptyFolder(context), 'engine');
  const keyFile = await openKeyFile(folder, shell);
  await keyFile.keep('abc');
  assert.equal(await readFile(keyFile.path, 'utf8'), 'abc\n');
  assert.equal((await stat(keyFile.path)).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  await assert.rejects(openKeyFile(folder, shell), { kind: 'usage', message: /already exists/ });
});

it('leaves no file behind when the server refused the engine', async (context) => {
  const outer = await emptyFolder(context);
  await (await openKeyFile('engine', { workingFolder: outer })).discard();
  assert.deepEqual(await readdir(outer), []);
  await (await openKeyFile('engines/paris/', { workingFolder: outer })).discard();
  assert.deepEqual(await readdir(outer), []);
  await (await openKeyFile(outer, shell)).discard();
  assert.deepEqual(await readdir(outer), []);
});

async function emptyFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-test-'));
  context.after(() => rm(folder, { recursive: true }));
  return folder;
}
