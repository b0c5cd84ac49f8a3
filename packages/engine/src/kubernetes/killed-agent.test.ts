// run: own process, in test:all because its engine starts processes
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { messages, temporaryFolder } from '../../test/engine.ts';
import { FakeCluster } from '../../test/fake-cluster.ts';
import { freePort } from '../../test/free-port.ts';
import { openControlPlane, startProgram, type StartedProgram } from '../../test/program.ts';
import { taskGate } from '../../test/task-gate.ts';
import { shellBundle } from '../../test/zips.ts';

const LINES = Array.from({ length: 80 }, (_one, index) => `line ${index + 1}`);
/** Commands that write the lines with these numbers. */
const count = (first: number, last: number): string => `for i in $(seq ${first} ${last}); do echo "line $i"; done`;

/** A paired engine, as a program that can be killed and started again. */
async function podProgram(
  t: TestContext,
): Promise<{ plane: Awaited<ReturnType<typeof openControlPlane>>; cluster: FakeCluster; run: () => StartedProgram }> {
  const plane = await openControlPlane(t);
  const cluster = await FakeCluster.open(t);
  const folder = await temporaryFolder();
  const pairing = { MILLRACE_ENGINE_KEY: plane.pairingKey };
  const paired = startProgram(t, ['pair', plane.url, '--folder', folder], { environment: pairing });
  assert.equal(await paired.ended, 0, paired.output());
  const port = await freePort();
  const environment = {
    MILLRACE_ENGINE_RUNNER: 'kubernetes',
    MILLRACE_KUBERNETES_API: cluster.url,
    MILLRACE_KUBERNETES_NAMESPACE: 'tasks',
    MILLRACE_KUBERNETES_IMAGE: 'millrace-task:test',
    MILLRACE_KUBERNETES_CONTENT_URL: `http://127.0.0.1:${port}`,
    MILLRACE_KUBERNETES_CONTENT_PORT: String(port),
  };
  return { plane, cluster, run: () => startProgram(t, ['run', '--folder', folder], { environment }) };
}

test('an engine that is killed and started again continues its pods: no line is lost or doubled, and nothing runs twice', async (t) => {
  const { plane, cluster, run } = await podProgram(t);
  const first = run();
  const [alone, together] = [await taskGate(), await taskGate()];
  const script = [count(1, 30), alone.pass, count(31, 60), together.arrive, together.pass, count(61, 80)].join('; ');
  const execution = plane.add(await shellBundle(script));
  await plane.until(() => messages(execution.lines, 'STDOUT').length > 5, 'lines');
  first.child.kill('SIGKILL');
  await first.ended;
  assert.equal(execution.finish, undefined);
  // Some lines are written while there is no engine.
  await alone.open();
  await together.arrived();
  const second = run();
  await plane.until(() => messages(execution.lines, 'STDOUT').length >= 60, 'the lines of the time without an engine');
  await together.open();
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS', second.output());
  assert.deepEqual(messages(execution.lines, 'STDOUT'), LINES);
  assert.equal(cluster.created.length, 1);
  assert.deepEqual(plane.faults, []);
  await cluster.until(() => cluster.runs.size === 0, 'the removal of the Job');
});

test('an engine that is asked to end leaves its pods at once', async (t) => {
  const { plane, cluster, run } = await podProgram(t);
  const program = run();
  const execution = plane.add(await shellBundle('while :; do sleep 0.1; done'));
  await plane.until(() => execution.startedAt !== undefined, 'the start');
  program.child.kill('SIGTERM');
  assert.equal(await program.ended, 0, program.output());
  assert.equal(cluster.runs.size, 1);
  assert.equal(execution.finish, undefined);
});

test('at the start, the error names a setting of the runner that is missing or unknown', async (t) => {
  const folder = await temporaryFolder();
  const other = startProgram(t, ['run', '--folder', folder], { environment: { MILLRACE_ENGINE_RUNNER: 'nomad' } });
  assert.equal(await other.ended, 2);
  assert.match(other.output(), /MILLRACE_ENGINE_RUNNER is \\"nomad\\": set it to process or kubernetes/);
  const bare = startProgram(t, ['run', '--folder', folder], { environment: { MILLRACE_ENGINE_RUNNER: 'kubernetes' } });
  assert.equal(await bare.ended, 2);
  assert.match(bare.output(), /set MILLRACE_KUBERNETES_API/);
});
