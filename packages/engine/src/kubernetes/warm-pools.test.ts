// run: own process, in test:all because its engine starts processes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ControlPlane } from '../../test/control-plane.ts';
import { messages } from '../../test/engine.ts';
import { FakeCluster, type FakeRun } from '../../test/fake-cluster.ts';
import { freePort } from '../../test/free-port.ts';
import { podEngine, type PodEngine } from '../../test/pod-engine.ts';
import { taskGate } from '../../test/task-gate.ts';
import { shellBundle } from '../../test/zips.ts';

const ONE = { shape: { warm: 1 } };
const nameOf = ({ job }: FakeRun): string => job.metadata.name;
const executionOf = ({ job }: FakeRun): string | undefined => job.metadata.labels?.['millrace.io/execution-id'];

/** Waits until the pod with a number, in the order of creation, asks for an execution. */
async function asking({ cluster, logged }: PodEngine, index = 0): Promise<FakeRun> {
  const run = await cluster.run(index);
  await cluster.until(() => logged.some((line) => line.includes('A pod waits') && line.includes(nameOf(run))), 'a pod that asks');
  return run;
}

test('a task runs in a waiting pod, which is replaced, and no Secret has its parameters', async (t) => {
  const engine = await podEngine(t, {}, undefined, ONE);
  const { plane, cluster } = engine;
  const waiting = await asking(engine);
  assert.equal(executionOf(waiting), undefined);
  const execution = plane.add(await shellBundle('echo "pin $pin"', {}, ['pin']), {
    parameters: { pin: 'hunter22' },
    secretParameters: ['pin'],
    timeoutMinutes: 2,
  });
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS', finish.errorMessage);
  assert.match(messages(execution.lines, 'STDOUT').join(), /^pin \*+$/);
  assert.equal(executionOf(waiting), execution.claim.executionId);
  assert.ok(Number((waiting.job.spec as { activeDeadlineSeconds?: number }).activeDeadlineSeconds) >= 1920);
  assert.doesNotMatch(Buffer.from(Object.values(waiting.secret?.data ?? {}).join(), 'base64').toString(), /hunter22/);
  assert.doesNotMatch(JSON.stringify(waiting.job), /hunter22/);
  await asking(engine, 1);
  await cluster.until(() => !cluster.runs.has(nameOf(waiting)), 'the removal of its Job');
  assert.equal(cluster.created.length, 2);
});

test('a waiting pod serves one execution', async (t) => {
  const engine = await podEngine(t, {}, undefined, ONE);
  const { plane, cluster } = engine;
  const bundle = await shellBundle('touch "$TMPDIR/mark"; touch "$HOME/mark"; echo done');
  for (const index of [0, 1, 2]) {
    const waiting = await asking(engine, index);
    const execution = plane.add(bundle);
    assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
    assert.equal(executionOf(waiting), execution.claim.executionId);
    await cluster.until(() => !cluster.runs.has(nameOf(waiting)), 'the removal of its Job');
  }
});

test('the first execution of a run profile starts a pod of its own and fills a pool, whose pods have the resources of the profile', async (t) => {
  const engine = await podEngine(t);
  const { plane } = engine;
  const pod = { cpu: '2', memory: '1Gi', warm: 1 };
  const bundle = await shellBundle('true');
  const cold = plane.add(bundle, { pod });
  await plane.ended(cold);
  const waiting = await asking(engine, 1);
  assert.match(JSON.stringify(waiting.job.spec), /"limits":{"cpu":"2","memory":"1Gi"}/);
  const other = plane.add(bundle, { pod: { ...pod, cpu: '1' } });
  await plane.ended(other);
  assert.equal(executionOf(waiting), undefined);
  const warm = plane.add(bundle, { pod });
  await plane.ended(warm);
  assert.equal(executionOf(waiting), warm.claim.executionId);
});

test('a waiting pod that ends is replaced', async (t) => {
  const engine = await podEngine(t, {}, undefined, ONE);
  const lost = await asking(engine);
  lost.stop.abort();
  const next = await asking(engine, 1);
  assert.ok(!engine.cluster.runs.has(nameOf(lost)));
  const execution = engine.plane.add(await shellBundle('true'));
  await engine.plane.ended(execution);
  assert.equal(executionOf(next), execution.claim.executionId);
});

test('the settings bound the number of waiting pods, and a pool without executions is emptied until the next one', async (t) => {
  const settings = { shape: { warm: 5 }, warm: { pods: 2, idleMilliseconds: 1500 } };
  const { plane, cluster } = await podEngine(t, {}, undefined, settings);
  await cluster.run(1);
  await cluster.until(() => cluster.runs.size === 0, 'the removal of the waiting pods');
  assert.equal(cluster.created.length, 2);
  await plane.ended(plane.add(await shellBundle('true')));
  await cluster.until(() => cluster.created.length === 5, 'two more pods that wait');
});

