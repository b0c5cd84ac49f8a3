/** Builds the Job and the Secret of one execution, or of a waiting pod. */
import { createHash } from 'node:crypto';
import type { Schema } from '@millrace/contract';
import { TASK_MANAGER } from '@millrace/wire/cluster-names';
import type { ClusterSecret, ClusterJob } from './cluster-objects.ts';
import { ORDER_FILE, type PodOrder, contentOf } from './pod-order.ts';
import { ENGINE_VERSION } from '../control-plane/protocol.ts';
import { TASK_GRACE_MILLISECONDS } from '../runs/runner.ts';

/** The shape of the pods of tasks: their image, resources and placement. A run profile can name another shape for its tasks. */
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
  /** The number of pods of this shape that wait for executions. */
  warm?: number;
};

/** The layout of a bundle, which chooses the image. */
type Layout = Schema<'ClaimedExecution'>['bundle']['layout'];

/** The labels by which an engine finds its runs again. */
export const LABELS = {
  engine: 'millrace.io/engine',
  execution: 'millrace.io/execution-id',
  fence: 'millrace.io/fence',
  /** The name of the Job, on a pod that was created to wait and so had no execution. */
  job: 'millrace.io/job',
  pool: 'millrace.io/pool',
  managed: 'app.kubernetes.io/managed-by',
} as const;
/** The data by which a later program of the engine continues a run: the content of its pod by the digest of its token, its own lines, and the trace. */
export const ANNOTATIONS = {
  content: 'millrace.io/content',
  /** The digest of the token of a waiting pod. */
  token: 'millrace.io/token',
  lines: 'millrace.io/engine-lines',
  task: 'millrace.io/task-name',
  trace: 'millrace.io/traceparent',
  timeout: 'millrace.io/timeout-minutes',
  /** Whether the execution may be returned to the queue. */
  returns: 'millrace.io/may-return',
} as const;

/** The name of the container that runs the task. */
export const TASK_CONTAINER = 'task';
/** The id of the user "node" of the images, and of the group that owns the mounted files. */
const USER = 1000;
/** The grace period of a pod: longer than that of its task, so that the pod can write the outcome. */
const POD_GRACE_SECONDS = TASK_GRACE_MILLISECONDS / 1000 + 5;
/** The engine removes a Job as soon as its end is reported; this is for a Job whose engine is gone. */
const TTL_SECONDS = 3600;
/** Seconds after the time limit at which the cluster ends a pod that did not end its run itself. */
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
  const { claim } = order;
  const name = runName(claim);
  const { labels, annotations, deadline } = runMarks(order);
  const pod = podSpecOf(shapeOf(claim, general), { layout: claim.bundle.layout, secret: name, command: 'pod-run' });
  return job({ name, namespace, labels: { ...labelsOf(order.engine), ...labels }, annotations }, pod, deadline);
}

/** The shape of the pod of an execution. */
export function shapeOf({ pod = {} }: Pick<Schema<'ClaimedExecution'>, 'pod'>, general: PodShape): PodShape {
  const { image, ...rest } = pod;
  return { ...general, ...rest, ...(image !== undefined && { image, javaImage: image }) };
}

/** The labels and annotations that mark the Job of an execution, and the seconds after which the cluster ends it. */
export function runMarks(order: PodOrder): { labels: Record<string, string>; annotations: Record<string, string>; deadline?: number } {
  const { claim, content } = order;
  return {
    labels: { [LABELS.execution]: claim.executionId, [LABELS.fence]: String(claim.fence) },
    annotations: {
      [ANNOTATIONS.content]: [tokenDigest(content.token), ...contentOf(claim)].join(' '),
      [ANNOTATIONS.task]: claim.taskName,
      ...(claim.traceparent !== undefined && { [ANNOTATIONS.trace]: claim.traceparent }),
      ...(claim.timeoutMinutes !== undefined && { [ANNOTATIONS.timeout]: String(claim.timeoutMinutes) }),
      ...((claim.returnsLeft ?? 0) > 0 && { [ANNOTATIONS.returns]: 'true' }),
    },
    ...(claim.timeoutMinutes !== undefined && { deadline: claim.timeoutMinutes * 60 + LATE_SECONDS }),
  };
}

