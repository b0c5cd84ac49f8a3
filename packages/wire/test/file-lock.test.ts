// run: own process because it replaces process.kill
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { hostname, tmpdir } from 'node:os';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { takeFileLock, withFileLock } from '../src/file-lock.ts';
import { isAlive, processStart } from '../src/process-identity.ts';

const ENDED = JSON.stringify({ host: hostname(), pid: 4194305, token: 'of an ended process' });

async function lockFile(context: TestContext): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-lock-'));
  context.after(() => rm(folder, { recursive: true }));
  return { folder, path: join(folder, 'lock') };
}

async function age(path: string, seconds: number): Promise<void> {
  const past = new Date(Date.now() - seconds * 1000);
  await utimes(path, past, past);
}

test('a lock is held by one owner, and is removed after a failure, too', async (context) => {
  const { folder, path } = await lockFile(context);
  const release = await takeFileLock(path);
  assert.ok(release);
  assert.equal(await withFileLock(path, () => assert.fail('it ran')), false);
  await release();
  const failure = withFileLock(path, async () => {
    throw new Error('failed');
  });
  await assert.rejects(failure, /failed/);
  assert.deepEqual(await readdir(folder), []);
});

test('a lock file of an ended process, or without an owner, is taken over', async (context) => {
  const { folder, path } = await lockFile(context);
  for (const text of ['{', '{}', ENDED, '{"pid":4194305}', JSON.stringify({ pid: process.pid, start: '1' })]) {
    await writeFile(path, text);
    assert.equal(await withFileLock(path, async () => assert.notEqual(await readFile(path, 'utf8'), text)), true);
    assert.deepEqual(await readdir(folder), []);
  }
});

test('an empty lock file is held for a second, because a file system without hard links writes it in two steps', async (context) => {
  const { path } = await lockFile(context);
  await writeFile(path, '');
  assert.equal(await takeFileLock(path), undefined);
  await age(path, 2);
  assert.ok(await takeFileLock(path));
});

test('a lock of a living process of another user is held', async (context) => {
  const { path } = await lockFile(context);
  // The kernel refuses a signal to a process of another user.
  context.mock.method(process, 'kill', () => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  const start = processStart(process.pid);
  const text = JSON.stringify({ host: hostname(), pid: process.pid, token: 'of another user', ...(start !== undefined && { start }) });
  await writeFile(path, text);
  assert.equal(await takeFileLock(path), undefined);
  assert.equal(await readFile(path, 'utf8'), text);
  assert.equal(isAlive(process.pid, 'another start'), false, 'a later process has its id');
});

test('a lock of another host is taken over after a minute', async (context) => {
  const { path } = await lockFile(context);
  await writeFile(path, JSON.stringify({ host: 'elsewhere', pid: process.pid, token: 'x' }));
  assert.equal(await takeFileLock(path), undefined);
  await age(path, 61);
  assert.ok(await takeFileLock(path));
});

/** The former way: a process that finds an abandoned lock removes whatever stands there `later`. */
async function takeAsBefore(path: string, later: Promise<void>): Promise<boolean> {
  assert.equal(await readFile(path, 'utf8'), ENDED);
  await later;
  await rm(path, { force: true });
  return writeFile(path, 'own', { flag: 'wx' }).then(
    () => true,
    () => false,
  );
}

test('of processes that find the same abandoned lock, one takes it: formerly a slower one removed the lock of its successor', async (context) => {
  const { folder, path } = await lockFile(context);
  await writeFile(path, ENDED);
  const { promise: later, resolve } = Promise.withResolvers<void>();
  const slower = takeAsBefore(path, later);
  const faster = await takeAsBefore(path, Promise.resolve());
  resolve();
  assert.deepEqual([faster, await slower], [true, true], 'the former way gave the lock to both');

  for (let round = 0; round < 10; round += 1) {
    await writeFile(path, ENDED);
    const found = await Promise.all(Array.from({ length: 8 }, () => takeFileLock(path)));
    const [release, ...others] = found.filter((one) => one !== undefined);
    assert.ok(release && others.length === 0, `${others.length + 1} processes have the lock`);
    await release();
  }
  assert.deepEqual(await readdir(folder), []);
});

test('a claim that an ended process has left is taken over, too, and the lock of a successor stays', async (context) => {
  const { folder, path } = await lockFile(context);
  await writeFile(path, ENDED);
  // The first process has claimed the abandoned lock, and was killed before it removed it.
  const claim = `lock.${createHash('sha256').update(ENDED).digest('hex').slice(0, 16)}`;
  await writeFile(join(folder, claim), ENDED.replace('of an ended', 'of a killed'));
  const release = await takeFileLock(path);
  assert.ok(release);
  assert.deepEqual(await readdir(folder), ['lock']);
  // A slower process that has read the abandoned lock finds the claim free, and another lock in its place.
  const late = await takeFileLock(join(folder, claim));
  assert.ok(late);
  assert.equal(await takeFileLock(path), undefined);
  await late();
  await release();
  assert.deepEqual(await readdir(folder), []);
});
