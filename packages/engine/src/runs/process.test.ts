// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { waitForEnd } from '../../test/processes.ts';
import { makeRunFolder, runFolder, thisProgram } from '../folders/run-folder.ts';
import { tableBoundary } from '../isolation/boundary.ts';
import { MARK, Sweeper } from '../program/process-table.ts';
import { Spawner } from '../processes/spawner.ts';
import { type ProcessTask, runProcess } from './process.ts';

async function run(
  t: TestContext,
  script: string,
  onOutput: ProcessTask['onOutput'],
  given: Partial<Pick<ProcessTask, 'onExited' | 'platform' | 'stop'>> = {},
): Promise<number | null> {
  const folder = await temporaryFolder();
  const paths = runFolder(folder, crypto.randomUUID());
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
    lastOutputBounds: { silenceMilliseconds: 300, totalMilliseconds: 1500 },
    onStarted: () => {},
    onExited: () => {},
    onOutput,
    ...given,
  });
  return exit.code;
}

test('execution-logs.list.gap: all output of a task is read after its end, even if its log stays full for seconds', async (t) => {
  let [bytes, pieces] = [0, 0];
  const [space, exited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const takeOutput = async (_type: string, chunk: Uint8Array): Promise<void> => {
    bytes += chunk.length;
    pieces += 1;
    if (pieces === 1) await space.promise;
  };
  // Slightly more than the engine reads ahead, so that the last bytes are still in the output of the ended task.
  const code = run(t, 'head -c 1060000 /dev/zero; echo end', takeOutput, { onExited: exited.resolve });
  await exited.promise;
  // The end of this run takes as long as the engine reads pipes that another process still holds, and it began later.
  await runWithHolder(t);
  space.resolve();
  assert.equal(await code, 0);
  assert.equal(bytes, 1_060_004);
});

/** A task whose pipes an escaped process holds; that process writes until the engine does not read any more. */
async function runWithHolder(t: TestContext): Promise<void> {
  let text = '';
  // The task ends when the other process has left its group, else that one would be killed with it.
  const script = `env -i setsid sh -c ': > escaped; while sleep 0.1; do echo more; done' & until [ -e escaped ]; do sleep 0.02; done; echo $!`;
  const code = await run(t, script, (_type, chunk) => {
    text += Buffer.from(chunk).toString();
  });
  assert.equal(code, 0);
  assert.match(text, /^(?:more\n)*\d+\n/);
}

test('an escaped process that holds the pipes of an ended task does not delay its end', runWithHolder);

for (const holds of [true, false])
  for (const isStopped of [false, true])
    test(`on Windows nothing is signalled by the id of an ended process: ${isStopped ? 'stopped' : 'not stopped'}, pipes held: ${holds}`, async (t) => {
      /** Runs a task that leaves a process, which writes a file when it may end. Returns whether that process was killed. */
      const killsLeft = async (platform: NodeJS.Platform): Promise<boolean> => {
        const folder = await temporaryFolder();
        const [go, unharmed] = [join(folder, 'go'), join(folder, 'unharmed')];
        const script = `(until [ -e ${go} ]; do sleep 0.02; done; : > ${unharmed}) ${holds ? '' : '> /dev/null 2>&1'} & echo $!`;
        const stop = new AbortController();
        let pid = '';
        const keep: ProcessTask['onOutput'] = (_type, bytes) => void (pid += Buffer.from(bytes).toString());
        await run(t, script, keep, { platform, stop: stop.signal, onExited: () => isStopped && stop.abort() });
        // Where such processes are killed, this one must not see the file before.
        if (platform === 'win32') await writeFile(go, '');
        await waitForEnd(Number(pid));
        return !existsSync(unharmed);
      };
      assert.equal(await killsLeft('linux'), true);
      assert.equal(await killsLeft('win32'), false);
    });
