import type { ClusterApi } from '../kubernetes/cluster-api.ts';
import { timeOfEvent, type ClusterEvent, type ObjectList } from '../kubernetes/cluster-objects.ts';

/** An event with the object that it is about. */
export type ObjectEvent = ClusterEvent & { involvedObject?: { kind?: string; name?: string } };

/** One change of an event, as a watch reports it. */
type EventChange = { type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'; object: ObjectEvent };

const PAGE = '500';
/** The most warnings that are kept of a namespace: more than a report has. */
const MAX_WARNINGS = 200;
/** Without a call for this time, the watch ends: the environment was removed. */
const IDLE_MILLISECONDS = 60_000;

/**
 * The newest warnings of a namespace, kept by a watch. To list them, the API server would read all events of the namespace each time, and a namespace with
 * many tasks has tens of thousands.
 */
export class NamespaceWarnings {
  readonly #api: ClusterApi;
  readonly #path: string;
  /** By their names, those that have changed last at the end. */
  #warnings = new Map<string, ObjectEvent>();
  #watch: AbortController | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(api: ClusterApi, namespace: string) {
    this.#api = api;
    this.#path = `/api/v1/namespaces/${namespace}/events`;
  }

  /** Returns the warnings. The first call lists them and begins the watch, which ends a minute after the last call. Rejects as the API does. */
  async newest(): Promise<ObjectEvent[]> {
    if (!this.#watch) void this.#follow(await this.#list());
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#watch?.abort(), IDLE_MILLISECONDS);
    this.#idle.unref();
    return [...this.#warnings.values()];
  }

  /** Reads all warnings; returns the version of the list. */
  async #list(): Promise<string> {
    let found: ObjectEvent[] = [];
    for (let next = ''; ;) {
      const query = { fieldSelector: 'type=Warning', limit: PAGE, ...(next !== '' && { continue: next }) };
      const { items, metadata } = await this.#api.call<ObjectList<ObjectEvent>>('GET', this.#path, { query });
      found = [...found, ...items].sort((one, other) => (timeOfEvent(one) < timeOfEvent(other) ? -1 : 1)).slice(-MAX_WARNINGS);
      next = metadata.continue ?? '';
      if (next !== '') continue;
      this.#warnings = new Map(found.map((event) => [nameOf(event), event]));
      return metadata.resourceVersion ?? '0';
    }
  }

  /** Applies the changes after a version. When the cluster ends the watch, or does not allow it, the next call lists the warnings again. */
  async #follow(resourceVersion: string): Promise<void> {
    const watch = new AbortController();
    this.#watch = watch;
    const query = { fieldSelector: 'type=Warning', watch: 'true', resourceVersion };
    try {
      for await (const line of this.#api.lines(this.#path, query, watch.signal)) {
        const { type, object } = JSON.parse(line) as EventChange;
        if (type === 'ERROR') return;
        this.#warnings.delete(nameOf(object));
        if (type !== 'DELETED') this.#warnings.set(nameOf(object), object);
        const [oldest] = this.#warnings.keys();
        if (this.#warnings.size > MAX_WARNINGS && oldest !== undefined) this.#warnings.delete(oldest);
      }
    } catch {
      // The list tells why the cluster cannot be used.
    } finally {
      this.#watch = undefined;
      this.#warnings.clear();
    }
  }
}

const nameOf = ({ metadata }: ObjectEvent): string => metadata?.name ?? '';
