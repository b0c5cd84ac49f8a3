// isolation: own process because its engine starts processes
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ControlPlane } from '../test/control-plane.ts';
import { engineFor, messages, temporaryFolder } from '../test/engine.ts';
import { programEnvironment } from '../test/program-environment.ts';
import { shellBundle } from '../test/zips.ts';
import { storeCredential } from './credential.ts';

const program = join(import.meta.dirname, 'main.ts');
const RENEW_LATER = { renewCredentialAfter: new Date(Date.now() + 86_400_000).toISOString() };

/** A bundle that runs as long as its gate stands. */
async function gated(): Promise<{ zip: Buffer; gate: string }> {
  const gate = join(await temporaryFolder(), 'gate');
  await writeFile(gate, '');
  return { gate, zip: await shellBundle(`echo ready; while [ -e ${gate} ]; do sleep 0.02; done; echo late`) };
}

async function pairedFolder(t: TestContext): Promise<{ plane: ControlPlane; folder: string; begin: (words?: string[]) => ChildProcess }> {
  const plane = await new ControlPlane().open();
  t.after(() => plane.close());
  const folder = await temporaryFolder();
  await storeCredential(folder, { engineId: 'e', name: 'x', url: plane.url, credential: plane.credential, ...RENEW_LATER });
  const begin = (words: string[] = []) => {
    const child = spawn(process.execPath, [program, 'run', '--folder', folder, ...words], {
      env: { ...programEnvironment() },
      stdio: 'ignore',
    });
    t.after(() => child.kill('SIGKILL'));
    return child;
  };
  return { plane, folder, begin };
}

test('on a signal takes no more work, and lets what runs end and reports it', async (t) => {
  const { plane, begin } = await pairedFolder(t);
  const engine = begin();
  const { zip, gate } = await gated();
  const known = plane.add(zip);
  await plane.until(() => messages(known.lines, 'STDOUT').length === 1, 'the first line');
  engine.kill('SIGTERM');
  await plane.until(() => plane.claims.at(-1)?.free === 0, 'the last claim');
  const later = plane.add(await shellBundle('echo never'));
  await rm(gate);
  assert.equal((await plane.ended(known)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(known.lines, 'STDOUT'), ['ready', 'late']);
  assert.deepEqual(await once(engine, 'exit'), [0, null]);
  assert.equal(later.state, 'queued');
});

for (const [how, words, again] of [
  ['a second signal', [], true],
  ['the end of its time', ['--drain-seconds', '1'], false],
  ['a signal where nothing is to be waited for', ['--drain-seconds', '0'], false],
] as const) {
  test(`task-executions.status.shutdown: ${how} ends what still runs`, async (t) => {
    const { plane, begin } = await pairedFolder(t);
    const engine = begin([...words]);
    const known = plane.add((await gated()).zip);
    await plane.until(() => messages(known.lines, 'STDOUT').length === 1, 'the first line');
    engine.kill('SIGTERM');
    if (again) {
      await plane.until(() => plane.claims.at(-1)?.free === 0, 'the last claim');
      assert.equal(known.finish, undefined);
      engine.kill('SIGTERM');
    }
    const { outcome, errorType } = await plane.ended(known);
    assert.deepEqual([outcome, errorType], ['EXECUTION_TERMINATED_SHUTDOWN', 'ENGINE_SHUTDOWN']);
    assert.deepEqual(await once(engine, 'exit'), [0, null]);
  });
}

test('an upgrade: a new program takes work beside the old one, which ends what it runs, with one credential that is renewed meanwhile', async (t) => {
  const { plane, folder, begin } = await pairedFolder(t);
  const old = begin();
  const { zip, gate } = await gated();
  const known = plane.add(zip);
  await plane.until(() => messages(known.lines, 'STDOUT').length === 1, 'the first line');
  const before = plane.credential;
  await storeCredential(folder, { engineId: 'e', name: 'x', url: plane.url, credential: before });
  const next = begin();
  await plane.until(() => plane.credential !== before, 'the renewal by the new program');
  old.kill('SIGTERM');
  await plane.until(() => plane.claims.at(-1)?.free === 0, 'the last claim of the old program');
  assert.equal((await plane.ended(plane.add(await shellBundle('echo new')))).outcome, 'EXECUTION_SUCCESS');
  assert.equal(known.state, 'held', 'the old program still has its run');
  assert.deepEqual([old.exitCode, old.signalCode], [null, null]);
  await rm(gate);
  assert.equal((await plane.ended(known)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(known.lines, 'STDOUT'), ['ready', 'late']);
  assert.deepEqual(await once(old, 'exit'), [0, null]);
  next.kill('SIGTERM');
  await once(next, 'exit');
  assert.deepEqual(plane.faults, []);
  assert.deepEqual(
    plane.claims.flatMap((one) => one.gone ?? []),
    [],
  );
});

test('drains an agent that has nothing to do at once', async (t) => {
  const { agent } = await engineFor(t);
  await agent.drain(60_000);
  assert.equal(await agent.done, 'stopped');
});
