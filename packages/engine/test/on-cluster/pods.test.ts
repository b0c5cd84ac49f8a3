// run: own process, on request because it needs a Kubernetes cluster: npm run test:kubernetes -- <work folder>
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { messages } from '../engine.ts';
import type { TestExecution } from '../received-reports.ts';
import { nodeBundle, shellBundle } from '../zips.ts';
import { clusterEngine, kubectl, NAMESPACE, post, prepareNamespace, removeNamespace } from './cluster-support.ts';

let cluster: Awaited<ReturnType<typeof prepareNamespace>>;
before(async () => {
  cluster = await prepareNamespace();
});

after(() => removeNamespace());

const jobs = (): string[] =>
  kubectl('get', 'jobs', '--namespace', NAMESPACE, '--output', 'name')
    .split('\n')
    .filter((name) => name !== '');
const jobOf = ({ claim: { executionId } }: TestExecution): string => jobs().find((name) => name.includes(executionId)) ?? '';
const counted = (count: number): string[] => Array.from({ length: count }, (_one, index) => `line ${index + 1}`);
const printing = (count: number, pause: number) => shellBundle(`for i in $(seq 1 ${count}); do echo "line $i"; sleep ${pause}; done`);

test('a task runs as a pod without rights, and its lines, counts and outcome arrive', async (t) => {
  const { plane } = await clusterEngine(t, cluster, { memory: '256Mi', cpu: '500m' });
  const script = [
    'id -u; touch /etc/x 2>/dev/null && echo "root is writable"; touch /tmp/x && echo "tmp is writable"',
    'ls /var/run/secrets/kubernetes.io 2>/dev/null && echo "there is a token"',
    'echo "pin $pin"; echo two >&2; echo \'{"processed":3,"rejected":1}\' >> "$MILLRACE_REPORT"',
  ].join('\n');
  const execution = plane.add(await shellBundle(script, {}, ['pin']), { parameters: { pin: 'hunter22' }, secretParameters: ['pin'] });
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.processedRows, finish.rejectedRows], ['EXECUTION_REJECTED', 3, 1]);
  const [user, writable, pin, ...rest] = messages(execution.lines, 'STDOUT');
  assert.deepEqual([user, writable, rest], ['1000', 'tmp is writable', []]);
  assert.match(pin ?? '', /^pin \*+$/);
  assert.deepEqual(messages(execution.lines, 'STDERR'), ['two']);
  assert.ok(messages(execution.lines, 'SYSTEM').includes('Limits: 256 MiB of memory for the pod'));
  await plane.until(() => jobOf(execution) === '', 'the removal of the Job');
});

test('a stop ends a pod by SIGTERM, with its last lines', async (t) => {
  const { plane } = await clusterEngine(t, cluster);
  const execution = plane.add(await shellBundle('trap "echo cleaned; exit 1" TERM; echo ready; while :; do sleep 0.1; done'));
  await plane.until(() => messages(execution.lines, 'STDOUT').includes('ready'), 'the start');
  plane.stop(execution);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_TERMINATED');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['ready', 'cleaned']);
});

test('a task that uses more memory than its pod has ends as out of memory', async (t) => {
  const { plane } = await clusterEngine(t, cluster, { memory: '160Mi' });
  const execution = plane.add(
    await nodeBundle('const all = []; for (;;) { all.push(Buffer.alloc(8 * 2 ** 20, 1)); await new Promise((go) => setTimeout(go, 5)); }'),
  );
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'OUT_OF_MEMORY'], finish.errorMessage);
});

test('a run whose pod no node can run ends with the reason of the scheduler', async (t) => {
  const { plane } = await clusterEngine(t, cluster, { cpu: '500' });
  const finish = await plane.ended(plane.add(await shellBundle('true')));
  assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', 'POD_UNSCHEDULABLE']);
  assert.match(finish.errorMessage ?? '', /0\/1 nodes are available: 1 Insufficient cpu/);
});

test('an image that does not exist ends its run as IMAGE_NOT_PULLED', async (t) => {
  const { plane } = await clusterEngine(t, cluster, { image: '10.250.0.1:5000/none:1' });
  const finish = await plane.ended(plane.add(await shellBundle('true')));
  assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', 'IMAGE_NOT_PULLED']);
  assert.match(finish.errorMessage ?? '', /10\.250\.0\.1:5000\/none:1/);
});

test('a quota that is used up ends its run as QUOTA_EXCEEDED', async (t) => {
  const { plane } = await clusterEngine(t, cluster);
  kubectl('create', 'quota', 'none', '--hard=pods=0', '--namespace', NAMESPACE);
  t.after(() => kubectl('delete', 'quota', 'none', '--namespace', NAMESPACE));
  const finish = await plane.ended(plane.add(await shellBundle('true')));
  assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', 'QUOTA_EXCEEDED'], finish.errorMessage);
  assert.match(finish.errorMessage ?? '', /exceeded quota: none/);
});

test('a Job that is deleted by hand ends its run as POD_DELETED', async (t) => {
  const { plane } = await clusterEngine(t, cluster);
  const execution = plane.add(await shellBundle('echo ready; while :; do sleep 0.1; done'));
  await plane.until(() => messages(execution.lines, 'STDOUT').includes('ready'), 'the start');
  kubectl('delete', jobOf(execution), '--namespace', NAMESPACE, '--wait=false');
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'POD_DELETED'], finish.errorMessage);
});

test('an eviction ends its run as POD_EVICTED', async (t) => {
  const { plane } = await clusterEngine(t, cluster);
  const execution = plane.add(await shellBundle('echo ready; while :; do sleep 0.1; done'));
  await plane.until(() => messages(execution.lines, 'STDOUT').includes('ready'), 'the start');
  const selector = `millrace.io/execution-id=${execution.claim.executionId}`;
  const pod = kubectl('get', 'pods', '--namespace', NAMESPACE, '--selector', selector, '--output', 'jsonpath={.items[0].metadata.name}');
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: pod, namespace: NAMESPACE } };
  post(`/api/v1/namespaces/${NAMESPACE}/pods/${pod}/eviction`, eviction);
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_FAILED', 'POD_EVICTED'], finish.errorMessage);
});

test('an agent that stops and starts again continues its pods: no line is lost or duplicated', async (t) => {
  const first = await clusterEngine(t, cluster);
  const { plane } = first;
  const execution = plane.add(await printing(150, 0.1));
  await plane.until(() => messages(execution.lines, 'STDOUT').length > 10, 'lines');
  await first.agent.stop();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await clusterEngine(t, cluster, {}, first);
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(execution.lines, 'STDOUT'), counted(150));
});

test('many lines in a short time arrive once and in order', async (t) => {
  const { plane } = await clusterEngine(t, cluster);
  const execution = plane.add(await shellBundle('seq -f "line %.0f" 1 50000'));
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS', `${finish.errorType} ${finish.errorMessage}`);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), counted(50_000));
});

test('parameters may fill the Secret of a run, and larger ones are refused before anything is created', async (t) => {
  const { plane } = await clusterEngine(t, cluster);
  const text = (bytes: number) => ({ parameters: { text: 'x'.repeat(bytes) } });
  const finish = await plane.ended(plane.add(await shellBundle('true'), text(1_040_000)));
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS', `${finish.errorType} ${finish.errorMessage}`);
  const large = plane.add(await shellBundle('true'), text(1_060_000));
  const refused = await plane.ended(large);
  assert.deepEqual([refused.outcome, refused.errorType], ['DEPLOY_FAILED', 'PARAMETERS_TOO_LARGE'], refused.errorMessage);
  assert.equal(jobOf(large), '');
});