/** The properties that the waiting pods of a pool have in common. */
export type PoolShape = { shape: PodShape; layout: Layout };

const waitingPodSpec = ({ shape, layout }: PoolShape, secret: string): object => podSpecOf(shape, { layout, secret, command: 'pod-wait' });

/** The key of a pool: pods of another shape, another version of the engine or another address of the agent are in another one. */
export const poolKey = (pool: PoolShape, contentUrl: string): string =>
  createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, contentUrl, pool.shape.warm, waitingPodSpec(pool, '')]))
    .digest('hex')
    .slice(0, 16);

/** The Job of a pod that waits for an execution. */
export function waitingJobOf(
  pool: PoolShape,
  { name, namespace, engine, key, token }: { name: string; namespace: string; engine: string; key: string; token: string },
): ClusterJob {
  const labels = { ...labelsOf(engine), [LABELS.pool]: key, [LABELS.job]: name };
  return job({ name, namespace, labels, annotations: { [ANNOTATIONS.token]: tokenDigest(token) } }, waitingPodSpec(pool, name));
}

const labelsOf = (engine: string): Record<string, string> => ({
  [LABELS.managed]: TASK_MANAGER,
  [LABELS.engine]: engineLabel(engine),
});

function job(metadata: ClusterJob['metadata'] & { labels: Record<string, string> }, pod: object, deadline?: number): ClusterJob {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: {
      backoffLimit: 0,
      completions: 1,
      parallelism: 1,
      podReplacementPolicy: 'Failed',
      ttlSecondsAfterFinished: TTL_SECONDS,
      ...(deadline !== undefined && { activeDeadlineSeconds: deadline }),
      template: { metadata: { labels: metadata.labels }, spec: pod },
    },
  };
}

function podSpecOf(shape: PodShape, { layout, secret, command }: { layout: Layout; secret: string; command: string }): object {
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
    terminationGracePeriodSeconds: POD_GRACE_SECONDS,
    securityContext: { runAsNonRoot: true, runAsUser: USER, runAsGroup: USER, fsGroup: USER, seccompProfile: { type: 'RuntimeDefault' } },
    ...(shape.serviceAccountName !== undefined && { serviceAccountName: shape.serviceAccountName }),
    ...(shape.imagePullSecrets && { imagePullSecrets: shape.imagePullSecrets.map((name) => ({ name })) }),
    ...(shape.nodeSelector && { nodeSelector: shape.nodeSelector }),
    ...(shape.tolerations && { tolerations: shape.tolerations }),
    containers: [
      {
        name: TASK_CONTAINER,
        image: layout === 'job-archive' ? (shape.javaImage ?? shape.image) : shape.image,
        ...(shape.imagePullPolicy && { imagePullPolicy: shape.imagePullPolicy }),
        args: [command],
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
      { name: 'order', secret: { secretName: secret, defaultMode: 0o440 } },
      { name: 'work', emptyDir: {} },
      { name: 'tmp', emptyDir: {} },
    ],
  };
}

/** The Secret of an execution. */
export const secretOf = (order: PodOrder, namespace: string, owner: ClusterJob): ClusterSecret =>
  ownedSecret(ORDER_FILE, JSON.stringify(order), namespace, owner);

/** A Secret with one file. The Job owns it, so it goes with the Job. */
export function ownedSecret(file: string, text: string, namespace: string, owner: ClusterJob): ClusterSecret {
  const { name, labels = {}, uid = '' } = owner.metadata;
  const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true, blockOwnerDeletion: false }];
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace, labels, ownerReferences },
    type: 'Opaque',
    immutable: true,
    data: { [file]: Buffer.from(text).toString('base64') },
  };
}
