import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClusterEvent, ContainerState, Pod } from './cluster-objects.ts';
import { endingOfLostPod, phaseOf, WAIT_BOUNDS, waitingOf } from './pod-state.ts';

const podOf = (status: NonNullable<Pod['status']>, more: Partial<Pod> = {}): Pod => ({ metadata: { name: 'pod' }, ...more, status });
const taskPod = (state: ContainerState, phase = 'Pending'): Pod => podOf({ phase, containerStatuses: [{ name: 'task', state }] });
const event = (reason: string, message: string): ClusterEvent => ({ type: 'Warning', reason, message });

test('the phase of a pod', () => {
  assert.equal(phaseOf(undefined), 'none');
  assert.equal(phaseOf(podOf({ phase: 'Pending' })), 'waiting');
  assert.equal(phaseOf(taskPod({ waiting: { reason: 'ContainerCreating' } })), 'waiting');
  assert.equal(phaseOf(taskPod({ running: {} }, 'Running')), 'running');
  assert.equal(phaseOf(taskPod({ terminated: { exitCode: 0 } }, 'Running')), 'ended');
  assert.equal(phaseOf(podOf({ phase: 'Failed', reason: 'Evicted' })), 'ended');
});

test('the reason why a run waits has the message of the cluster as evidence', () => {
  const unschedulable = podOf({
    phase: 'Pending',
    conditions: [
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available: 3 Insufficient memory.' },
    ],
  });
  const pull = 'failed to pull and unpack image "registry.test/none:1": not found';
  const quota = 'Error creating: pods "x" is forbidden: exceeded quota: small, requested: pods=1, used: pods=2, limited: pods=2';
  const security = 'Error creating: pods "x" is forbidden: violates PodSecurity "restricted:latest": privileged';
  const mount = 'MountVolume.SetUp failed for volume "order" : secret "millrace-x" not found';
  const cases: [Pod | undefined, ClusterEvent[], string, RegExp, number][] = [
    [unschedulable, [], 'POD_UNSCHEDULABLE', /^No node of the cluster can take the pod: 0\/3 nodes/, WAIT_BOUNDS.schedule],
    [
      taskPod({ waiting: { reason: 'ErrImagePull', message: pull } }),
      [],
      'IMAGE_NOT_PULLED',
      /\(ErrImagePull\): failed to pull/,
      WAIT_BOUNDS.image,
    ],
    [
      taskPod({ waiting: { reason: 'ImagePullBackOff' } }),
      [event('Failed', pull)],
      'IMAGE_NOT_PULLED',
      /\(ImagePullBackOff\): failed/,
      WAIT_BOUNDS.image,
    ],
    [taskPod({ waiting: { reason: 'InvalidImageName', message: 'bad' } }), [], 'IMAGE_NOT_PULLED', /\(InvalidImageName\): bad/, 0],
    [
      taskPod({ waiting: { reason: 'CreateContainerConfigError', message: 'no user' } }),
      [],
      'POD_NOT_STARTED',
      /no user/,
      WAIT_BOUNDS.start,
    ],
    [
      taskPod({ waiting: { reason: 'ContainerCreating' } }),
      [event('FailedMount', mount)],
      'POD_NOT_STARTED',
      /secret "millrace-x" not found/,
      WAIT_BOUNDS.start,
    ],
    [undefined, [event('FailedCreate', quota)], 'QUOTA_EXCEEDED', /exceeded quota: small/, WAIT_BOUNDS.schedule],
    [undefined, [event('FailedCreate', security)], 'ADMISSION_REFUSED', /violates PodSecurity/, 0],
  ];
  for (const [pod, events, errorType, message, bound] of cases) {
    const waiting = waitingOf(pod, events, WAIT_BOUNDS);
    assert.deepEqual([waiting?.ending.outcome, waiting?.ending.errorType, waiting?.bound], ['DEPLOY_FAILED', errorType, bound]);
    assert.match(waiting?.note ?? '', message);
  }
  assert.equal(waitingOf(undefined, [], WAIT_BOUNDS), undefined);
  assert.equal(
    waitingOf(taskPod({ waiting: { reason: 'ContainerCreating' } }), [event('Pulling', 'Pulling image')], WAIT_BOUNDS),
    undefined,
  );
});

test('the reason why a pod was lost has the message of the cluster as evidence', () => {
  const disrupted = (reason: string, message: string): Pod =>
    podOf(
      { phase: 'Failed', conditions: [{ type: 'DisruptionTarget', status: 'True', reason, message }] },
      { spec: { nodeName: 'node-1' } },
    );
  const killed = taskPod({ terminated: { exitCode: 137, reason: 'OOMKilled' } }, 'Failed');
  const crashed = taskPod({ terminated: { exitCode: 1, reason: 'Error' } }, 'Failed');
  const cases: [Pod | undefined, ClusterEvent[], boolean, string, RegExp][] = [
    [killed, [], false, 'OUT_OF_MEMORY', /more memory than its pod has.*OOMKilled/],
    [
      podOf({ phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' }),
      [],
      false,
      'POD_EVICTED',
      /low on resource: memory/,
    ],
    [disrupted('EvictionByEvictionAPI', 'Eviction API: evicting'), [], true, 'POD_EVICTED', /EvictionByEvictionAPI.*evicting/],
    [disrupted('PreemptionByScheduler', 'preempting to make room'), [], true, 'POD_EVICTED', /PreemptionByScheduler/],
    [disrupted('DeletionByTaintManager', 'Taint manager: deleting'), [], true, 'NODE_LOST', /The node of the pod is gone: Taint manager/],
    [
      disrupted('TerminationByKubelet', 'Pod was terminated in response to imminent node shutdown.'),
      [],
      false,
      'NODE_LOST',
      /was shut down/,
    ],
    [crashed, [], false, 'POD_FAILED', /exit code 1 before it reported an outcome: Error, it wrote: order.json is not JSON/],
    [undefined, [event('Killing', 'Stopping container task')], true, 'POD_DELETED', /deleted while the task ran.*: Stopping container/],
    [undefined, [], true, 'POD_DELETED', /its Job or its namespace was removed/],
  ];
  for (const [pod, events, gone, errorType, message] of cases) {
    const ending = endingOfLostPod(pod, events, { gone, output: 'order.json is not JSON' });
    assert.deepEqual([ending.outcome, ending.errorType], ['EXECUTION_FAILED', errorType]);
    assert.match(ending.errorMessage ?? '', message);
  }
  const late = podOf({ phase: 'Failed', reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' });
  assert.equal(endingOfLostPod(late, [], { gone: false }).outcome, 'EXECUTION_TERMINATED_TIMEOUT');
});
