// run: own process because its engine starts processes
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from '../../test/engine.ts';
import { tableBoundary } from '../isolation/boundary.ts';
import { MARK, Sweeper } from '../kill-tree.ts';
import { makeRunFolder, runFolder, thisProgram } from '../run-folder.ts';
import { Spawner } from '../spawner.ts';
import { type ProcessTask, runProcess } from './process.ts';

async function run(t: TestContext, script: string, onOutput: ProcessTask['onOutput']): Promise<number | null> {
  const folder = await temporaryFolder();
  const paths = runFolder(folder, crypto.randomUUID(), 1);
  await makeRunFolder(paths);
  const spawner = new Spawner();
  t.after(() => spawner.close());
  const mark = crypto.randomUUID();
  const { exit } = await runProcess({
    command: { command: '/bin/sh', arguments: ['-c', script], folder, variables: {}, notes: [] },
    environment: { PATH: process.env['PATH'] ?? '', [MARK]: mark },
    run: { root: paths.path, owner: thisProgram() },
    spawner,
    boundary: tableBoundary({ ...paths, mark }, new Sweeper()),
    stop: new AbortController().signal,
    abandon: new AbortController().signal,
    graceMilliseconds: 1000,
    onStarted: () => {},
    onExited: () => {},
    onOutput,
  });
  return exit.code;
}

test('execution-logs.list.gap: all output of a task is read after its end, even if its log stays full for seconds', async (t) => {
  let bytes = 0;
  let pieces = 0;
  const code = await run(t, 'head -c 1150000 /dev/zero; echo end', async (_type, chunk) => {
    bytes += chunk.length;
    pieces += 1;
    // The task has ended by then. The wait is longer than the engine reads pipes that another process still holds.
    if (pieces === 1) await wait(4000);
  });
  assert.equal(code, 0);
  assert.equal(bytes, 1_150_004);
});

test('an escaped process that holds the pipes of an ended task does not delay its end', async (t) => {
  let text = '';
  const code = await run(t, `env -i setsid sh -c 'while sleep 0.5; do echo more; done' & echo $!`, (_type, chunk) => {
    text += Buffer.from(chunk).toString();
  });
  assert.equal(code, 0);
  assert.match(text, /^\d+\n/);
});
