// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { ControlPlane } from '../../test/control-plane.ts';
import { temporaryFolder } from '../../test/engine.ts';
import { guardsOf, isAlive } from '../../test/processes.ts';
import { openControlPlane, startProgram, type StartedProgram } from '../../test/program.ts';
import type { TestExecution } from '../../test/received-reports.ts';
import { nodeBundle, shellBundle } from '../../test/zips.ts';

type Engine = StartedProgram & { pid: number };

function engineOf(t: TestContext, plane: ControlPlane, folder: string): Engine {
  const running = startProgram(t, ['run', '--folder', folder, '--with-parent'], { channel: true });
  running.child.send({ url: plane.url, credential: plane.credential });
  return { ...running, pid: running.child.pid ?? 0 };
}

/** Waits for the process ids that a task prints, each after its word. */
async function pidsOf(plane: ControlPlane, { lines }: TestExecution, ...words: string[]): Promise<number[]> {
  const find = (word: string) => lines.find((line) => line.message.startsWith(`${word} `))?.message.slice(word.length);
  await plane.until(() => words.every((word) => find(word)), words.join(' and '));
  return words.map((word) => Number(find(word)));
}

test('the next start kills the tasks that a killed agent and guard left, and removes their folders', async (t) => {
  const plane = await openControlPlane(t);
  const folder = await temporaryFolder();
  const first = engineOf(t, plane, folder);
  const zip = await nodeBundle(`process.on('SIGTERM', () => {}); console.log('pid', process.pid); setInterval(() => {}, 1000);`);
  const execution = plane.add(zip);
  const [pid = 0] = await pidsOf(plane, execution, 'pid');
  // Stop the guard before both are killed, so that it cannot clean up after the agent.
  const [guard = 0] = await guardsOf(first.pid);
  process.kill(guard, 'SIGSTOP');
  first.child.kill('SIGKILL');
  await first.ended;
  process.kill(guard, 'SIGKILL');
  assert.ok(isAlive(pid));
  execution.state = 'lost';
  const second = engineOf(t, plane, folder);
  await plane.until(() => !isAlive(pid), 'the end of the task that was left');
  assert.equal((await plane.ended(plane.add(await shellBundle('echo again')))).outcome, 'EXECUTION_SUCCESS');
  second.child.kill('SIGTERM');
  assert.equal(await second.ended, 0);
  assert.deepEqual(await readdir(join(folder, 'runs')), []);
});

test('when only the agent is killed, its tasks end, including processes that left their groups', async (t) => {
  const plane = await openControlPlane(t);
  const running = engineOf(t, plane, await temporaryFolder());
  const execution = plane.add(await shellBundle("setsid sh -c 'echo daemon $$; exec sleep 60' & echo pid $$; exec sleep 60"));
  const pids = await pidsOf(plane, execution, 'pid', 'daemon');
  assert.equal(pids.filter(isAlive).length, 2);
  running.child.kill('SIGKILL');
  await plane.until(() => !pids.some(isAlive), 'the end of the task');
});

test('a killed guard is replaced, and the task continues meanwhile', async (t) => {
  const plane = await openControlPlane(t);
  const running = engineOf(t, plane, await temporaryFolder());
  const execution = plane.add(await shellBundle('echo pid $$; exec sleep 60'));
  const [pid = 0] = await pidsOf(plane, execution, 'pid');
  const [first = 0] = await guardsOf(running.pid);
  process.kill(first, 'SIGKILL');
  const second = async (): Promise<number> => {
    for (;;) {
      const next = (await guardsOf(running.pid)).find((guard) => guard !== first && isAlive(guard));
      if (next !== undefined) return next;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await second();
  assert.ok(isAlive(pid));
  running.child.kill('SIGKILL');
  await plane.until(() => !isAlive(pid), 'the end of the task');
});

test('an agent that stops ends its guard', async (t) => {
  const plane = await openControlPlane(t);
  const running = engineOf(t, plane, await temporaryFolder());
  assert.equal((await plane.ended(plane.add(await shellBundle('true')))).outcome, 'EXECUTION_SUCCESS');
  const [guard = 0] = await guardsOf(running.pid);
  assert.ok(isAlive(guard));
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  await plane.until(() => !isAlive(guard), 'the end of the guard');
});