test('an engine that starts again takes over the pods that wait, and those that run', async (t) => {
  const first = await podEngine(t, {}, undefined, { shape: { warm: 2 } });
  const { plane, cluster } = first;
  await asking(first);
  await asking(first, 1);
  const gate = await taskGate();
  const running = plane.add(await shellBundle(`seq -f 'line %.0f' 1 20; ${gate.pass}; seq -f 'line %.0f' 21 40`));
  await plane.until(() => messages(running.lines, 'STDOUT').length === 20, 'lines');
  await asking(first, 2);
  await first.agent.stop();
  const second = await podEngine(t, {}, first, { shape: { warm: 2 } });
  await gate.open();
  assert.equal((await plane.ended(running)).outcome, 'EXECUTION_SUCCESS');
  assert.equal(messages(running.lines, 'STDOUT').length, 40);
  const waiting = [...cluster.runs.values()].filter((run) => executionOf(run) === undefined);
  assert.equal(waiting.length, 2);
  assert.equal(cluster.created.length, 3);
  for (const run of waiting)
    await cluster.until(() => second.logged.some((line) => line.includes('A pod waits') && line.includes(nameOf(run))), 'a pod that asks');
  const execution = plane.add(await shellBundle('true'));
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.ok(waiting.some((run) => executionOf(run) === execution.claim.executionId));
});

test('an engine that starts again removes waiting pods that have ended meanwhile', async (t) => {
  const first = await podEngine(t, {}, undefined, ONE);
  const { cluster } = first;
  const ended = await asking(first);
  await first.agent.stop();
  ended.job.status = { conditions: [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }] };
  cluster.removePod(ended);
  const second = await podEngine(t, {}, first, ONE);
  await asking(second, 1);
  await cluster.until(() => !cluster.runs.has(nameOf(ended)), 'the removal of the Job');
});

test('an engine with another credential replaces the pods that wait', async (t) => {
  const first = await podEngine(t, {}, undefined, ONE);
  const old = await asking(first);
  await first.agent.stop();
  first.plane.credentials.current = 'mre_renewed';
  const second = await podEngine(t, {}, first, ONE);
  await asking(second, 1);
  await second.cluster.until(() => !second.cluster.runs.has(nameOf(old)), 'the removal of the old pod');
  assert.ok(second.logged.some((line) => line.includes(nameOf(old)) && line.includes('the credential of the engine was renewed')));
});

test('an execution that cannot use a waiting pod starts a pod of its own', async (t) => {
  const engine = await podEngine(t, {}, undefined, ONE);
  const { plane, cluster } = engine;
  const waiting = await asking(engine);
  cluster.refusals.set('PATCH jobs', [{ status: 500, reason: 'InternalError', message: 'etcd is away' }]);
  const execution = plane.add(await shellBundle('echo one'));
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['one']);
  assert.ok(cluster.created.some((name) => name.includes(execution.claim.executionId)));
  await cluster.until(() => !cluster.runs.has(nameOf(waiting)), 'the removal of the waiting pod');
  assert.ok(waiting.fault === undefined || /has no order/.test(String(waiting.fault)));
});

test('a task in a waiting pod is stopped by SIGTERM, with its last lines', async (t) => {
  const engine = await podEngine(t, {}, undefined, ONE);
  const { plane } = engine;
  await asking(engine);
  const execution = plane.add(await shellBundle('trap "echo cleaned; exit 1" TERM; echo ready; while :; do sleep 0.1; done'));
  await plane.until(() => messages(execution.lines, 'STDOUT').includes('ready'), 'the start');
  plane.stop(execution);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_TERMINATED');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['ready', 'cleaned']);
});

test('parameters that a Secret cannot hold are refused even when a pod waits, and the pod continues to wait', async (t) => {
  const engine = await podEngine(t, {}, undefined, ONE);
  const { plane, cluster } = engine;
  const waiting = await asking(engine);
  const finish = await plane.ended(plane.add(await shellBundle('true'), { parameters: { big: 'x'.repeat(1_100_000) } }));
  assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', 'PARAMETERS_TOO_LARGE']);
  assert.ok(cluster.runs.has(nameOf(waiting)));
  assert.equal(executionOf(waiting), undefined);
});

test('a waiting pod that the quota refuses is created later', async (t) => {
  const cluster = await FakeCluster.open(t);
  const refusal = { status: 403, reason: 'Forbidden', message: 'exceeded quota: engine-agent' };
  cluster.refusals.set('POST jobs', [refusal, refusal]);
  const engine = await podEngine(t, {}, { plane: new ControlPlane(), cluster, contentPort: await freePort() }, ONE);
  await asking(engine);
  assert.equal(engine.logged.filter((line) => line.includes('could not be created') && line.includes('exceeded quota')).length, 2);
});
