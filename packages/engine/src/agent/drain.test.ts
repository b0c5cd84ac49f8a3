// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ControlPlane } from '../../test/control-plane.ts';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import { programEnvironment } from '../../test/program-environment.ts';
import { type TaskGate, taskGate } from '../../test/task-gate.ts';
import { shellBundle } from '../../test/zips.ts';
import { storeCredential } from '../control-plane/credential.ts';

const program = join(import.meta.dirname, '../main.ts');
const RENEW_LATER = { renewCredentialAfter: new Date(Date.now() + 86_400_000).toISOString() };

/** A bundle that runs until its gate is opened. */
async function gated(): Promise<{ zip: Buffer; gate: TaskGate }> {
  const gate = await taskGate();
  return { gate, zip: await shellBundle(`echo ready; ${gate.pass}; echo late`) };
}

async function pairedFolder(
  t: TestContext,
): Promise<{ plane: ControlPlane; folder: string; startProgram: (words?: string[]) => ChildProcess }> {
  const plane = await new ControlPlane().open();
  t.after(() => plane.close());
  const folder = await temporaryFolder();
  await storeCredential(folder, { engineId: 'e', name: 'x', url: plane.url, credential: plane.credential, ...RENEW_LATER });
  const startProgram = (words: string[] = []) => {
    const child = spawn(process.execPath, [program, 'run', '--folder', folder, ...words], {
      env: { ...programEnvironment() },
      stdio: 'ignore',
    });
    t.after(() => child.kill('SIGKILL'));
    return child;
  };
  return { plane, folder, startProgram };
}

test('after a signal, an engine claims no more work, and finishes and reports the running tasks', async (t) => {
  const { plane, startProgram } = await pairedFolder(t);
  const engine = startProgram();
  const { zip, gate } = await gated();
  const execution = plane.add(zip);
  await plane.until(() => messages(execution.lines, 'STDOUT').length === 1, 'the first line');
  engine.kill('SIGTERM');
  await plane.until(() => plane.claims.at(-1)?.free === 0, 'the last claim');
  const later = plane.add(await shellBundle('echo never'));
  await gate.open();
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['ready', 'late']);
  assert.deepEqual(await once(engine, 'exit'), [0, null]);
  assert.equal(later.state, 'queued');
});

for (const [cause, words, signalsTwice] of [
  ['a second signal', [], true],
  ['the end of the drain time', ['--drain-seconds', '1'], false],
  ['a signal without a drain time', ['--drain-seconds', '0'], false],
] as const) {
  test(`task-executions.status.shutdown: ${cause} ends running tasks`, async (t) => {
    const { plane, startProgram } = await pairedFolder(t);
    const engine = startProgram([...words]);
    const execution = plane.add((await gated()).zip);
    await plane.until(() => messages(execution.lines, 'STDOUT').length === 1, 'the first line');
    engine.kill('SIGTERM');
    if (signalsTwice) {
      await plane.until(() => plane.claims.at(-1)?.free === 0, 'the last claim');
      assert.equal(execution.finish, undefined);
      engine.kill('SIGTERM');
    }
    const { outcome, errorType } = await plane.ended(execution);
    assert.deepEqual([outcome, errorType], ['EXECUTION_TERMINATED_SHUTDOWN', 'ENGINE_SHUTDOWN']);
    assert.deepEqual(await once(engine, 'exit'), [0, null]);
  });
}

test('an upgrade: a new program claims work while the old one finishes its runs, and both use one credential that is renewed meanwhile', async (t) => {
  const { plane, folder, startProgram } = await pairedFolder(t);
  const old = startProgram();
  const { zip, gate } = await gated();
  const execution = plane.add(zip);
  await plane.until(() => messages(execution.lines, 'STDOUT').length === 1, 'the first line');
  const before = plane.credential;
  await storeCredential(folder, { engineId: 'e', name: 'x', url: plane.url, credential: before });
  const next = startProgram();
  await plane.until(() => plane.credential !== before, 'the renewal by the new program');
  old.kill('SIGTERM');
  await plane.until(() => plane.claims.at(-1)?.free === 0, 'the last claim of the old program');
  assert.equal((await plane.ended(plane.add(await shellBundle('echo new')))).outcome, 'EXECUTION_SUCCESS');
  assert.equal(execution.state, 'held', 'the old program still has its run');
  assert.deepEqual([old.exitCode, old.signalCode], [null, null]);
  await gate.open();
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['ready', 'late']);
  assert.deepEqual(await once(old, 'exit'), [0, null]);
  next.kill('SIGTERM');
  await once(next, 'exit');
  assert.deepEqual(plane.faults, []);
  assert.deepEqual(
    plane.claims.flatMap(({ gone }) => gone ?? []),
    [],
  );
});

test('drains an idle agent immediately', async (t) => {
  const { agent } = await engineFor(t);
  await agent.drain(60_000);
  assert.equal(await agent.done, 'stopped');
});
