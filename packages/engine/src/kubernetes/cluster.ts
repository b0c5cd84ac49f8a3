/** The part of a cluster that the engine works in: one namespace, with the Jobs, pods and logs of its runs. */
import { type ClusterApi, ClusterRefusal, ifPresent } from './cluster-api.ts';
import { timeOfEvent, type ClusterEvent, type ClusterSecret, type ClusterJob, type ObjectList, type Pod } from './cluster-objects.ts';
import { TASK_CONTAINER } from './run-objects.ts';

/** Shorter than the time limit of a self-test, which names the machine of the engine as the cause when it is exceeded. */
const DRY_RUN_MILLISECONDS = 8000;

/** One change of a pod, as a watch reports it. */
type WatchEvent = { type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'; object: Pod & { message?: string } };

/** The fields of a Job that are changed after its creation. */
type JobChange = {
  metadata: { labels?: Record<string, string>; annotations: Record<string, string> };
  spec?: { activeDeadlineSeconds?: number };
};

/** A namespace of a cluster. */
export class Cluster {
  readonly namespace: string;
  readonly #api: ClusterApi;

  constructor(api: ClusterApi, namespace: string) {
    this.#api = api;
    this.namespace = namespace;
  }

  /** Creates a Job, or returns the one that an unanswered call has created. Rejects as the API does. */
  async createJob(job: ClusterJob): Promise<ClusterJob> {
    try {
      return await this.#api.call<ClusterJob>('POST', this.#jobs(), { body: job });
    } catch (error) {
      if (!isTaken(error)) throw error;
      return this.#api.call<ClusterJob>('GET', this.#jobs(job.metadata.name));
    }
  }

  /** Asks the cluster by a dry run whether it would create a Job; rejects as `createJob` does if not. */
  async tryJob(job: ClusterJob): Promise<void> {
    const signal = AbortSignal.timeout(DRY_RUN_MILLISECONDS);
    await this.#api.call('POST', this.#jobs(), { body: job, query: { dryRun: 'All' }, signal });
  }

  /** Creates a Secret, unless an unanswered call has created it. Rejects as the API does. */
  async createSecret(secret: ClusterSecret): Promise<void> {
    await this.#api.call('POST', `/api/v1/namespaces/${this.namespace}/secrets`, { body: secret }).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
    });
  }

  /**
   * Whether the cluster would create a Secret, because none has its name. An engine may not read Secrets, so it asks by a dry run. Rejects as
   * `createSecret` does.
   */
  async lacksSecret(secret: ClusterSecret): Promise<boolean> {
    try {
      await this.#api.call('POST', `/api/v1/namespaces/${this.namespace}/secrets`, { body: secret, query: { dryRun: 'All' } });
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  }

  /** Removes a Job; the cluster then removes its pod and its Secret. False if there is none. */
  async deleteJob(name: string): Promise<boolean> {
    const removal = this.#api.call('DELETE', this.#jobs(name), { query: { propagationPolicy: 'Background' } });
    return (await ifPresent(removal.then(() => true))) ?? false;
  }

  /** Whether a Job exists and is not being deleted. */
  async hasJob(name: string): Promise<boolean> {
    const job = await ifPresent(this.#api.call<ClusterJob>('GET', this.#jobs(name)));
    return job !== undefined && job.metadata.deletionTimestamp === undefined;
  }

  /** Changes fields of a Job. */
  async changeJob(name: string, body: JobChange): Promise<void> {
    await this.#api.call('PATCH', this.#jobs(name), { body, type: 'application/merge-patch+json' });
  }

  async jobs(labelSelector: string): Promise<ClusterJob[]> {
    const { items } = await this.#api.call<ObjectList<ClusterJob>>('GET', this.#jobs(), { query: { labelSelector } });
    return items;
  }

  pods(labelSelector: string): Promise<ObjectList<Pod>> {
    return this.#api.call<ObjectList<Pod>>('GET', this.#pods(), { query: { labelSelector } });
  }

  /** The changes of pods after a version of their list. Ends when the cluster ends the watch. */
  async *podChanges(labelSelector: string, resourceVersion: string, signal: AbortSignal): AsyncGenerator<WatchEvent, void, void> {
    const query = { labelSelector, resourceVersion, watch: 'true', allowWatchBookmarks: 'true' };
    for await (const line of this.#api.lines(this.#pods(), query, signal)) yield JSON.parse(line) as WatchEvent;
  }

  /** The lines of the log of a pod, each with its time, from a time on; follows the log until its pod ends. */
  podLog(pod: string, since: string | undefined, signal: AbortSignal): AsyncGenerator<string, void, void> {
    const query = { container: TASK_CONTAINER, follow: 'true', timestamps: 'true', ...(since !== undefined && { sinceTime: since }) };
    return this.#api.lines(`${this.#pods(pod)}/log`, query, signal);
  }

  /** The events about objects, by their names; the newest last. */
  async events(names: readonly string[]): Promise<ClusterEvent[]> {
    const found = await Promise.all(
      names.map((name) =>
        this.#api.call<ObjectList<ClusterEvent>>('GET', `/api/v1/namespaces/${this.namespace}/events`, {
          query: { fieldSelector: `involvedObject.name=${name}` },
        }),
      ),
    );
    return found.flatMap(({ items }) => items).sort((one, other) => (timeOfEvent(one) < timeOfEvent(other) ? -1 : 1));
  }

  close(): void {
    this.#api.close();
  }

  readonly #jobs = (name?: string): string => `/apis/batch/v1/namespaces/${this.namespace}/jobs${name === undefined ? '' : `/${name}`}`;
  readonly #pods = (name?: string): string => `/api/v1/namespaces/${this.namespace}/pods${name === undefined ? '' : `/${name}`}`;
}

/**
 * Whether the cluster refused to create an object because its name is taken. The status alone does not say that: 409 is also the answer to a call whose
 * quota was changed by another one meanwhile.
 */
const isTaken = (error: unknown): boolean => error instanceof ClusterRefusal && error.reason === 'AlreadyExists';
