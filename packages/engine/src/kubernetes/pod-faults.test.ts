// run: own process, in test:all because its engine starts processes
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Schema } from '@millrace/contract';
import type { TestExecution } from '../../test/received-reports.ts';
import { messages } from '../../test/engine.ts';
import type { FakeCluster, FakeRun } from '../../test/fake-cluster.ts';
import { podEngine, type PodEngine } from '../../test/pod-engine.ts';
import { shellBundle } from '../../test/zips.ts';
import type { ContainerState } from './cluster-objects.ts';

const BOUNDS = { schedule: 300, image: 300, start: 300 };
const LONG = 'trap "echo cleaned; exit 1" TERM; echo begun; while :; do sleep 0.1; done';

type Held = PodEngine & { execution: TestExecution; run: FakeRun };

/** An execution whose pod does not start by itself. */
async function heldBack(t: TestContext, more: Partial<Schema<'ClaimedExecution'>> = {}, bounds = BOUNDS): Promise<Held> {
  const engine = await podEngine(t, bounds);
  engine.cluster.startsPods = false;
  const execution = engine.plane.add(await shellBundle('echo one'), more);
  const run = await engine.cluster.run();
  await engine.cluster.until(() => run.secret !== undefined, 'the Secret');
  return { ...engine, execution, run };
}

/** An execution whose pod runs. */
async function running(t: TestContext): Promise<Held> {
  const engine = await podEngine(t);
  const execution = engine.plane.add(await shellBundle(LONG));
  const run = await engine.cluster.run();
  await engine.plane.until(() => messages(execution.lines, 'STDOUT').includes('begun'), 'the start');
  return { ...engine, execution, run };
}

const waiting = (cluster: FakeCluster, run: FakeRun, state: ContainerState['waiting']): void =>
  cluster.setStatus(run, { phase: 'Pending', containerStatuses: [{ name: 'task', state: { waiting: state ?? {} } }] });

test('task-executions.status.deploy: a pod that no node can run ends its run with the message of the scheduler', async (t) => {
  const { plane, cluster, execution, run } = await heldBack(t);
  const message = '0/1 nodes are available: 1 Insufficient memory. no new claims to deallocate.';
  cluster.setStatus(run, { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }] });
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', 'POD_UNSCHEDULABLE']);
  assert.equal(finish.errorMessage, `No node of the cluster can take the pod: ${message}`);
  assert.equal(messages(execution.lines, 'SYSTEM').filter((line) => line.includes(message)).length, 2);
  await cluster.until(() => cluster.runs.size === 0, 'the removal of the Job');
});

test('an image that cannot be pulled ends its run with the message of the registry', async (t) => {
  const { plane, cluster, execution, run } = await heldBack(t);
  run.events.push({ type: 'Warning', reason: 'Failed', message: 'Failed to pull image "millrace-task:test": not found' });
  waiting(cluster, run, { reason: 'ImagePullBackOff' });
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', 'IMAGE_NOT_PULLED']);
  assert.match(finish.errorMessage ?? '', /\(ImagePullBackOff\): Failed to pull image "millrace-task:test": not found/);
});

test('a pod whose image comes late runs', async (t) => {
  // Long enough for a busy machine: the bound must not pass before the image comes.
  const { plane, cluster, execution, run } = await heldBack(t, {}, { ...BOUNDS, image: 60_000, start: 60_000 });
  waiting(cluster, run, { reason: 'ErrImagePull', message: 'the registry does not answer' });
  await plane.until(() => messages(execution.lines, 'SYSTEM').some((line) => line.includes('the registry does not answer')), 'the note');
  await cluster.startPod(run);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['one']);
});

test('a Job whose pod is refused ends its run: by its quota after a while, by a policy at once', async (t) => {
  const quota = await heldBack(t);
  quota.run.events.push({
    type: 'Warning',
    reason: 'FailedCreate',
    message: 'Error creating: pods "x" is forbidden: exceeded quota: small',
  });
  const full = await quota.plane.ended(quota.execution);
  assert.deepEqual([full.outcome, full.errorType], ['DEPLOY_FAILED', 'QUOTA_EXCEEDED']);
  assert.match(full.errorMessage ?? '', /exceeded quota: small/);

  const policy = await heldBack(t);
  policy.run.events.push({ type: 'Warning', reason: 'FailedCreate', message: 'Error creating: violates PodSecurity "restricted:latest"' });
  assert.equal((await policy.plane.ended(policy.execution)).errorType, 'ADMISSION_REFUSED');
});

