import type { LogLine } from '@millrace/wire/log-chunks';
import type { Ending } from '../outcomes/outcome.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import { clusterFaultOf } from './cluster-faults.ts';
import type { ClusterEvent, Pod } from './cluster-objects.ts';
import type { Frame } from './frames.ts';
import { PodLog } from './pod-log.ts';
import type { PodServices } from './pod-services.ts';
import { endingOfLostPod, phaseOf, waitingOf } from './pod-state.ts';
import { ANNOTATIONS } from './run-objects.ts';

/** The run ended before its pod reported an outcome. */
export class PodLost extends Error {
  readonly ending: Ending;

  constructor(ending: Ending) {
    super(ending.errorMessage);
    this.ending = ending;
  }
}

/** The pods of a node that does not answer stay in the list. A pod that should have ended this long ago counts as lost with its node. */
const OVERDUE_MILLISECONDS = 60_000;
/** The time to wait for the last state of a lost pod, which names the cause of its end. */
const SETTLE_MILLISECONDS = 5000;
const DELETE_ATTEMPTS = 6;
/** After this many checks of a waiting pod that shows no trouble, its events are read. */
const CHECKS_WITHOUT_EVENTS = 5;
/** The most notes about one start, so that a pod whose reasons alternate does not fill the log. */
const MAX_NOTES = 20;

/** A wait for the start of a pod: when it began, when events were read last, and the present trouble of the pod. Times are those of `performance.now`. */
type Wait = { began: number; eventsReadAt: number; trouble: { errorType: string | undefined; since: number } | undefined };

/** The Job and the pod of one run in the cluster. */
export class ClusterRun {
  readonly #pods: PodServices;
  readonly #log: OwnLog;
  readonly #addNote: (note: string) => Promise<void>;
  readonly #podLog: PodLog;
  #unwatch = (): void => {};
  /** The name of its Job. */
  #name: string;
  /** Aborted when this program no longer follows the run. */
  readonly #over = new AbortController();
  #pod: Pod | undefined;
  #isGone = false;
  #isEnding = false;
  #endBy = Infinity;
  /** Ends the present wait for a change. */
  #wake = (): void => {};
  #notes: string[] = [];

  constructor(name: string, pods: PodServices, { log, addNote }: { log: OwnLog; addNote: (note: string) => Promise<void> }) {
    this.#name = name;
    this.#pods = pods;
    this.#log = log;
    this.#addNote = addNote;
    const { cluster, checkMilliseconds } = pods;
    this.#podLog = new PodLog({ cluster, log, hasEnded: () => this.#hasEnded, checkMilliseconds });
    this.#watch();
  }

