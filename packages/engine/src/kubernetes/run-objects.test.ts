import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderOf } from '../../test/pod-order.ts';
import type { ClusterJob } from './cluster-objects.ts';
import { fitsSecret } from './pod-order.ts';
import { engineLabel, jobOf, type PodShape, runName, secretOf } from './run-objects.ts';

const CONTENT = { url: 'http://10.0.0.1:8484', token: 'token-of-the-run' };
const SHAPE: PodShape = { image: 'registry.test/millrace-task:1' };

type Spec = {
  backoffLimit: number;
  activeDeadlineSeconds?: number;
  template: { metadata: { labels: Record<string, string> }; spec: Record<string, unknown> & { containers: Record<string, unknown>[] } };
};
const specOf = ({ spec }: ClusterJob): Spec => spec as Spec;
const containerOf = (job: ClusterJob): Record<string, unknown> => specOf(job).template.spec.containers[0] ?? {};

test('the Job of an execution has one pod that meets the restricted pod security standard', () => {
  const job = jobOf(orderOf(Buffer.from('zip'), CONTENT), 'tasks', SHAPE);
  const { backoffLimit, template } = specOf(job);
  assert.equal(backoffLimit, 0);
  assert.equal(template.spec['restartPolicy'], 'Never');
  assert.equal(template.spec['automountServiceAccountToken'], false);
  assert.deepEqual(template.spec['securityContext'], {
    runAsNonRoot: true,
    runAsUser: 1000,
    runAsGroup: 1000,
    fsGroup: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  assert.deepEqual(containerOf(job)['securityContext'], {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    runAsNonRoot: true,
    capabilities: { drop: ['ALL'] },
  });
  assert.deepEqual(template.metadata.labels, job.metadata.labels);
});

test('a Job names its execution and its fence, and no value of a parameter and no token', () => {
  const order = orderOf(Buffer.from('zip'), CONTENT, { parameters: { pin: 'hunter22' }, traceparent: '00-1-2-01', timeoutMinutes: 3 });
  const job = jobOf(order, 'tasks', SHAPE);
  const { executionId } = order.claim;
  assert.equal(job.metadata.name, `millrace-${executionId}-3`);
  assert.ok(job.metadata.name.length <= 63);
  assert.deepEqual([job.metadata.labels?.['millrace.io/execution-id'], job.metadata.labels?.['millrace.io/fence']], [executionId, '3']);
  assert.equal(specOf(job).activeDeadlineSeconds, 1980);
  assert.doesNotMatch(JSON.stringify(job), /hunter22|token-of-the-run/);
});

test('engines with names of any script and length get labels that Kubernetes accepts', () => {
  for (const name of ['a', 'ä'.repeat(255), '引擎', '🚂 '.repeat(60)]) assert.match(engineLabel(name), /^[0-9a-f]{16}$/);
  assert.notEqual(engineLabel('one'), engineLabel('two'));
});

test('the pod of a run profile overrides the shape of the engine, field by field', () => {
  const general: PodShape = { ...SHAPE, javaImage: 'java:1', cpu: '500m', memory: '1Gi', nodeSelector: { disk: 'ssd' } };
  const pod = {
    memory: '4Gi',
    disk: '2Gi',
    image: 'own:2',
    serviceAccountName: 'reader',
    tolerations: [{ key: 'dedicated', operator: 'Exists' as const }],
  };
  for (const layout of ['millrace', 'job-archive'] as const) {
    const order = orderOf(Buffer.from('zip'), CONTENT, { pod });
    order.claim.bundle.layout = layout;
    const job = jobOf(order, 'tasks', general);
    const limits = { cpu: '500m', memory: '4Gi', 'ephemeral-storage': '2Gi' };
    assert.deepEqual([containerOf(job)['image'], containerOf(job)['resources']], ['own:2', { limits, requests: limits }]);
    const { nodeSelector, tolerations, serviceAccountName } = specOf(job).template.spec;
    assert.deepEqual([nodeSelector, tolerations, serviceAccountName], [{ disk: 'ssd' }, pod.tolerations, 'reader']);
  }
});

test('the pod of a task gets the resources, the placement and the image of its shape', () => {
  const shape: PodShape = {
    ...SHAPE,
    javaImage: 'registry.test/millrace-task-java:1',
    cpu: '500m',
    memory: '512Mi',
    disk: '1Gi',
    imagePullPolicy: 'IfNotPresent',
    imagePullSecrets: ['registry'],
    serviceAccountName: 'tasks',
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  };
  const order = orderOf(Buffer.from('zip'), CONTENT);
  const job = jobOf(order, 'tasks', shape);
  const limits = { cpu: '500m', memory: '512Mi', 'ephemeral-storage': '1Gi' };
  assert.deepEqual(containerOf(job)['resources'], { limits, requests: limits });
  assert.equal(containerOf(job)['image'], SHAPE.image);
  const { spec } = specOf(job).template;
  assert.deepEqual([spec['serviceAccountName'], spec['nodeSelector'], spec['tolerations']], ['tasks', { disk: 'ssd' }, shape.tolerations]);
  assert.deepEqual(spec['imagePullSecrets'], [{ name: 'registry' }]);
  const java = { ...order, claim: { ...order.claim, bundle: { ...order.claim.bundle, layout: 'job-archive' as const } } };
  assert.equal(containerOf(jobOf(java, 'tasks', shape))['image'], shape.javaImage);
  assert.equal(containerOf(jobOf(java, 'tasks', SHAPE))['image'], SHAPE.image);
});

test('the Secret of an order holds it as it is, and cannot be changed', () => {
  const owner = { apiVersion: 'batch/v1' as const, kind: 'Job' as const, metadata: { name: 'job', uid: 'uid-of-the-job' } };
  const order = orderOf(Buffer.from('zip'), CONTENT, { parameters: { text: 'ä'.repeat(1000) } });
  const secret = secretOf(order, 'tasks', owner);
  const content = Buffer.from(secret.data['order.json'] ?? '', 'base64');
  assert.deepEqual(JSON.parse(content.toString()), order);
  // Its size decides whether a Secret can hold an order.
  assert.equal(content.length, Buffer.byteLength(JSON.stringify(order)));
  const atMost = 2 ** 20 - 1024;
  const ofSize = (bytes: number) => ({ ...order, engine: 'e'.repeat(bytes - content.length + order.engine.length) });
  assert.deepEqual([fitsSecret(ofSize(atMost)), fitsSecret(ofSize(atMost + 1))], [true, false]);
  assert.equal(secret.immutable, true);
  assert.equal(runName({ executionId: 'e', fence: 12 }), 'millrace-e-12');
});