test('a pod that does not start and gives no reason ends its run', async (t) => {
  const { plane, cluster, execution, run } = await heldBack(t);
  waiting(cluster, run, { reason: 'ContainerCreating' });
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', 'POD_NOT_STARTED']);
  assert.match(finish.errorMessage ?? '', /did not start within 0\.6 s, and the cluster gives no reason/);
});

test('a Job that is deleted by hand before its pod exists ends its run', async (t) => {
  const { plane, cluster, execution, run } = await heldBack(t);
  cluster.remove(run);
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'POD_DELETED']);
});

test('a Job that is deleted by hand while its task runs ends its run with the last lines', async (t) => {
  const { plane, cluster, execution, run } = await running(t);
  cluster.remove(run);
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'POD_DELETED']);
  assert.match(messages(execution.lines, 'SYSTEM').at(-1) ?? '', /^Ended: EXECUTION_FAILED/);
});

test('a pod that the cluster evicts ends its run as evicted', async (t) => {
  const { plane, cluster, execution, run } = await running(t);
  const status = { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' };
  run.over = true;
  cluster.setStatus(run, status);
  cluster.endLogs();
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'POD_EVICTED']);
  assert.equal(finish.errorMessage, 'The cluster evicted the pod: The node was low on resource: memory.');
});

test('a pod that the kubelet ends because the memory of its node is full ends its run as evicted, with its last lines', async (t) => {
  const { plane, cluster, execution, run } = await running(t);
  // The pod gets SIGTERM and reports an end by itself, which does not mention the node.
  const message = 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 60Mi.';
  const conditions = [{ type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet', message }];
  const containerStatuses = [{ name: 'task', state: { terminated: { exitCode: 143, reason: 'Error' } } }];
  cluster.evict(run, { phase: 'Failed', reason: 'Evicted', message, conditions, containerStatuses });
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'POD_EVICTED']);
  assert.equal(finish.errorMessage, `The cluster evicted the pod: ${message}`);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['begun', 'cleaned']);
});

test('a pod that was removed with a node that hangs ends its run, although the connection to its log stays open', async (t) => {
  const { plane, cluster, execution, run } = await running(t);
  cluster.holdsLogs = true;
  const disruption = { type: 'DisruptionTarget', status: 'True', reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' };
  cluster.setStatus(run, { phase: 'Failed', conditions: [disruption] });
  cluster.removePod(run);
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'NODE_LOST']);
  assert.equal(finish.errorMessage, 'The node of the pod is gone: PodGC: node no longer exists');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['begun']);
});

test('a container that the kernel kills with its task ends its run as out of memory', async (t) => {
  const { plane, cluster, execution, run } = await running(t);
  run.over = true;
  const terminated = { exitCode: 137, reason: 'OOMKilled' };
  cluster.setStatus(run, { phase: 'Failed', containerStatuses: [{ name: 'task', state: { terminated } }] });
  cluster.endLogs();
  assert.equal((await plane.ended(execution)).errorType, 'OUT_OF_MEMORY');
});

test('the error of a pod that fails without an outcome contains the output of the pod', async (t) => {
  const { plane, cluster, execution, run } = await heldBack(t);
  run.log.push('2026-11-23T15:00:00.000000000Z exec /usr/bin/tini: exec format error');
  run.over = true;
  cluster.setStatus(run, {
    phase: 'Failed',
    containerStatuses: [{ name: 'task', state: { terminated: { exitCode: 255, reason: 'Error' } } }],
  });
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'POD_FAILED']);
  assert.match(finish.errorMessage ?? '', /exit code 255 .*: Error, it wrote: exec \/usr\/bin\/tini: exec format error/);
});

test('parameters that no Secret can hold are refused before anything is created', async (t) => {
  const { plane, cluster } = await podEngine(t);
  const execution = plane.add(await shellBundle('true'), { parameters: { text: 'x'.repeat(1_100_000) } });
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', 'PARAMETERS_TOO_LARGE']);
  assert.deepEqual(cluster.created, []);
});

