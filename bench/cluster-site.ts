/** Benchmarks that need a Kubernetes cluster: each starts one, starts itself again in its network, and installs Millrace there. */
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Schema } from '@millrace/contract';
import { type ClusterApi, openClusterApi } from '../packages/engine/src/kubernetes/cluster-api.ts';
import { kubectl } from '../packages/engine/test/on-cluster/cluster-support.ts';
import { ControlPlaneProcess, until } from '../packages/engine/test/on-cluster/control-plane-process.ts';
import { chart, helm, InstalledEngine } from '../packages/engine/test/on-cluster/installed-engine.ts';
import { CLUSTER_NEEDS, TestCluster } from '../scripts/kubernetes/test-cluster.ts';
import type { Stage } from './contestant.ts';

const INSIDE = 'MILLRACE_BENCH_IN_CLUSTER';

/** Runs a benchmark in the network of a cluster. A running cluster (of `test:kubernetes -- <work folder> --keep`) is used with its images. */
export async function onCluster(program: string, run: () => Promise<void>): Promise<void> {
  if (process.env[INSIDE] === '1') return run();
  const words = process.argv.slice(2);
  const { MILLRACE_CLUSTER_SCRIPTS: scripts, MILLRACE_CLUSTER_WORK: work } = process.env;
  const cluster = work ? TestCluster.of(work, scripts) : 'MILLRACE_CLUSTER_WORK is not set: it names the work folder.';
  const id = basename(program, '.ts');
  if (typeof cluster === 'string') {
    if (words.includes('--smoke')) return console.log(`  skipped  ${id}: ${cluster}`);
    console.error(`${id}: ${cluster}\n\n${CLUSTER_NEEDS}`);
    process.exitCode = 2;
    return;
  }
  const wasUp = cluster.isUp;
  try {
    const isReady = (wasUp || cluster.buildImages()) && cluster.up();
    process.exitCode = isReady ? cluster.run([program, ...words], { [INSIDE]: '1' }) : 1;
  } finally {
    if (!wasUp) cluster.down();
  }
}

const NAMESPACE = 'millrace-bench';
const PORT = 18_300;
/** A bare Job has no limits either. */
const WITHOUT_LIMITS = ['--set', 'tasks.pod.cpu=null,tasks.pod.memory=null'];

/** Millrace with a dynamic engine whose pods have no limits. It is installed once for all rounds. */
export type ClusterSite = { plane: ControlPlaneProcess; engine: InstalledEngine };

/** Installs Millrace and its dynamic engine; both are removed at the end. */
export async function openSite(stage: Pick<Stage, 'onEnd'>, capacity: number): Promise<ClusterSite> {
  const plane = await ControlPlaneProcess.start(PORT);
  stage.onEnd(() => plane.end());
  const engine = InstalledEngine.create(plane, 'bench');
  const install = async (release: string, name: string, id: string, ...more: string[]): Promise<void> => {
    const file = await engine.package('helm');
    stage.onEnd(() => helm('uninstall', release, '--wait'));
    helm('install', release, chart(name), '--values', file(`${id}-values.yaml`), ...more, '--wait', '--timeout', '5m');
  };
  await install('bench-engine', 'millrace-engine', engine.id);
  await engine.awaitState('CONNECTED');
  plane.cli('dynamic-engine', 'assign', engine.id, engine.environment.id);
  const settings = [...WITHOUT_LIMITS, '--set', `capacity=${capacity}`];
  await install('bench-environment', 'millrace-engine-environment', engine.environment.id, ...settings);
  await engine.awaitEnvironmentState('READY');
  return { plane, engine };
}

/** Creates a task that runs in pods of a shape; returns its id. Several executions of it may run at a time. */
export async function addPodTask(
  { plane, engine }: ClusterSite,
  name: string,
  bundle: Buffer,
  { pod, parameters }: { pod?: Schema<'RunProfilePod'>; parameters?: Record<string, string> } = {},
): Promise<string> {
  const { client } = plane;
  await plane.addTask('Pods', name, bundle, parameters);
  const { body: found } = await client.call('GET /orchestration/executables/tasks', { query: { name } });
  const taskId = found.items[0]?.executable ?? '';
  const scopeId = engine.environment.id;
  const profile =
    pod &&
    (await client.call('POST /processing/run-profiles', {
      body: { name, type: 'JOB_SERVER', processorType: 'DYNAMIC_ENGINE', scopeId, jvmArguments: [], pod },
    }));
  await client.call('PUT /orchestration/executables/tasks/{taskId}/de-run-config', {
    path: { taskId },
    body: { trigger: { type: 'MANUAL' }, logLevel: 'INFO', parallelExecutionAllowed: true, runProfileId: profile?.body.id ?? null },
  });
  return taskId;
}

/** Bare Jobs of the image of tasks. `create` makes the Job that `kubectl create job` makes. */
export type PlainJobs = {
  create: (name: string, command: readonly string[]) => Promise<void>;
  /** The number of Jobs that have succeeded. */
  succeeded: () => Promise<number>;
  removeAll: () => void;
};

/** Opens a namespace for bare Jobs. */
export async function openPlainJobs(stage: Stage): Promise<PlainJobs> {
  kubectl('create', 'namespace', NAMESPACE);
  stage.onEnd(() => kubectl('delete', 'namespace', NAMESPACE, '--wait=false'));
  kubectl('create', 'serviceaccount', 'bench', '--namespace', NAMESPACE);
  kubectl('create', 'rolebinding', 'bench', '--clusterrole=admin', `--serviceaccount=${NAMESPACE}:bench`, '--namespace', NAMESPACE);
  const api = await apiOf(stage);
  stage.onEnd(() => api.close());
  const jobs = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`;
  return {
    async create(name, command) {
      const containers = [{ name, image: process.env['MILLRACE_CLUSTER_IMAGE'], command }];
      const body = { metadata: { name }, spec: { template: { spec: { containers, restartPolicy: 'Never' } } } };
      await api.call('POST', jobs, { body: { apiVersion: 'batch/v1', kind: 'Job', ...body } });
    },
    async succeeded() {
      const { items } = await api.call<{ items: { status?: { succeeded?: number } }[] }>('GET', jobs);
      return items.filter(({ status }) => status?.succeeded === 1).length;
    },
    removeAll: () => void kubectl('delete', 'jobs', '--all', '--cascade=foreground', '--namespace', NAMESPACE),
  };
}

async function apiOf(stage: Stage): Promise<ClusterApi> {
  const [tokenFile, authorityFile] = [join(stage.folder, 'bench-token'), join(stage.folder, 'bench-ca.crt')];
  await writeFile(tokenFile, kubectl('create', 'token', 'bench', '--namespace', NAMESPACE), { mode: 0o600 });
  const read = (path: string): string =>
    kubectl('config', 'view', '--raw', '--flatten', '--output', `jsonpath={.clusters[0].cluster.${path}}`);
  await writeFile(authorityFile, Buffer.from(read('certificate-authority-data'), 'base64'));
  return openClusterApi({ url: read('server'), tokenFile, authorityFile });
}

/** Waits for the log of a finished bare Job. */
export const jobLog = (name: string): Promise<string> =>
  until(`the log of ${name}`, () => kubectl('logs', `job/${name}`, '--namespace', NAMESPACE).trim());

/** Runs `kubectl create job`. */
export const createByKubectl = (name: string, command: readonly string[]): void =>
  void kubectl('create', 'job', name, '--image', process.env['MILLRACE_CLUSTER_IMAGE'] ?? '', '--namespace', NAMESPACE, '--', ...command);
