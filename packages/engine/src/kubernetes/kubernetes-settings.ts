/** The settings of an engine that runs tasks as pods, from its environment. */
import { existsSync, readFileSync } from 'node:fs';
import { CONTENT_PORT } from '@millrace/wire/cluster-names';
import { UsageError } from '../program/usage-error.ts';
import type { ClusterAddress } from './cluster-api.ts';
import { WAIT_BOUNDS, type WaitBounds } from './pod-state.ts';
import type { PodShape } from './run-objects.ts';
import type { WarmBounds } from './warm-pools.ts';

/** The settings of the runner. `contentUrl` is the address by which pods reach this engine. */
export type KubernetesSettings = {
  cluster: ClusterAddress;
  namespace: string;
  shape: PodShape;
  contentUrl: string;
  contentPort: number;
  bounds: WaitBounds;
  /** The pods that wait for executions. */
  warm: WarmBounds;
};

const WARM_PODS = 10;
const MAX_WARM_PODS = 1000;
const WARM_IDLE_MILLISECONDS = 900_000;
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
/** The fields of MILLRACE_KUBERNETES_TASK_POD, each with the kind of its value. */
const SHAPE_FIELDS: Record<Exclude<keyof PodShape, 'image' | 'javaImage'>, 'text' | 'texts' | 'map' | 'objects' | 'count'> = {
  cpu: 'text',
  memory: 'text',
  disk: 'text',
  imagePullPolicy: 'text',
  imagePullSecrets: 'texts',
  serviceAccountName: 'text',
  nodeSelector: 'map',
  tolerations: 'objects',
  warm: 'count',
};

/** Reads the settings; throws a `UsageError` that names the setting that is missing or malformed. */
export function kubernetesSettings(environment: NodeJS.ProcessEnv, account = ACCOUNT): KubernetesSettings {
  const textOf = (variable: string): string | undefined => environment[variable] || undefined;
  const required = (variable: string, meaning: string): string => {
    const text = textOf(variable);
    if (text === undefined) throw new UsageError(`${variable} is not set: an engine that runs tasks on Kubernetes needs ${meaning}`);
    return text;
  };
  const javaImage = textOf('MILLRACE_KUBERNETES_JAVA_IMAGE');
  const contentPort = whole(environment, 'MILLRACE_KUBERNETES_CONTENT_PORT', 65_535) ?? CONTENT_PORT;
  const podAddress = textOf('MILLRACE_KUBERNETES_POD_IP');
  return {
    ...clusterAndNamespace(environment, account),
    shape: {
      ...podShape(textOf('MILLRACE_KUBERNETES_TASK_POD')),
      image: required('MILLRACE_KUBERNETES_IMAGE', 'the image of its tasks'),
      ...(javaImage !== undefined && { javaImage }),
    },
    contentUrl: (
      textOf('MILLRACE_KUBERNETES_CONTENT_URL') ??
      (podAddress === undefined
        ? required('MILLRACE_KUBERNETES_CONTENT_URL', 'the address by which pods reach it')
        : urlOfHost('http', podAddress, contentPort))
    ).replace(/\/$/, ''),
    contentPort,
    bounds: {
      schedule: seconds(environment, 'MILLRACE_KUBERNETES_SCHEDULE_SECONDS') ?? WAIT_BOUNDS.schedule,
      image: seconds(environment, 'MILLRACE_KUBERNETES_PULL_SECONDS') ?? WAIT_BOUNDS.image,
      start: seconds(environment, 'MILLRACE_KUBERNETES_START_SECONDS') ?? WAIT_BOUNDS.start,
    },
    warm: {
      pods: whole(environment, 'MILLRACE_KUBERNETES_WARM_PODS', MAX_WARM_PODS) ?? WARM_PODS,
      idleMilliseconds: seconds(environment, 'MILLRACE_KUBERNETES_WARM_IDLE_SECONDS') ?? WARM_IDLE_MILLISECONDS,
    },
  };
}

