/** Builds the Job and the Secret of one execution. */
import { createHash } from 'node:crypto';
import type { Schema } from '@millrace/contract';
import { TASK_MANAGER } from '@millrace/wire/cluster-names';
import type { ClusterSecret, ClusterJob } from './cluster-objects.ts';
import { ORDER_BYTES, ORDER_FILE, type PodOrder, contentOf } from './pod-order.ts';
import { POD_GRACE_MILLISECONDS } from './pod-run.ts';

/** What the pods of tasks get. A run profile can name another shape for its tasks. */
export type PodShape = {
  image: string;
  /** The image of Java jobs; by default the same. */
  javaImage?: string;
  cpu?: string;
  memory?: string;
  disk?: string;
  imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  imagePullSecrets?: string[];
  serviceAccountName?: string;
  nodeSelector?: Record<string, string>;
  tolerations?: object[];
};

/** The labels and annotations by which an engine finds its runs again. */
export const LABELS = {
  engine: 'millrace.io/engine',
  execution: 'millrace.io/execution-id',
  fence: 'millrace.io/fence',
  managed: 'app.kubernetes.io/managed-by',
} as const;
/** What a later program of the engine needs to continue a run: the content of its pod by the digest of its token, its own lines, and the trace. */
export const ANNOTATIONS = {
  content: 'millrace.io/content',
  lines: 'millrace.io/engine-lines',
  task: 'millrace.io/task-name',
  trace: 'millrace.io/traceparent',
  timeout: 'millrace.io/timeout-minutes',
} as const;

/** The name of the container that runs the task. */
export const TASK_CONTAINER = 'task';
/** The id of the user "node" of the images, and of the group that owns the mounted files. */
const USER = 1000;
/** Longer than the grace period of the task, so that the pod can write its outcome. */
const GRACE_SECONDS = POD_GRACE_MILLISECONDS / 1000 + 5;
/** The engine removes a Job as soon as its end is reported; this is for a Job whose engine is gone. */
const TTL_SECONDS = 3600;
/** The time limit is held in the pod; this one is for a pod that does not hold it. */
const LATE_SECONDS = 1800;

/** A short name of an engine for labels, which allow few characters. */
export const engineLabel = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 16);

/** The digest of the token of a run. */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The name of the objects of a run. It has the fence, because an execution can be claimed again while its older pod is still ending. */
export const runName = ({ executionId, fence }: Schema<'ExecutionLease'>): string => `millrace-${executionId}-${fence}`;

/** Selects the runs of an engine. */
export const runSelector = (engine: string): string => `${LABELS.engine}=${engineLabel(engine)}`;

/** The Job of an execution: one pod, never started again. The run profile may name another shape, and an image for all layouts of bundles. */
export function jobOf(order: PodOrder, namespace: string, general: PodShape): ClusterJob {
  const { claim, engine } = order;
  const { image, ...rest } = claim.pod ?? {};
  const shape: PodShape = { ...general, ...rest, ...(image !== undefined && { image, javaImage: image }) };
  const labels = {
    [LABELS.managed]: TASK_MANAGER,
    [LABELS.engine]: engineLabel(engine),
    [LABELS.execution]: claim.executionId,
    [LABELS.fence]: String(claim.fence),
  };
  const annotations = {
    [ANNOTATIONS.content]: [tokenDigest(order.content.token), ...contentOf(claim)].join(' '),
    [ANNOTATIONS.task]: claim.taskName,
    ...(claim.traceparent !== undefined && { [ANNOTATIONS.trace]: claim.traceparent }),
    ...(claim.timeoutMinutes !== undefined && { [ANNOTATIONS.timeout]: String(claim.timeoutMinutes) }),
  };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: runName(claim), namespace, labels, annotations },
    spec: {
      backoffLimit: 0,
      completions: 1,
      parallelism: 1,
      podReplacementPolicy: 'Failed',
      ttlSecondsAfterFinished: TTL_SECONDS,
      ...(claim.timeoutMinutes !== undefined && { activeDeadlineSeconds: claim.timeoutMinutes * 60 + LATE_SECONDS }),
      template: { metadata: { labels }, spec: podSpecOf(order, shape) },
    },
  };
}

function podSpecOf({ claim }: PodOrder, shape: PodShape): object {
  const { cpu, memory, disk } = shape;
  const limits = {
    ...(cpu !== undefined && { cpu }),
    ...(memory !== undefined && { memory }),
    ...(disk !== undefined && { 'ephemeral-storage': disk }),
  };
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: GRACE_SECONDS,
    securityContext: { runAsNonRoot: true, runAsUser: USER, runAsGroup: USER, fsGroup: USER, seccompProfile: { type: 'RuntimeDefault' } },
    ...(shape.serviceAccountName !== undefined && { serviceAccountName: shape.serviceAccountName }),
    ...(shape.imagePullSecrets && { imagePullSecrets: shape.imagePullSecrets.map((name) => ({ name })) }),
    ...(shape.nodeSelector && { nodeSelector: shape.nodeSelector }),
    ...(shape.tolerations && { tolerations: shape.tolerations }),
    containers: [
      {
        name: TASK_CONTAINER,
        image: claim.bundle.layout === 'job-archive' ? (shape.javaImage ?? shape.image) : shape.image,
        ...(shape.imagePullPolicy && { imagePullPolicy: shape.imagePullPolicy }),
        args: ['pod-run'],
        env: [{ name: 'MILLRACE_ENGINE_FOLDER', value: '/work' }],
        ...(Object.keys(limits).length > 0 && { resources: { limits, requests: limits } }),
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          runAsNonRoot: true,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [
          { name: 'order', mountPath: '/millrace/order', readOnly: true },
          { name: 'work', mountPath: '/work' },
          { name: 'tmp', mountPath: '/tmp' },
        ],
      },
    ],
    volumes: [
      { name: 'order', secret: { secretName: runName(claim), defaultMode: 0o440 } },
      { name: 'work', emptyDir: {} },
      { name: 'tmp', emptyDir: {} },
    ],
  };
}

/** The Secret of an execution; undefined if it is larger than Kubernetes allows. The Job owns it, so it goes with the Job. */
export function secretOf(order: PodOrder, namespace: string, owner: ClusterJob): ClusterSecret | undefined {
  const text = JSON.stringify(order);
  if (Buffer.byteLength(text) > ORDER_BYTES - 1024) return undefined;
  const { name, labels = {}, uid = '' } = owner.metadata;
  const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true, blockOwnerDeletion: false }];
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace, labels, ownerReferences },
    type: 'Opaque',
    immutable: true,
    data: { [ORDER_FILE]: Buffer.from(text).toString('base64') },
  };
}
