// run: own process, on request because it needs a Kubernetes cluster: npm run test:kubernetes -- <work folder>
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { PodShape } from '../../src/kubernetes/run-objects.ts';
import { messages } from '../engine.ts';
import { shellBundle } from '../zips.ts';
import { clusterEngine, type ClusterEngine, kubectl, NAMESPACE, prepareNamespace, removeNamespace } from './cluster-support.ts';
import { until } from './control-plane-process.ts';

let cluster: Awaited<ReturnType<typeof prepareNamespace>>;
before(async () => {
  cluster = await prepareNamespace();
});

after(() => removeNamespace());

type Job = { metadata: { name: string; labels: Record<string, string> }; spec: { activeDeadlineSeconds?: number } };
const jobs = (): Job[] => (JSON.parse(kubectl('get', 'jobs', '--namespace', NAMESPACE, '--output', 'json')) as { items: Job[] }).items;
const executionOf = ({ metadata }: Job): string | undefined => metadata.labels['millrace.io/execution-id'];
const waitingJobs = (): string[] => jobs().flatMap((job) => (executionOf(job) === undefined ? job.metadata.name : []));

/** Starts an agent whose waiting pods are removed after the test. */
async function warmEngine(t: TestContext, shape: Partial<PodShape>, earlier?: ClusterEngine): Promise<ClusterEngine> {
  const engine = await clusterEngine(t, cluster, shape, earlier);
  t.after(() => kubectl('delete', 'jobs', '--all', '--namespace', NAMESPACE, '--wait=false'));
  return engine;
}

/** Waits until `count` pods ask for executions; returns the names of their Jobs. */
async function asking({ logged }: ClusterEngine, count: number): Promise<string[]> {
  const ready = (): string[] => waitingJobs().filter((name) => logged.some((line) => line.includes('A pod waits') && line.includes(name)));
  return until(`${count} pods that ask`, () => {
    const names = ready();
    return names.length === count && names;
  });
}

test('a task runs in a pod that waits, with the deadline of the task, and another pod takes its place', async (t) => {
  const engine = await warmEngine(t, { warm: 1, memory: '256Mi' });
  const { plane } = engine;
  const [waiting = ''] = await asking(engine, 1);
  const execution = plane.add(await shellBundle('echo "pin $pin on $HOSTNAME"; sleep 2', {}, ['pin']), {
    parameters: { pin: 'hunter22' },
    secretParameters: ['pin'],
    timeoutMinutes: 3,
  });
  await plane.until(() => messages(execution.lines, 'STDOUT').length === 1, 'its line');
  const job = jobs().find(({ metadata }) => metadata.name === waiting);
  assert.equal(job && executionOf(job), execution.claim.executionId);
  assert.ok((job?.spec.activeDeadlineSeconds ?? 0) >= 1980);
  assert.match(messages(execution.lines, 'STDOUT').join(), /^pin \*+ on/);
  assert.ok(messages(execution.lines, 'SYSTEM').includes('Limits: 256 MiB of memory for the pod'));
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  const [next] = await asking(engine, 1);
  assert.notEqual(next, waiting);
  await until('the removal of its Job', () => !jobs().some(({ metadata }) => metadata.name === waiting));
});

test('a waiting pod that is deleted is replaced', async (t) => {
  const engine = await warmEngine(t, { warm: 1 });
  const [waiting = ''] = await asking(engine, 1);
  kubectl('delete', 'pod', '--namespace', NAMESPACE, '--selector', `job-name=${waiting}`, '--grace-period=0', '--force');
  await until('the removal of its Job', () => !waitingJobs().includes(waiting));
  const [next] = await asking(engine, 1);
  assert.notEqual(next, waiting);
});

test('an agent that starts again takes over the pods that wait and those that run', async (t) => {
  const first = await warmEngine(t, { warm: 2 });
  const { plane } = first;
  await asking(first, 2);
  const running = plane.add(await shellBundle('for i in $(seq 1 100); do echo "line $i"; sleep 0.1; done'));
  await plane.until(() => messages(running.lines, 'STDOUT').length > 10, 'lines');
  const before = await asking(first, 2);
  await first.agent.stop();
  const second = await warmEngine(t, { warm: 2 }, first);
  assert.deepEqual((await asking(second, 2)).toSorted(), before.toSorted());
  const execution = plane.add(await shellBundle('echo on; sleep 2'));
  await plane.until(() => messages(execution.lines, 'STDOUT').length === 1, 'its line');
  const taken = jobs().find((job) => executionOf(job) === execution.claim.executionId);
  assert.ok(before.includes(taken?.metadata.name ?? ''));
  for (const one of [execution, running]) assert.equal((await plane.ended(one)).outcome, 'EXECUTION_SUCCESS');
  assert.equal(messages(running.lines, 'STDOUT').length, 100);
});
