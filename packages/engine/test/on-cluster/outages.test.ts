// run: own process, on request because it needs a Kubernetes cluster: npm run test:kubernetes -- <work folder>
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { messages } from '../engine.ts';
import type { TestExecution } from '../received-reports.ts';
import { shellBundle } from '../zips.ts';
import { clusterEngine, kubectl, NAMESPACE, prepareNamespace, processOfCluster, removeNamespace } from './cluster-support.ts';
import { until } from './control-plane-process.ts';

const OUTAGE_MILLISECONDS = 300_000;

let cluster: Awaited<ReturnType<typeof prepareNamespace>>;
before(async () => {
  cluster = await prepareNamespace();
});

after(() => removeNamespace());

const counted = (count: number): string[] => Array.from({ length: count }, (_one, index) => `line ${index + 1}`);
const printing = (count: number, pause: number) => shellBundle(`for i in $(seq 1 ${count}); do echo "line $i"; sleep ${pause}; done`);
const hasLines = ({ lines }: TestExecution): boolean => messages(lines, 'STDOUT').length > 3;

const hasEnded = ({ finish }: TestExecution): boolean => finish !== undefined;

/** Waits without the limit of a test's control plane: the cluster may need minutes. */
const ended = (execution: TestExecution): Promise<unknown> => until('the end of an execution', () => hasEnded(execution));

test('an API server that does not answer for five minutes ends no task: lines and outcomes arrive when it answers again', async (t) => {
  const { plane } = await clusterEngine(t, cluster);
  const short = plane.add(await printing(200, 0.1));
  const long = plane.add(await printing(360, 1));
  await until('lines of both tasks', () => hasLines(short) && hasLines(long));
  const pid = processOfCluster('kube-apiserver');
  process.kill(pid, 'SIGSTOP');
  const next = plane.add(await shellBundle('true'), { returnsLeft: 5 });
  try {
    await wait(OUTAGE_MILLISECONDS);
    assert.ok(!hasEnded(long));
    // The streams of logs and changes stay open while the process of the server is stopped; only a new call shows that it does not answer.
    assert.equal(next.returned?.[0]?.errorType, 'CLUSTER_UNREACHABLE');
    assert.equal(plane.illnesses.at(-1)?.code, 'CLUSTER_UNREACHABLE');
    assert.ok(!hasEnded(next));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await ended(short);
  assert.equal(short.finish?.outcome, 'EXECUTION_SUCCESS', `${short.finish?.errorType} ${short.finish?.errorMessage}`);
  assert.deepEqual(messages(short.lines, 'STDOUT'), counted(200));
  await ended(long);
  assert.equal(long.finish?.outcome, 'EXECUTION_SUCCESS', `${long.finish?.errorType} ${long.finish?.errorMessage}`);
  assert.deepEqual(messages(long.lines, 'STDOUT'), counted(360));
  await ended(next);
  assert.equal(next.finish?.outcome, 'EXECUTION_SUCCESS', next.finish?.errorMessage);
});

test('an API server that is killed cuts the watch and the log in the middle: no line is lost or doubled', async (t) => {
  const { plane, logged } = await clusterEngine(t, cluster);
  const counting = 'trap "exit 1" TERM; while :; do i=$((i + 1)); echo "line $i"; sleep 0.1; done';
  const execution = plane.add(await shellBundle(counting));
  const count = (): number => messages(execution.lines, 'STDOUT').length;
  await until('lines', () => hasLines(execution));
  for (let kills = 0; kills < 3; kills += 1) {
    const pid = processOfCluster('kube-apiserver');
    process.kill(pid, 'SIGKILL');
    await until('the next API server', () => processOfCluster('kube-apiserver') !== pid);
    const before = count();
    await until('further lines', () => count() > before + 20);
  }
  plane.stop(execution);
  await ended(execution);
  assert.equal(execution.finish?.outcome, 'EXECUTION_TERMINATED', `${execution.finish?.errorType} ${execution.finish?.errorMessage}`);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), counted(count()));
  assert.ok(logged.some((line) => line.includes('The connection to the log of a pod has ended')));
});

test('a kubelet that is killed and started again loses no line of a running task', async (t) => {
  const { plane } = await clusterEngine(t, cluster);
  const execution = plane.add(await printing(400, 0.1));
  await until('lines', () => hasLines(execution));
  const before = processOfCluster('kubelet');
  process.kill(before, 'SIGKILL');
  await until('the next kubelet', () => processOfCluster('kubelet') !== before);
  await ended(execution);
  assert.equal(execution.finish?.outcome, 'EXECUTION_SUCCESS', `${execution.finish?.errorType} ${execution.finish?.errorMessage}`);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), counted(400));
  await until('the removal of its Job', () => !kubectl('get', 'jobs', '--namespace', NAMESPACE).includes(execution.claim.executionId));
});