/** The cluster and the namespace of a program that runs in it. Throws a `UsageError` if neither the settings nor its pod name them. */
export const clusterAndNamespace = (
  environment: NodeJS.ProcessEnv,
  account = ACCOUNT,
): Pick<KubernetesSettings, 'cluster' | 'namespace'> => ({
  cluster: clusterOf(environment, account),
  namespace: environment['MILLRACE_KUBERNETES_NAMESPACE'] || ownNamespace(account),
});

/** The URL of a host, whose address may be of IPv6. */
export const urlOfHost = (scheme: 'http' | 'https', host: string, port: number | string): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The settings name the API and its files; without them, the program runs in a cluster and uses its service account. */
function clusterOf(environment: NodeJS.ProcessEnv, account: string): ClusterAddress {
  const { MILLRACE_KUBERNETES_API: url, MILLRACE_KUBERNETES_TOKEN_FILE: tokenFile, MILLRACE_KUBERNETES_AUTHORITY_FILE: file } = environment;
  if (url) return { url, ...(tokenFile && { tokenFile }), ...(file && { authorityFile: file }) };
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = environment;
  if (!host)
    throw new UsageError('The engine does not run in a Kubernetes cluster: set MILLRACE_KUBERNETES_API and MILLRACE_KUBERNETES_TOKEN_FILE');
  return {
    url: urlOfHost('https', host, port),
    tokenFile: `${account}/token`,
    authorityFile: `${account}/ca.crt`,
  };
}

function ownNamespace(account: string): string {
  const file = `${account}/namespace`;
  if (!existsSync(file)) throw new UsageError('MILLRACE_KUBERNETES_NAMESPACE is not set: set it to the namespace of the pods');
  return readFileSync(file, 'utf8').trim();
}

/** Reads the shape of the pods of tasks, a JSON object. */
function podShape(text: string | undefined): Omit<PodShape, 'image' | 'javaImage'> {
  if (text === undefined) return {};
  const fault = (problem: string): UsageError => new UsageError(`MILLRACE_KUBERNETES_TASK_POD ${problem}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault('is not JSON: set it to an object such as {"cpu":"1","memory":"1Gi"}');
  }
  if (!isObject(value)) throw fault('must be a JSON object such as {"cpu":"1","memory":"1Gi"}');
  for (const [name, field] of Object.entries(value)) {
    if (!Object.hasOwn(SHAPE_FIELDS, name))
      throw fault(`has the field ${JSON.stringify(name)}: it may have ${Object.keys(SHAPE_FIELDS).join(', ')}`);
    const kind = SHAPE_FIELDS[name as keyof typeof SHAPE_FIELDS];
    if (!CHECKS[kind](field)) throw fault(`has a wrong value of "${name}": it must be ${DESCRIPTIONS[kind]}`);
  }
  return value as Omit<PodShape, 'image' | 'javaImage'>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const CHECKS = {
  text: isText,
  texts: (value: unknown) => Array.isArray(value) && value.every(isText),
  map: (value: unknown) => isObject(value) && Object.values(value).every((one) => typeof one === 'string'),
  objects: (value: unknown) => Array.isArray(value) && value.every(isObject),
  count: (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_WARM_PODS,
};
const DESCRIPTIONS = {
  text: 'a text',
  texts: 'a list of texts',
  map: 'an object of texts',
  objects: 'a list of objects',
  count: `a whole number from 0 to ${MAX_WARM_PODS}`,
};

function seconds(environment: NodeJS.ProcessEnv, variable: string): number | undefined {
  const value = whole(environment, variable, 86_400);
  return value === undefined ? undefined : value * 1000;
}

function whole(environment: NodeJS.ProcessEnv, variable: string, max: number): number | undefined {
  const text = environment[variable] || undefined;
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1 && value <= max) return value;
  throw new UsageError(`${variable} is ${JSON.stringify(text)}: set it to a whole number from 1 to ${max}`);
}
