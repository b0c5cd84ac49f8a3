import { messageOf, type OwnLog } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import type { Cluster } from './cluster.ts';
import type { Pod } from './cluster-objects.ts';
import { LABELS, runName } from './run-objects.ts';

/** Called at each change of the pod of a run; `gone` if the pod was removed. */
type PodListener = (pod: Pod, gone: boolean) => void;

type WatchParts = { cluster: Cluster; selector: string; log: OwnLog; signal: AbortSignal };

/** Watches the pods of all runs of an engine by one connection, and lists them again whenever that one ends. */
export class PodWatch {
  readonly #parts: WatchParts;
  readonly #listeners = new Map<string, PodListener>();
  /** The last known pod of each run. */
  readonly #pods = new Map<string, Pod>();
  /** Whether the last call of the cluster was answered. */
  isConnected = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Watches until the signal is aborted. */
  async run(): Promise<void> {
    const { cluster, selector, log, signal } = this.#parts;
    const backoff = new Backoff();
    while (!signal.aborted) {
      try {
        const { items, metadata } = await cluster.pods(selector);
        if (!this.isConnected) log('info', 'The engine watches the pods of its runs', { namespace: cluster.namespace });
        this.isConnected = true;
        backoff.reset();
        this.#applyList(items);
        for await (const { type, object } of cluster.podChanges(selector, metadata.resourceVersion ?? '0', signal)) {
          // A version that is too old ends the watch; the list begins a new one.
          if (type === 'ERROR') break;
          if (type !== 'BOOKMARK') this.#notify(object, type === 'DELETED');
        }
        await sleepUnlessAborted(100, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (this.isConnected) log('warn', 'The cluster cannot be reached; the engine keeps trying', { reason: messageOf(error) });
        this.isConnected = false;
        await sleepUnlessAborted(backoff.next(), signal);
      }
    }
  }

  /** Calls a listener with the pod of a Job: now if the pod is known, and at each change. Returns a function that removes the listener. */
  on(jobName: string, listener: PodListener): () => void {
    this.#listeners.set(jobName, listener);
    const known = this.#pods.get(jobName);
    if (known) listener(known, false);
    return () => {
      // A later listener has taken the place of this one.
      if (this.#listeners.get(jobName) !== listener) return;
      this.#listeners.delete(jobName);
      this.#pods.delete(jobName);
    };
  }

  /** Notifies of all listed pods, and of the removal of the known pods that are not listed. */
  #applyList(items: readonly Pod[]): void {
    const listed = new Set(items.map(jobNameOf));
    for (const pod of items) this.#notify(pod, false);
    for (const [jobName, pod] of this.#pods) if (!listed.has(jobName)) this.#notify(pod, true);
  }

  #notify(pod: Pod, gone: boolean): void {
    const jobName = jobNameOf(pod);
    if (gone) this.#pods.delete(jobName);
    else this.#pods.set(jobName, pod);
    this.#listeners.get(jobName)?.(pod, gone);
  }
}

/** The name of the Job of a pod, from its labels. */
const jobNameOf = ({ metadata: { labels = {} } }: Pod): string =>
  labels[LABELS.job] ?? runName({ executionId: labels[LABELS.execution] ?? '', fence: Number(labels[LABELS.fence]) });