  #watch(): void {
    this.#unwatch = this.#pods.watch.on(this.#name, (pod, gone) => {
      this.#pod = pod;
      this.#isGone = gone;
      this.#wake();
    });
  }

  /**
   * Creates the objects, or uses those of a waiting pod; `create` returns the name of the Job. Tries again for a time while the cluster does not answer or
   * has no quota left; then rejects with a `ClusterFault`.
   */
  async create(create: () => Promise<string>): Promise<void> {
    const backoff = new Backoff();
    const began = performance.now();
    for (;;) {
      this.#throwIfOver();
      try {
        return this.#useJob(await create());
      } catch (error) {
        const fault = clusterFaultOf(error);
        const bound = fault.illness ? this.#pods.createMilliseconds : this.#pods.bounds.schedule;
        if (!fault.isTemporary || performance.now() - began > bound) throw fault;
        if (this.#isEnding) throw fault;
        await this.#pause(backoff.next());
      }
    }
  }

  #useJob(name: string): void {
    if (name === this.#name) return;
    this.#unwatch();
    this.#name = name;
    this.#watch();
    // `end` may have been called meanwhile, for the Job with the earlier name.
    if (this.#isEnding) this.end();
  }

  /** Resolves when the task container has started or the pod has ended; rejects with a `PodLost` if it cannot start within the bounds or is gone. */
  async started(): Promise<void> {
    const began = performance.now();
    const wait: Wait = { began, eventsReadAt: began, trouble: undefined };
    let checkedAt = began;
    while (!this.#isGone) {
      this.#throwIfOver();
      if (!['none', 'waiting'].includes(phaseOf(this.#pod))) return;
      if (this.#isEnding) throw new Error('The run was stopped before its pod has started');
      const now = performance.now();
      if (now - checkedAt >= this.#pods.checkMilliseconds) {
        checkedAt = now;
        await this.#checkWaiting(wait, now);
      }
      await this.#pause(this.#pods.checkMilliseconds);
    }
    if (!this.#pod?.status?.containerStatuses) throw new PodLost(await this.endingOfLoss());
  }

  /** Looks for the reason why the pod has not started, and adds it to the log of the run; throws a `PodLost` if the wait was too long. */
  async #checkWaiting(wait: Wait, now: number): Promise<void> {
    const { bounds, checkMilliseconds } = this.#pods;
    // The API server reads all events of the namespace for such a list, so the engine rarely asks for it while the pod shows no trouble.
    if (!waitingOf(this.#pod, [], bounds) && now - wait.eventsReadAt < checkMilliseconds * CHECKS_WITHOUT_EVENTS) return;
    wait.eventsReadAt = now;
    const events = await this.#events();
    const waiting = events && waitingOf(this.#pod, events, bounds);
    const { errorType } = waiting?.ending ?? {};
    if (waiting && wait.trouble?.errorType !== errorType) wait.trouble = { errorType, since: now };
    if (!waiting && events) wait.trouble = undefined;
    if (waiting) await this.#noteOnce(waiting.note);
    if (waiting && now - (wait.trouble?.since ?? now) >= waiting.bound) throw new PodLost(waiting.ending);
    if (!this.#pod && events && !(await this.#hasJob())) throw new PodLost(endingOfLostPod(undefined, events, { gone: true }));
    const longest = bounds.schedule + bounds.start;
    if (events && !waiting && now - wait.began >= longest) throw new PodLost(notStarted(this.#pod, longest / 1000));
  }

  /** The name of its pod; undefined before there is one. */
  get podName(): string | undefined {
    return this.#pod?.metadata.name;
  }

  /** The frames of the pod. */
  frames(): AsyncGenerator<Frame, void, void> {
    return this.#podLog.frames(this.#pod?.metadata.name ?? '', this.#over.signal);
  }

  /** Waits a little for the last state of a pod that is lost, and returns the ending of its run. */
  async endingOfLoss(): Promise<Ending> {
    this.#throwIfOver();
    const until = performance.now() + SETTLE_MILLISECONDS;
    while (performance.now() < until && !this.#isGone && phaseOf(this.#pod) !== 'ended') await this.#pause(200);
    const events = (await this.#events()) ?? [];
    const { output } = this.#podLog;
    const isDeleted = this.#isGone || (this.#pod?.metadata.deletionTimestamp !== undefined && phaseOf(this.#pod) === 'ended');
    return endingOfLostPod(this.#pod, events, { gone: isDeleted, ...(output !== '' && { output }) });
  }

  /** Writes the lines of this engine into an annotation of the Job; false if the cluster does not accept them. */
  async keepLines(lines: readonly LogLine[]): Promise<boolean> {
    try {
      await this.#pods.cluster.changeJob(this.#name, { metadata: { annotations: { [ANNOTATIONS.lines]: JSON.stringify(lines) } } });
      return true;
    } catch {
      return false;
    }
  }

  /** Ends the task: the cluster sends SIGTERM to its pod. Its outcome follows. */
  end(): void {
    this.#isEnding = true;
    this.#endBy = performance.now() + this.#pods.endMilliseconds;
    this.#wake();
    void this.#delete().catch((error: unknown) => this.#log('warn', 'A Job could not be removed', { reason: messageOf(error) }));
  }

  /** Ends all waits of this program for the run. The Job stays. */
  abandon(): void {
    this.#over.abort(new Error('The run is over'));
    this.#wake();
  }

  /** Stops following the run, and removes the Job unless another program continues it. */
  async close({ keep }: { keep: boolean }): Promise<void> {
    this.#over.abort(new Error('The run is over'));
    this.#unwatch();
    if (!keep) await this.#delete();
  }

  get #hasEnded(): boolean {
    if (this.#isGone || phaseOf(this.#pod) === 'ended' || performance.now() > this.#endBy) return true;
    const { deletionTimestamp } = this.#pod?.metadata ?? {};
    return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) + OVERDUE_MILLISECONDS < Date.now();
  }

  async #noteOnce(note: string): Promise<void> {
    if (this.#notes.includes(note) || this.#notes.length >= MAX_NOTES) return;
    this.#notes.push(note);
    await this.#addNote(note);
  }

  /** The events about the Job and its pod; undefined if the cluster does not answer. */
  async #events(): Promise<ClusterEvent[] | undefined> {
    const names = [this.#name, ...(this.#pod ? [this.#pod.metadata.name] : [])];
    return this.#pods.cluster.events(names).catch(() => undefined);
  }

  async #hasJob(): Promise<boolean> {
    return this.#pods.cluster.hasJob(this.#name).catch(() => true);
  }

  async #delete(): Promise<void> {
    const backoff = new Backoff();
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#pods.cluster.deleteJob(this.#name);
        return;
      } catch (error) {
        if (attempt >= DELETE_ATTEMPTS) throw error;
        await sleepUnlessAborted(backoff.next());
      }
    }
  }

  #throwIfOver(): void {
    this.#over.signal.throwIfAborted();
  }

  /** Waits for a time, or until something has changed. */
  async #pause(milliseconds: number): Promise<void> {
    const change = new AbortController();
    this.#wake = () => change.abort();
    await sleepUnlessAborted(milliseconds, AbortSignal.any([change.signal, this.#over.signal]));
    this.#wake = () => {};
  }
}

function notStarted(pod: Pod | undefined, seconds: number): Ending {
  const onNode = pod?.spec?.nodeName === undefined ? '' : ` on node ${pod.spec.nodeName}`;
  const errorMessage = `The pod did not start${onNode} within ${seconds} s, and the cluster gives no reason`;
  return { outcome: 'DEPLOY_FAILED', errorType: 'POD_NOT_STARTED', errorMessage };
}
