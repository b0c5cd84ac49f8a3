// run: own process, on request because it needs a Kubernetes cluster: npm run test:kubernetes -- <work folder>
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { messages } from '../engine.ts';
import type { TestExecution } from '../received-reports.ts';
import { shellBundle } from '../zips.ts';
import { clusterEngine, kubectl, prepareNamespace, processOfCluster, removeNamespace } from './cluster-support.ts';
import { until } from './control-plane-process.ts';

const LONG = 'trap "echo cleaned; exit 1" TERM; echo ready; while :; do sleep 0.1; done';
/** No node has as much memory, so that its memory counts as full. */
const FULL = `
evictionSoft: { memory.available: 1Ti }
evictionSoftGracePeriod: { memory.available: 1s }
evictionMaxPodGracePeriod: 10
`;

let cluster: Awaited<ReturnType<typeof prepareNamespace>>;
before(async () => {
  cluster = await prepareNamespace();
});

after(() => removeNamespace());

/** Ends the kubelet, which is started again. */
async function killKubelet(): Promise<void> {
  const pid = processOfCluster('kubelet');
  process.kill(pid, 'SIGKILL');
  await until('the next kubelet', () => processOfCluster('kubelet') !== pid);
}

/** The file with the settings of the kubelet. */
function kubeletSettings(): string {
  const pid = processOfCluster('kubelet');
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return `/proc/${pid}/cwd/${words[words.indexOf('--config') + 1]}`;
}

const isReady = (): boolean => {
  const path = 'jsonpath={.status.conditions[?(@.status=="True")].type}';
  return (
    kubectl('get', 'node', 'node', '--output', path) === 'Ready' &&
    kubectl('get', 'node', 'node', '--output', 'jsonpath={.spec.taints}') === ''
  );
};

const started = (execution: TestExecution): Promise<unknown> =>
  until('the start', () => messages(execution.lines, 'STDOUT').includes('ready'));
const ended = (execution: TestExecution): Promise<NonNullable<TestExecution['finish']>> =>
  until('the end of an execution', () => execution.finish);

test('a pod that the kubelet evicts because the memory of its node is full ends its run as evicted, with its last lines', async (t) => {
  // With a request of memory: a kubelet that starts again on a full node admits no other pod.
  const { plane } = await clusterEngine(t, cluster, { memory: '256Mi' });
  const execution = plane.add(await shellBundle(LONG));
  await started(execution);
  const settings = readFileSync(kubeletSettings(), 'utf8');
  try {
    writeFileSync(kubeletSettings(), settings + FULL);
    await killKubelet();
    const finish = await ended(execution);
    assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'POD_EVICTED'], finish.errorMessage);
    assert.match(finish.errorMessage ?? '', /The node was low on resource: memory/);
    assert.deepEqual(messages(execution.lines, 'STDOUT'), ['ready', 'cleaned']);
  } finally {
    writeFileSync(kubeletSettings(), settings);
    await killKubelet();
  }
  await until('the node', isReady);
});

test('a pod whose node is gone ends its run as lost with its node, and the next run uses the node when it is back', async (t) => {
  const { plane } = await clusterEngine(t, cluster);
  const execution = plane.add(await shellBundle(LONG));
  await started(execution);
  process.kill(processOfCluster('kubelet'), 'SIGSTOP');
  try {
    kubectl('delete', 'node', 'node', '--wait=false');
    const finish = await ended(execution);
    assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'NODE_LOST'], finish.errorMessage);
  } finally {
    await killKubelet();
  }
  await until('the node', isReady);
  assert.equal((await ended(plane.add(await shellBundle('true')))).outcome, 'EXECUTION_SUCCESS');
});
