/** Engines for tests on a real cluster: a control plane in this process, and an agent with the rights of its service account. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Agent } from '../../src/agent/options.ts';
import { kubernetesRunner } from '../../src/kubernetes/kubernetes-runner.ts';
import type { PodShape } from '../../src/kubernetes/run-objects.ts';
import type { ControlPlane } from '../control-plane.ts';
import { engineFor, temporaryFolder } from '../engine.ts';

/** The address of the node, where pods reach this process. */
export const NODE_ADDRESS = '10.250.0.1';
/** The namespace of the tests. */
export const NAMESPACE = 'millrace-test';
/** The image of tasks. */
export const IMAGE = process.env['MILLRACE_CLUSTER_IMAGE'] ?? '';

const RIGHTS = [
  { apiGroups: ['batch'], resources: ['jobs'], verbs: ['create', 'get', 'list', 'patch', 'delete'] },
  { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
  { apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
  { apiGroups: [''], resources: ['events'], verbs: ['list'] },
];

/** Runs kubectl as the administrator. */
export const kubectl = (...words: string[]): string =>
  execFileSync('kubectl', words, { encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });
/** Posts an object to a path of the API. */
export const post = (path: string, object: object): void =>
  void execFileSync('kubectl', ['create', '--raw', path, '-f', '-'], {
    input: JSON.stringify(object),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
const apply = (...objects: object[]): void => {
  for (const one of objects)
    execFileSync('kubectl', ['apply', '-f', '-'], { input: JSON.stringify(one), stdio: ['pipe', 'ignore', 'inherit'] });
};

/** Creates a namespace that enforces the restricted pod security standard, and in it the service account of the agent; returns its files. */
export async function prepareNamespace(namespace = NAMESPACE): Promise<{ url: string; tokenFile: string; authorityFile: string }> {
  assert.notEqual(IMAGE, '', 'MILLRACE_CLUSTER_IMAGE is not set: run npm run test:kubernetes -- <work folder>');
  // On a cluster that is used again, the namespace of the previous test file may still be ending.
  kubectl('delete', 'namespace', namespace, '--ignore-not-found');
  const metadata = { name: 'millrace-engine', namespace };
  const group = 'rbac.authorization.k8s.io';
  apply(
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion: `${group}/v1`, kind: 'Role', metadata, rules: RIGHTS },
    {
      apiVersion: `${group}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: group, kind: 'Role', name: metadata.name },
      subjects: [{ kind: 'ServiceAccount', name: metadata.name, namespace }],
    },
  );
  const folder = await temporaryFolder();
  const files = { tokenFile: join(folder, 'token'), authorityFile: join(folder, 'ca.crt') };
  await writeFile(files.tokenFile, kubectl('create', 'token', metadata.name, '--namespace', namespace), { mode: 0o600 });
  const { clusters } = JSON.parse(kubectl('config', 'view', '--raw', '--output', 'json', '--flatten')) as {
    clusters: { cluster: { server: string; 'certificate-authority-data': string } }[];
  };
  const { server = '', 'certificate-authority-data': authority = '' } = clusters[0]?.cluster ?? {};
  await writeFile(files.authorityFile, Buffer.from(authority, 'base64'));
  return { url: server, ...files };
}

/** Removes the namespace with all that is in it. */
export const removeNamespace = (namespace = NAMESPACE): void => void kubectl('delete', 'namespace', namespace, '--wait=false');

/** The id of a process of this cluster by its name: the tests run in the network of the cluster. */
export function processOfCluster(name: string): number {
  const ownNetwork = readlinkSync('/proc/self/ns/net');
  const found = readdirSync('/proc').find((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8') === `${name}\n` && readlinkSync(`/proc/${pid}/ns/net`) === ownNetwork;
    } catch {
      return false;
    }
  });
  return Number(found ?? assert.fail(`The cluster has no process ${name}`));
}

/** Kills all processes in the containers of a pod by SIGKILL. */
export function killProcessesOf(uid: string): void {
  const pids = processesOf(uid);
  assert.notEqual(pids.length, 0, `The pod ${uid} has no process`);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // The kernel ends the other processes of a container with its first one.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The ids of the processes in the containers of a pod, by their control groups. */
function processesOf(uid: string): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const isOfPod = readFileSync(`/proc/${pid}/cgroup`, 'utf8').replaceAll('_', '-').includes(uid);
      return isOfPod && readFileSync(`/proc/${pid}/comm`, 'utf8') !== 'pause\n' ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });
}

let lastPort = 18_480;

/** An agent on the cluster. An agent that follows an earlier one has the same name and port. */
export type ClusterEngine = { plane: ControlPlane; agent: Agent; logged: string[]; port: number; name: string };

/** Starts an agent that creates pods of the given shape. */
export async function clusterEngine(
  t: TestContext,
  cluster: { url: string; tokenFile: string; authorityFile: string },
  shape: Partial<PodShape> = {},
  earlier?: ClusterEngine,
): Promise<ClusterEngine> {
  const port = earlier?.port ?? (lastPort += 1);
  const name = earlier?.name ?? `agent ${port} of the tests`;
  const runner = kubernetesRunner({
    cluster,
    namespace: NAMESPACE,
    shape: { image: IMAGE, imagePullPolicy: 'IfNotPresent', ...shape },
    contentUrl: `http://${NODE_ADDRESS}:${port}`,
    contentPort: port,
    bounds: { schedule: 5000, image: 5000, start: 60_000 },
    warm: { pods: 10, idleMilliseconds: 600_000 },
  });
  const { plane, agent, logged } = await engineFor(
    t,
    { runner, name, graceMilliseconds: 10_000, heartbeatMilliseconds: 1000 },
    earlier?.plane,
  );
  t.after(() => assert.deepEqual(plane.faults, []));
  return { plane, agent, logged, port, name };
}