test('a cluster that does not answer for a moment delays a run', async (t) => {
  const { plane, cluster } = await podEngine(t);
  cluster.refusals.set('POST jobs', [undefined, { status: 503, reason: 'ServiceUnavailable', message: 'etcd is away' }]);
  assert.equal((await plane.ended(plane.add(await shellBundle('true')))).outcome, 'EXECUTION_SUCCESS');
  assert.equal(cluster.created.length, 1);
});

test('a Job and a Secret whose quota was changed meanwhile are created a little later', async (t) => {
  const { plane, cluster } = await podEngine(t);
  const message = 'Operation cannot be fulfilled on resourcequotas "engine-agent": the object has been modified; please apply your changes';
  const conflict = { status: 409, reason: 'Conflict', message };
  for (const route of ['POST jobs', 'POST secrets']) cluster.refusals.set(route, [conflict]);
  assert.equal((await plane.ended(plane.add(await shellBundle('true')))).outcome, 'EXECUTION_SUCCESS');
  assert.equal(cluster.created.length, 1);
});

test('a Job whose creation was answered by a broken connection is created once', async (t) => {
  const { plane, cluster } = await podEngine(t);
  cluster.loseAnswers.push('POST jobs');
  assert.equal((await plane.ended(plane.add(await shellBundle('true')))).outcome, 'EXECUTION_SUCCESS');
  assert.equal(cluster.created.length, 1);
});

test('remote-engines.illness.claims: an engine whose cluster accepts no run returns it to the queue, claims nothing, and is well again later', async (t) => {
  const { plane, cluster } = await podEngine(t);
  const forbidden = { status: 403, reason: 'Forbidden', message: 'jobs.batch is forbidden: User "engine" cannot create resource "jobs"' };
  cluster.refusals.set(
    'POST jobs',
    Array.from({ length: 1000 }, () => forbidden),
  );
  const execution = plane.add(await shellBundle('echo one'), { returnsLeft: 5 });
  await plane.until(() => plane.illnesses.some((illness) => illness?.code === 'CLUSTER_FORBIDDEN'), 'the illness');
  await plane.until(() => execution.state === 'queued', 'the return of the run');
  cluster.refusals.clear();
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.equal(execution.returned?.[0]?.errorType, 'CLUSTER_FORBIDDEN');
  assert.match(execution.returned?.[0]?.errorMessage ?? '', /cannot create resource "jobs"/);
});

test('an engine whose cluster does not answer returns a run to the queue, and its illness names the cluster, not its machine', async (t) => {
  const { plane, cluster } = await podEngine(t, {}, undefined, { answerMilliseconds: 500 });
  cluster.silent.add('POST jobs');
  const execution = plane.add(await shellBundle('echo one'), { returnsLeft: 5 });
  await plane.until(() => plane.illnesses.some((illness) => illness !== undefined), 'the illness');
  assert.deepEqual([...new Set(plane.illnesses.flatMap((illness) => illness?.code ?? []))], ['CLUSTER_UNREACHABLE']);
  assert.equal(execution.returned?.[0]?.errorType, 'CLUSTER_UNREACHABLE');
  cluster.silent.clear();
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
});

test('a run that cannot be returned to the queue names why the cluster does not accept it', async (t) => {
  const gone = { status: 404, reason: 'NotFound', message: 'namespaces "tasks" not found' };
  const denied = { status: 400, reason: '', message: 'admission webhook "policy.test" denied the request: no label "team"' };
  const cases = [
    [gone, 'NAMESPACE_GONE'],
    [denied, 'ADMISSION_REFUSED'],
    [{ status: 422, reason: 'Invalid', message: 'Job is invalid: spec.template' }, 'POD_REFUSED'],
  ] as const;
  for (const [refusal, errorType] of cases) {
    const { plane, cluster } = await podEngine(t);
    cluster.refusals.set('POST jobs', [refusal]);
    const finish = await plane.ended(plane.add(await shellBundle('true')));
    assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', errorType]);
    assert.ok(finish.errorMessage?.includes(refusal.message), finish.errorMessage);
  }
});
