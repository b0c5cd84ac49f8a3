/**
 * The calls of the operator, to its cluster and to the control plane. The package of each environment gives the operator the rights in the namespace of
 * that environment.
 */
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { ENGINE_ENVIRONMENT, OWNER_LABELS, TASK_MANAGER } from '@millrace/wire/cluster-names';
import { engineClient, within } from '../control-plane/protocol.ts';
import { type ClusterApi, ifPresent, isRefusal } from '../kubernetes/cluster-api.ts';
import type { Condition, ObjectList, ObjectMeta, Pod } from '../kubernetes/cluster-objects.ts';
import { NamespaceSecrets } from '../kubernetes/secrets.ts';
import { NamespaceWarnings, type ObjectEvent } from './namespace-warnings.ts';

/** An environment that a package has installed. */
export type InstalledEnvironment = {
  metadata: ObjectMeta & { namespace: string };
  spec: { engineId: string; linkId: string; environmentId: string };
};

/** A Deployment as the cluster reports it. */
export type Deployment = {
  metadata: ObjectMeta & { generation?: number };
  spec?: { template?: { spec?: { containers?: { name: string; image?: string }[] } } };
  status?: {
    observedGeneration?: number;
    availableReplicas?: number;
    conditions?: (Condition & { lastUpdateTime?: string })[];
  };
};

/** The limits of a namespace, and how much of each is used. */
export type Quota = { metadata: ObjectMeta; status?: { hard?: Record<string, string>; used?: Record<string, string> } };

/** A namespace. Its labels name the engine or the environment whose package has created it. */
type Namespace = { metadata: ObjectMeta };

/** Lets the API server answer from its cache: that costs little, but the answer may be a moment old. */
const CACHED = { resourceVersion: '0' };
const ENVIRONMENTS = `/apis/${ENGINE_ENVIRONMENT.group}/${ENGINE_ENVIRONMENT.version}`;

/** The calls to the cluster of the operator. A call that only reads an object returns undefined if there is none. */
export class OperatorCluster {
  readonly #api: ClusterApi;
  readonly #warnings = new Map<string, NamespaceWarnings>();

  constructor(api: ClusterApi) {
    this.#api = api;
  }

  secrets(namespace: string): NamespaceSecrets {
    return new NamespaceSecrets(this.#api, namespace);
  }

  /** The environments of an engine in all namespaces. */
  async environments(engine: string): Promise<InstalledEnvironment[]> {
    const path = `${ENVIRONMENTS}/${ENGINE_ENVIRONMENT.plural}`;
    const { items } = await this.#api.call<ObjectList<InstalledEnvironment>>('GET', path);
    return items.filter(({ spec }) => spec.engineId === engine);
  }

  namespace(name: string): Promise<Namespace | undefined> {
    return this.#find<Namespace>(`/api/v1/namespaces/${name}`);
  }

  deployment(namespace: string, name: string): Promise<Deployment | undefined> {
    return this.#find<Deployment>(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`);
  }

  async pods(namespace: string, name: string): Promise<Pod[]> {
    const query = { ...CACHED, labelSelector: `app.kubernetes.io/name=${name}` };
    return (await this.#api.call<ObjectList<Pod>>('GET', `/api/v1/namespaces/${namespace}/pods`, { query })).items;
  }

  async quotas(namespace: string): Promise<Quota[]> {
    return (await this.#api.call<ObjectList<Quota>>('GET', `/api/v1/namespaces/${namespace}/resourcequotas`, { query: CACHED })).items;
  }

  /** The newest events that report failures. */
  warnings(namespace: string): Promise<ObjectEvent[]> {
    const kept = this.#warnings.get(namespace) ?? new NamespaceWarnings(this.#api, namespace);
    this.#warnings.set(namespace, kept);
    return kept.newest();
  }

  removeNamespace(name: string): Promise<void> {
    return this.#remove(`/api/v1/namespaces/${name}`);
  }

  removeDeployment(namespace: string, name: string): Promise<void> {
    return this.#remove(`/apis/apps/v1/namespaces/${namespace}/deployments/${name}`);
  }

  removeEnvironment({ metadata: { namespace, name } }: InstalledEnvironment): Promise<void> {
    return this.#remove(`${ENVIRONMENTS}/namespaces/${namespace}/${ENGINE_ENVIRONMENT.plural}/${name}`);
  }

  /** Removes the Jobs of tasks with their pods. */
  async removeJobs(namespace: string): Promise<void> {
    const path = `/apis/batch/v1/namespaces/${namespace}/jobs`;
    const query = { labelSelector: `app.kubernetes.io/managed-by=${TASK_MANAGER}` };
    const { items } = await this.#api.call<ObjectList<{ metadata: ObjectMeta }>>('GET', path, { query });
    for (const { metadata } of items) await this.#remove(`${path}/${metadata.name}`);
  }

  #find<T>(path: string): Promise<T | undefined> {
    return ifPresent(this.#api.call<T>('GET', path));
  }

  /** Removes an object. Ignores the answer 404, and 409, which is that for a namespace that is already being removed. */
  async #remove(path: string): Promise<void> {
    await this.#api.call('DELETE', path, { query: { propagationPolicy: 'Background' } }).catch((error: unknown) => {
      if (!isRefusal(error, 404) && !isRefusal(error, 409)) throw error;
    });
  }
}

/** Whether the package of an environment or of an engine has created a namespace. */
export const isCreatedFor = ({ metadata: { labels = {} } }: Namespace, label: keyof typeof OWNER_LABELS, id: string): boolean =>
  labels[OWNER_LABELS[label]] === id;

/** The time for which a call for the desired state waits for a change. */
const WAIT_MILLISECONDS = 20_000;
const ANSWER_MILLISECONDS = 10_000;

/** The control plane does not know the credential: another operator was paired, the engine was deleted, or nothing was reported for 30 days. */
export class CredentialRejected extends Error {
  constructor() {
    super(
      'The control plane rejects the credential of this operator (401): another one was paired, the engine was deleted, or nothing was reported for 30 days',
    );
    this.name = 'CredentialRejected';
  }
}

/** The calls of a paired operator to the control plane. */
export type OperatorProtocol = {
  /** Reads the desired state: at once if its revision is not the known one, otherwise when it changes, at the latest after 20 seconds. */
  desired(known: number | undefined, signal: AbortSignal): Promise<Schema<'DesiredState'>>;
  report(state: Schema<'ObservedState'>, signal: AbortSignal): Promise<Schema<'ObservedStateAnswer'>>;
};

/** Makes the calls with a credential. They throw `CredentialRejected` if the control plane refuses it. */
export function openOperatorProtocol(url: string, credential: string): OperatorProtocol {
  const client = engineClient(url, credential);
  const refused = (error: unknown): never => {
    throw error instanceof ApiError && error.status === 401 ? new CredentialRejected() : error;
  };
  return {
    async desired(revision, outer) {
      const query = revision === undefined ? {} : { revision, waitMilliseconds: WAIT_MILLISECONDS };
      const answer = await within(WAIT_MILLISECONDS + ANSWER_MILLISECONDS, outer, (signal) =>
        client.call('GET /engine/v1/dynamic-engine', { query, signal }),
      ).catch(refused);
      return answer.body;
    },
    async report(body, outer) {
      const answer = await within(ANSWER_MILLISECONDS, outer, (signal) =>
        client.call('PUT /engine/v1/dynamic-engine/status', { body, signal }),
      ).catch(refused);
      return answer.body;
    },
  };
}
