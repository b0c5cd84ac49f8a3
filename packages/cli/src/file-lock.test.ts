import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';

import { underFileLock } from './file-lock.ts';

async function lockFile(context: TestContext): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-lock-'));
  context.after(() => rm(folder, { recursive: true }));
  return { folder, path: join(folder, 'lock') };
}
const { signal } = new AbortController();

it('runs one action at a time, and removes the lock also after a failure', async (context) => {
  const { folder, path } = await lockFile(context);
  let [running, most] = [0, 0];
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    throw new Error('failed');
  };
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => underFileLock(path, signal, work)));
  assert.deepEqual([most, results.every(({ status }) => status === 'rejected')], [1, true]);
  assert.deepEqual(await readdir(folder), []);
});

it('takes a lock that a killed process has left, and waits for any other until Ctrl-C', async (context) => {
  const { path } = await lockFile(context);
  await writeFile(path, '');
  const old = new Date(Date.now() - 61_000);
  await utimes(path, old, old);
  assert.equal(await underFileLock(path, signal, async () => 'done'), 'done');

  await writeFile(path, '');
  const interruption = new AbortController();
  const waiting = underFileLock(path, interruption.signal, async () => 'done');
  interruption.abort();
  await assert.rejects(waiting, { kind: 'interrupted' });
});
