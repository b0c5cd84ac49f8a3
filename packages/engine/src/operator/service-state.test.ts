import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pod } from '../kubernetes/cluster-objects.ts';
import type { Deployment } from './operator-calls.ts';
import { deploymentTypeOf, failureEventsOf, serviceOf } from './service-state.ts';

const COMPLETE = { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' };
const ROLLING = { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated' };
const LATE = { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'has timed out progressing' };

function deployment(change: { status?: Deployment['status']; revision?: number; generation?: number } = {}): Deployment {
  const { status = { observedGeneration: 1, availableReplicas: 1, conditions: [COMPLETE] }, revision = 1, generation = 1 } = change;
  return { metadata: { name: 'agent', generation, annotations: { 'deployment.kubernetes.io/revision': String(revision) } }, status };
}
const pod = (status: Pod['status'], more: Partial<Pod['metadata']> = {}): Pod => ({
  metadata: { name: 'agent-x', ...more },
  ...(status && { status }),
});
const waiting = (reason: string, message?: string): Pod =>
  pod({ containerStatuses: [{ name: 'agent', state: { waiting: { reason, ...(message !== undefined && { message }) } } }] });
const service = (deployed: Deployment | undefined, pods: Pod[] = []) => serviceOf({ name: 'agent', deployment: deployed, pods });

test('the status of a service follows from its rollout and its pods', () => {
  const cases: [string, Deployment, Pod[], string, string][] = [
    ['available', deployment(), [], 'RUNNING', 'SUCCEEDED'],
    [
      'first rollout',
      deployment({ status: { observedGeneration: 1, conditions: [ROLLING] } }),
      [waiting('ContainerCreating')],
      'STARTING',
      'RUNNING',
    ],
    ['nothing is known yet', deployment({ status: {} }), [], 'STARTING', 'RUNNING'],
    ['another version', deployment({ revision: 2, status: { observedGeneration: 1, conditions: [ROLLING] } }), [], 'UPDATING', 'RUNNING'],
    [
      'another version that the cluster has not looked at',
      deployment({ revision: 2, generation: 2, status: { observedGeneration: 1, availableReplicas: 1, conditions: [COMPLETE] } }),
      [],
      'UPDATING',
      'RUNNING',
    ],
    [
      'a pod is replaced',
      deployment({ revision: 2, status: { observedGeneration: 1, conditions: [COMPLETE] } }),
      [],
      'STARTING',
      'SUCCEEDED',
    ],
    ['too late', deployment({ status: { observedGeneration: 1, conditions: [LATE] } }), [], 'IN_ERROR', 'FAILED'],
    [
      'a pod fails',
      deployment({ status: { observedGeneration: 1, conditions: [ROLLING] } }),
      [waiting('ImagePullBackOff')],
      'IN_ERROR',
      'RUNNING',
    ],
  ];
  for (const [title, deployed, pods, status, job] of cases) {
    const seen = service(deployed, pods);
    assert.deepEqual([seen.status, seen.jobStatus], [status, job], title);
  }
  assert.equal(service(deployment({ status: { observedGeneration: 1, conditions: [LATE] } })).jobErrorMessage, 'has timed out progressing');
  assert.equal(service(undefined).status, 'NOT_DEPLOYED');
});

test('the errors of a service have the reason why a pod does not run', () => {
  const unschedulable = { type: 'PodScheduled', status: 'False', message: '0/1 nodes are available' };
  const cases: [Pod, Record<string, string>][] = [
    [waiting('ErrImagePull', 'manifest unknown'), { 'agent-x': 'ErrImagePull: manifest unknown' }],
    [waiting('CrashLoopBackOff', 'back-off 10s'), { 'agent-x': 'CrashLoopBackOff: back-off 10s' }],
    [waiting('ContainerCreating'), {}],
    [pod({ conditions: [unschedulable] }), { 'agent-x': 'No node can take the pod: 0/1 nodes are available' }],
    [pod({ phase: 'Failed', reason: 'Evicted', message: 'low on memory' }), { 'agent-x': 'Evicted: low on memory' }],
    [
      pod({ containerStatuses: [{ name: 'agent', state: { terminated: { exitCode: 137, reason: 'OOMKilled' } } }] }),
      { 'agent-x': 'OOMKilled: the program ended with exit code 137' },
    ],
    [pod({ phase: 'Failed' }, { deletionTimestamp: '2026-11-23T11:00:00Z' }), {}],
    [pod(undefined), {}],
  ];
  for (const [failingPod, errors] of cases) assert.deepEqual(service(deployment(), [failingPod]).podsErrors, errors);
});

test('a quota that is used up is an error of a resource', () => {
  const quota = (hard: Record<string, string>, used: Record<string, string>) => ({ metadata: { name: 'own' }, status: { hard, used } });
  const errorsOf = (quotas: ReturnType<typeof quota>[]) =>
    serviceOf({ name: 'agent', deployment: deployment(), pods: [], quotas }).resourcesErrors;
  assert.deepEqual(errorsOf([quota({ pods: '5', secrets: '9' }, { pods: '5', secrets: '3' })]), {
    'ResourceQuota own': 'pods is used up: 5',
  });
  assert.deepEqual(errorsOf([quota({ pods: '5' }, { pods: '4' }), { metadata: { name: 'new' } } as never]), {});
});

test('the versions of images and the tool of the installation are read', () => {
  const images = ['registry.example.com:5000/team/engine:1.2', 'engine', 'ghcr.io/millrace/engine:1.2@sha256:00ff'];
  const base = deployment();
  const versions = images.map(
    (image) => service({ ...base, spec: { template: { spec: { containers: [{ name: 'agent', image }] } } } }).appsVersion,
  );
  assert.deepEqual(versions, [{ engine: '1.2' }, { engine: '' }, { engine: '1.2' }]);
  const marked = (annotations: Record<string, string>) => deploymentTypeOf({ ...base, metadata: { name: 'agent', annotations } });
  assert.deepEqual(
    [
      marked({ 'meta.helm.sh/release-name': 'x' }),
      marked({ 'kubectl.kubernetes.io/last-applied-configuration': '{}' }),
      marked({}),
      deploymentTypeOf(undefined),
    ],
    ['helm', 'kubectl', 'unknown', 'unknown'],
  );
});

test('failure events are the newest first, within the limits of the contract', () => {
  const at = (minute: number): string => `2026-11-23T10:${String(minute % 60).padStart(2, '0')}:00Z`;
  const events = Array.from({ length: 150 }, (_one, index) => ({
    reason: 'BackOff',
    message: `${index} ${'x'.repeat(5000)}`,
    lastTimestamp: at(index),
    involvedObject: { kind: 'Pod', name: 'agent-x' },
  }));
  const shown = failureEventsOf(events);
  assert.equal(shown.length, 100);
  assert.deepEqual([shown[0]?.creationDate, shown[0]?.source, shown[0]?.message?.length], [at(59), 'pod/agent-x', 4000]);
  assert.deepEqual(failureEventsOf([{ reason: 'Failed', message: 'why', eventTime: at(1), metadata: { name: 'e' } }]), [
    { message: 'Failed: why', source: 'object/', creationDate: at(1) },
  ]);
});
