/** The state of a service from its Deployment, its pods and the events about them. */
import type { Schema } from '@millrace/contract';
import { timeOfEvent, type Condition, type Pod } from '../kubernetes/cluster-objects.ts';
import type { ObjectEvent } from './namespace-warnings.ts';
import type { Deployment, Quota } from './operator-calls.ts';

type Service = Schema<'DynamicEngineServiceDetails'>;

/** The limits of the contract. */
const MAX_TEXT_LENGTH = 4000;
const MAX_TEXTS = 200;
const MAX_EVENTS = 100;
/** Reasons for which a container waits without a fault. */
const STARTING = new Set(['ContainerCreating', 'PodInitializing', '']);

/** The objects of a service in the cluster. */
type ServiceFacts = { name: string; deployment: Deployment | undefined; pods: readonly Pod[]; quotas?: readonly Quota[] };

/** Describes a service. A Deployment that is missing was removed by hand. */
export function serviceOf({ name, deployment, pods, quotas = [] }: ServiceFacts): Service {
  const resourcesErrors = textsOf([...quotas.flatMap(usedUp), ...(deployment ? rolloutErrors(name, deployment) : [gone(name)])]);
  if (!deployment) return { name, status: 'NOT_DEPLOYED', resourcesErrors };
  const { labels = {}, creationTimestamp } = deployment.metadata;
  const chartVersion = labels['app.kubernetes.io/version'];
  const progress = conditionOf(deployment, 'Progressing');
  const podsErrors = textsOf(pods.flatMap(podErrors));
  return {
    name,
    status: statusOf(deployment, Object.keys(podsErrors).length > 0),
    ...(chartVersion !== undefined && { chartVersion }),
    ...(creationTimestamp !== undefined && { creationDate: creationTimestamp }),
    ...(progress?.lastUpdateTime !== undefined && { lastUpdateDate: progress.lastUpdateTime }),
    appsVersion: textsOf((deployment.spec?.template?.spec?.containers ?? []).map(({ image = '' }) => imageVersion(image))),
    podsErrors,
    resourcesErrors,
    ...jobOf(deployment),
  };
}

const gone = (name: string): [string, string] => [name, 'The Deployment is not there: install the package again'];

/** Whether the cluster says that the rollout is complete. A pod may fail afterwards. */
const isComplete = (deployment: Deployment): boolean =>
  (deployment.status?.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0) &&
  conditionOf(deployment, 'Progressing')?.reason === 'NewReplicaSetAvailable';

/** Whether this is not the first version that is rolled out. */
const isUpdate = ({ metadata: { annotations = {}, generation = 1 } }: Deployment): boolean =>
  Number(annotations['deployment.kubernetes.io/revision'] ?? generation) > 1;

function statusOf(deployment: Deployment, hasPodErrors: boolean): Service['status'] {
  const isAvailable = (deployment.status?.availableReplicas ?? 0) > 0;
  if (isAvailable && isComplete(deployment)) return 'RUNNING';
  if (hasPodErrors || conditionOf(deployment, 'Progressing')?.status === 'False') return 'IN_ERROR';
  return !isComplete(deployment) && isUpdate(deployment) ? 'UPDATING' : 'STARTING';
}

/** The contract speaks of a job that installs or updates a service; in a cluster, this is the rollout of the Deployment. */
function jobOf(deployment: Deployment): Pick<Service, 'jobStatus' | 'jobErrorMessage'> {
  const progress = conditionOf(deployment, 'Progressing');
  if (progress?.status === 'False') return { jobStatus: 'FAILED', jobErrorMessage: cutText(progress.message ?? progress.reason ?? '') };
  return { jobStatus: isComplete(deployment) ? 'SUCCEEDED' : 'RUNNING' };
}

const rolloutErrors = (name: string, deployment: Deployment): [string, string][] =>
  (deployment.status?.conditions ?? [])
    .filter(({ type, status }) => (type === 'ReplicaFailure' && status === 'True') || (type === 'Progressing' && status === 'False'))
    .map(({ type, reason, message }) => [`${name} ${type}`, message ?? reason ?? type]);

/** The reason why a pod does not run. A pod that is being removed has no fault. */
function podErrors(pod: Pod): [string, string][] {
  if (pod.metadata.deletionTimestamp !== undefined) return [];
  const { name } = pod.metadata;
  const scheduled = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') return [[name, `No node can take the pod: ${scheduled.message ?? scheduled.reason ?? ''}`]];
  if (pod.status?.phase === 'Failed') return [[name, `${pod.status.reason ?? 'Failed'}: ${pod.status.message ?? 'the pod has ended'}`]];
  for (const { state } of pod.status?.containerStatuses ?? []) {
    const { waiting, terminated } = state ?? {};
    if (waiting && !STARTING.has(waiting.reason ?? '')) return [[name, `${waiting.reason}: ${waiting.message ?? ''}`]];
    if (terminated && terminated.exitCode !== 0)
      return [[name, `${terminated.reason ?? 'Error'}: the program ended with exit code ${terminated.exitCode}`]];
  }
  return [];
}

/** A limit that is used up: no other task can start. */
const usedUp = ({ metadata, status: { hard = {}, used = {} } = {} }: Quota): [string, string][] =>
  Object.entries(hard)
    .filter(([resource, limit]) => limit === used[resource] && limit !== '0')
    .map(([resource, limit]) => [`ResourceQuota ${metadata.name}`, `${resource} is used up: ${limit}`]);

const imageVersion = (image: string): [string, string] => {
  const [, name = image, version = ''] = /([^/:@]+)(?::([^/@]+))?(?:@.*)?$/.exec(image) ?? [];
  return [name, version];
};

/** The events of failures, the newest first. */
export const failureEventsOf = (events: readonly ObjectEvent[]): Schema<'KubernetesEvent'>[] =>
  events
    .map(({ reason = '', message = '', involvedObject: { kind = 'object', name = '' } = {}, ...event }) => ({
      message: cutText(`${reason}: ${message}`),
      source: `${kind.toLowerCase()}/${name}`.slice(0, 255),
      creationDate: timeOfEvent(event),
    }))
    .sort((one, other) => (one.creationDate > other.creationDate ? -1 : 1))
    .slice(0, MAX_EVENTS);

/** The tool that installed a package: Helm and kubectl each write an annotation of their own. */
export function deploymentTypeOf(deployment: Deployment | undefined): Schema<'DeploymentType'> {
  const { annotations = {} } = deployment?.metadata ?? {};
  if (annotations['meta.helm.sh/release-name'] !== undefined) return 'helm';
  return annotations['kubectl.kubernetes.io/last-applied-configuration'] === undefined ? 'unknown' : 'kubectl';
}

const conditionOf = ({ status }: Deployment, type: string): (Condition & { lastUpdateTime?: string }) | undefined =>
  status?.conditions?.find((one) => one.type === type);

/** Cuts a text of a report to the length that the contract allows. */
export const cutText = (text: string): string => text.slice(0, MAX_TEXT_LENGTH);
const textsOf = (pairs: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(pairs.slice(0, MAX_TEXTS).map(([name, text]) => [name, cutText(text)]));
