/** Reads the state of a run from its pod and the events about it, and names why it cannot start or was lost. */
import type { Ending } from '../outcomes/outcome.ts';
import type { ClusterEvent, Condition, ContainerState, Pod } from './cluster-objects.ts';
import { outOfPodMemory } from './pod-memory.ts';
import { TASK_CONTAINER } from './run-objects.ts';

/** The phase of a pod. `waiting`: its task has not begun. */
type PodPhase = 'none' | 'waiting' | 'running' | 'ended';

/** The times that a pod may wait, in milliseconds: for a node, for its image, and for the rest of its start. */
export type WaitBounds = { schedule: number; image: number; start: number };

/** The default bounds: 15 minutes for a node, so that a cluster can add one; 5 minutes for an image; 5 minutes for the start. */
export const WAIT_BOUNDS: WaitBounds = { schedule: 900_000, image: 300_000, start: 300_000 };

/** The reason why a pod waits: the text for the log of the run, the ending if the pod waits too long, and the time that it may wait. */
type PodWaiting = { note: string; ending: Ending; bound: number };

/** The phase of the task container of a pod. */
export function phaseOf(pod: Pod | undefined): PodPhase {
  if (!pod) return 'none';
  const state = taskState(pod);
  if (state?.terminated || pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return 'ended';
  return state?.running ? 'running' : 'waiting';
}

const taskState = (pod: Pod | undefined): ContainerState | undefined =>
  pod?.status?.containerStatuses?.find(({ name }) => name === TASK_CONTAINER)?.state;

/** Names why a run waits for its start; undefined while nothing is wrong. `events` are about its Job and its pod, the newest last. */
export function waitingOf(pod: Pod | undefined, events: readonly ClusterEvent[], bounds: WaitBounds): PodWaiting | undefined {
  if (!pod) return refusedPod(events, bounds);
  const scheduled = conditionOf(pod, 'PodScheduled');
  if (scheduled?.status === 'False') {
    const evidence = scheduled.message ?? scheduled.reason ?? 'the scheduler gives no reason';
    return waits('POD_UNSCHEDULABLE', 'No node of the cluster can take the pod', evidence, bounds.schedule);
  }
  const { reason = '', message = '' } = taskState(pod)?.waiting ?? {};
  if (IMAGE_FAULTS.has(reason)) {
    const evidence = message || lastMessage(events, ['Failed', 'BackOff', 'InspectFailed']) || reason;
    const bound = FINAL_FAULTS.has(reason) ? 0 : bounds.image;
    return waits('IMAGE_NOT_PULLED', `The image of the pod cannot be pulled (${reason})`, evidence, bound);
  }
  if (START_FAULTS.has(reason)) return waits('POD_NOT_STARTED', `The pod cannot start (${reason})`, message || reason, bounds.start);
  const mount = lastMessage(events, ['FailedMount', 'FailedCreatePodSandBox', 'FailedAttachVolume']);
  return mount === undefined ? undefined : waits('POD_NOT_STARTED', 'The pod cannot start', mount, bounds.start);
}

const IMAGE_FAULTS = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'ImageInspectError',
  'RegistryUnavailable',
  'SignatureValidationFailed',
]);
/** Faults of an image for which waiting does not help. */
const FINAL_FAULTS = new Set(['InvalidImageName', 'ErrImageNeverPull']);
const START_FAULTS = new Set(['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError', 'CrashLoopBackOff']);

/** A Job without a pod: the cluster refused to create it. */
function refusedPod(events: readonly ClusterEvent[], bounds: WaitBounds): PodWaiting | undefined {
  const evidence = lastMessage(events, ['FailedCreate']);
  if (evidence === undefined) return undefined;
  if (/exceeded quota|must specify (?:limits|requests|cpu|memory)/i.test(evidence))
    return waits('QUOTA_EXCEEDED', 'The quota of the namespace does not allow the pod', evidence, bounds.schedule);
  return waits('ADMISSION_REFUSED', 'The cluster refuses the pod', evidence, 0);
}

function waits(errorType: string, note: string, evidence: string, bound: number): PodWaiting {
  const text = `${note}: ${evidence.trim()}`;
  return { note: text, bound, ending: { outcome: 'DEPLOY_FAILED', errorType, errorMessage: text } };
}

/** The end of a run whose pod wrote no outcome. `pod` is its last known state, `gone` whether it was deleted; `output` is its last output. */
export function endingOfLostPod(
  pod: Pod | undefined,
  events: readonly ClusterEvent[],
  { gone, output }: { gone: boolean; output?: string },
): Ending {
  const { reason = '', message = '' } = pod?.status ?? {};
  const { terminated } = taskState(pod) ?? {};
  const disruption = conditionOf(pod, 'DisruptionTarget');
  if (reason === 'DeadlineExceeded')
    return { outcome: 'EXECUTION_TERMINATED_TIMEOUT', errorType: 'TIMEOUT', errorMessage: `The cluster ended the pod: ${message}` };
  if (terminated?.reason === 'OOMKilled') return outOfPodMemory(undefined, 'OOMKilled');
  if (reason === 'Evicted')
    return failed('POD_EVICTED', 'The cluster evicted the pod', message || lastMessage(events, ['Evicted']) || reason);
  if (reason === 'NodeLost' || disruption?.reason === 'DeletionByTaintManager' || disruption?.reason === 'DeletionByPodGC')
    return failed('NODE_LOST', 'The node of the pod is gone', disruption?.message || message || `node ${pod?.spec?.nodeName ?? 'unknown'}`);
  if (disruption?.status === 'True' && disruption.reason !== 'TerminationByKubelet')
    return failed('POD_EVICTED', `The cluster ended the pod (${disruption.reason})`, disruption.message ?? '');
  if (disruption?.status === 'True') return failed('NODE_LOST', 'The node of the pod was shut down', disruption.message ?? message);
  if (terminated && terminated.exitCode !== 0 && !gone) {
    const evidence = [terminated.reason, terminated.message, output && `it wrote: ${output}`].filter(Boolean).join(', ');
    return failed('POD_FAILED', `The pod ended with exit code ${terminated.exitCode} before it reported an outcome`, evidence);
  }
  const cause = lastMessage(events, ['Killing', 'Preempted', 'TaintManagerEviction']);
  if (gone)
    return failed(
      'POD_DELETED',
      'The pod was deleted while the task ran, and not by the engine',
      cause ?? 'its Job or its namespace was removed',
    );
  return failed('POD_FAILED', 'The pod ended before it reported an outcome', message || output || cause || 'its log has no reason');
}

function failed(errorType: string, summary: string, evidence: string): Ending {
  return { outcome: 'EXECUTION_FAILED', errorType, errorMessage: evidence.trim() === '' ? summary : `${summary}: ${evidence.trim()}` };
}

const conditionOf = (pod: Pod | undefined, type: string): Condition | undefined =>
  pod?.status?.conditions?.find((one) => one.type === type);

const lastMessage = (events: readonly ClusterEvent[], reasons: readonly string[]): string | undefined =>
  events.findLast(({ reason, message }) => reasons.includes(reason ?? '') && message)?.message;
