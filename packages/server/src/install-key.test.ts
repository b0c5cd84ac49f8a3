import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { StartError } from './core/base/start-error.ts';
import { readOrCreateKey, readOrCreateKeys } from './install-key.ts';

const home = await mkdtemp(join(tmpdir(), 'millrace-key-'));
const file = join(home, 'key');
after(() => rm(home, { recursive: true, force: true }));

test('a configured key is used, and no file is written', async () => {
  const key = randomBytes(32);
  assert.deepEqual(await readOrCreateKey(home, key.toString('base64')), key);
  await assert.rejects(stat(file), { code: 'ENOENT' });
});

test('the first start creates a key file that only its user can read, and later starts use it', async () => {
  const created = await readOrCreateKey(home, undefined);
  assert.equal(created.length, 32);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const text = await readFile(file, 'utf8');
  assert.deepEqual(await readOrCreateKey(home, undefined), created);
  assert.equal(await readFile(file, 'utf8'), text);
});

test('old keys come after the current key, and the refusal of an invalid one names its variable', async () => {
  const keys = [randomBytes(32), randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
  const [key, ...oldKeys] = keys;
  assert.deepEqual(
    (await readOrCreateKeys(home, { key, oldKeys })).map((bytes) => bytes.toString('base64')),
    keys,
  );
  await assert.rejects(readOrCreateKeys(home, { key, oldKeys: ['secret'] }), (error) => {
    assert.ok(error instanceof StartError && error.message.startsWith('MILLRACE_OLD_KEYS does not hold a key'));
    return !error.message.includes('secret');
  });
});

test('an invalid key is refused, and the message does not repeat it', async () => {
  const short = randomBytes(31).toString('base64');
  for (const text of [short, 'secret']) {
    await assert.rejects(readOrCreateKey(home, text), (error) => {
      assert.ok(error instanceof StartError && error.message.startsWith('MILLRACE_KEY does not hold a key'));
      return !error.message.includes(text);
    });
  }
  await writeFile(file, 'damaged\n');
  await assert.rejects(readOrCreateKey(home, undefined), (error) => error instanceof StartError && error.message.startsWith(file));
  assert.equal(await readFile(file, 'utf8'), 'damaged\n', 'a damaged key is not replaced: the secrets under it would be lost');
});
