import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';

import { runWithFileLock } from './file-lock.ts';

async function lockFile(context: TestContext): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-lock-'));
  context.after(() => rm(folder, { recursive: true }));
  return { folder, path: join(folder, 'lock') };
}
const { signal } = new AbortController();

it('runs one action at a time, and removes the lock also after a failure', async (context) => {
  const { folder, path } = await lockFile(context);
  let [running, maximum] = [0, 0];
  const work = async (): Promise<void> => {
    running += 1;
    maximum = Math.max(maximum, running);
    await new Promise(setImmediate);
    running -= 1;
    throw new Error('failed');
  };
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => runWithFileLock(path, signal, work)));
  assert.deepEqual([maximum, results.every(({ status }) => status === 'rejected')], [1, true]);
  assert.deepEqual(await readdir(folder), []);
});

it('replaces a lock that a killed process has left, and waits for any other lock until Ctrl-C', async (context) => {
  const { path } = await lockFile(context);
  await writeFile(path, '');
  const old = new Date(Date.now() - 61_000);
  await utimes(path, old, old);
  assert.equal(await runWithFileLock(path, signal, async () => 'done'), 'done');

  await writeFile(path, '');
  const interruption = new AbortController();
  const waiting = runWithFileLock(path, interruption.signal, async () => 'done');
  interruption.abort();
  await assert.rejects(waiting, { kind: 'interrupted' });
});
