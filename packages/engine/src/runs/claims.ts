import type { Schema } from '@millrace/contract';
import { EngineCredentialRejected, type Protocol } from '../control-plane/protocol.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import type { HeldExecution, RunStarter } from './runner.ts';

type ClaimFields = Required<Pick<Schema<'ClaimRequest'>, 'incarnation' | 'number' | 'unanswered' | 'gone'>>;

/** The time for which the control plane may still process a claim after the engine gave it up. */
const FORGET_AFTER_MILLISECONDS = 60_000;
/** The largest numbers of claims and incarnations that the protocol lets a claim name. */
const MAX_NAMED = { unanswered: 1000, gone: 100 } as const;

/**
 * Numbers the claims of one engine process and remembers those whose answers did not arrive. Later claims name them, so that the control plane hands
 * their executions out again without waiting for the leases to expire.
 */
export class ClaimNumbers {
  readonly #incarnation: string;
  readonly #forgetAfter: number;
  /** The numbers of the claims without an answer, each with the time at which it was sent. */
  readonly #unanswered = new Map<number, number>();
  #gone: readonly string[];
  /** The number of the last claim. */
  #last = 0;

  /** `gone` are the incarnations of earlier processes of this engine that were killed. */
  constructor(incarnation: string, gone: readonly string[], forgetAfterMilliseconds: number = FORGET_AFTER_MILLISECONDS) {
    this.#incarnation = incarnation;
    this.#gone = gone.slice(0, MAX_NAMED.gone);
    this.#forgetAfter = forgetAfterMilliseconds;
  }

  /** The fields that identify the next claim. A claim with `free` 0 receives no executions, so its number is not remembered. */
  next(free: number): ClaimFields {
    const unanswered = [...this.#unanswered.keys()].slice(-MAX_NAMED.unanswered);
    this.#last += 1;
    if (free > 0) this.#unanswered.set(this.#last, performance.now());
    return { incarnation: this.#incarnation, number: this.#last, unanswered, gone: [...this.#gone] };
  }

  /** The control plane has received the unanswered claims and gone incarnations that a claim named. `sentAt` is by the monotonic clock. */
  acknowledged({ unanswered, gone }: ClaimFields, sentAt: number): void {
    const forgetBefore = sentAt - this.#forgetAfter;
    for (const number of unanswered) if ((this.#unanswered.get(number) ?? Infinity) < forgetBefore) this.#unanswered.delete(number);
    this.#gone = this.#gone.filter((id) => !gone.includes(id));
  }

  /** The answer to the last claim has arrived. */
  answered(): void {
    this.#unanswered.delete(this.#last);
  }

  /** Whether the control plane has yet to receive unanswered claims or gone incarnations. */
  get hasUnacknowledged(): boolean {
    return this.#unanswered.size > 0 || this.#gone.length > 0;
  }
}

/** Nothing new is claimed while the engine holds more executions than its capacity plus this many that wait for their report to be accepted. */
const MAX_UNREPORTED = 5000;
/** The largest number of executions that the protocol lets one claim ask for. */
const MAX_CLAIMED = 1000;

type HeldOptions = { start: RunStarter['start']; capacity: number; released: () => void };

/** The executions that an engine holds, each from its claim until the control plane has accepted the report of its end. */
export class HeldExecutions {
  readonly #byId = new Map<string, HeldExecution>();
  readonly #options: HeldOptions;

  constructor(options: HeldOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Whether a task still runs. */
  get busy(): boolean {
    return this.#count((one) => one.active) > 0;
  }

  /** The number of executions that can be claimed now. A task that has ended uses no capacity, even while its report is pending. */
  get free(): number {
    if (this.size > this.#options.capacity + MAX_UNREPORTED) return 0;
    return Math.max(0, Math.min(MAX_CLAIMED, this.#options.capacity - this.#count((one) => one.active)));
  }

  /** The number of executions in preparation: their processes are not yet started. */
  get preparing(): number {
    return this.#count((one) => one.preparing);
  }

  /** Starts a claimed execution. An older claim of the same execution is abandoned. */
  async accept(claim: Schema<'ClaimedExecution'>): Promise<void> {
    const older = this.#byId.get(claim.executionId);
    if (older?.lease.fence === claim.fence) return;
    older?.abandon();
    await this.keep(this.#options.start(claim));
  }

  /** Keeps an execution until its end is reported. */
  async keep(execution: HeldExecution): Promise<void> {
    const { executionId } = execution.lease;
    this.#byId.set(executionId, execution);
    await execution.done;
    if (this.#byId.get(executionId) === execution) this.#byId.delete(executionId);
    this.#options.released();
  }

  /** Ends the tasks that a user has terminated. Returns false if all of them were ending already. */
  terminate(ids: readonly string[]): boolean {
    let hasStopped = false;
    for (const execution of ids.map((id) => this.#byId.get(id))) {
      if (!execution?.active || execution.stopReason !== undefined) continue;
      execution.stop('terminated');
      hasStopped = true;
    }
    return hasStopped;
  }

  /** Abandons executions whose lease is lost. One that is held again under a newer fence stays. */
  abandonLost(leases: readonly Schema<'ExecutionLease'>[]): void {
    for (const { executionId, fence } of leases) {
      const execution = this.#byId.get(executionId);
      if (execution?.lease.fence === fence) execution.abandon();
    }
  }

  /** Ends all tasks because the engine is shut down. */
  shutDown(): void {
    for (const execution of this.#byId.values()) execution.stop('shutdown');
  }

  /** Kills all tasks and reports nothing. */
  abandonAll(): void {
    for (const execution of this.#byId.values()) execution.abandon();
  }

  /** The leases of all executions, or only of those that run and are not being stopped. */
  leases(which: 'all' | 'running'): Schema<'ExecutionLease'>[] {
    const all = [...this.#byId.values()];
    return (which === 'all' ? all : all.filter((one) => one.active && one.stopReason === undefined)).map((one) => one.lease);
  }

  /** Waits until nothing is held. */
  async settled(): Promise<void> {
    while (this.size > 0) {
      await Promise.all([...this.#byId.values()].map((one) => one.done));
      // `keep` removes ended executions in the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #count(predicate: (execution: HeldExecution) => boolean): number {
    let count = 0;
    for (const execution of this.#byId.values()) if (predicate(execution)) count += 1;
    return count;
  }
}

/** Reports the unanswered claims when the agent ends. Otherwise their executions would wait until their leases expire. */
export async function settleClaims(numbers: ClaimNumbers, protocol: Pick<Protocol, 'claim'>, signal: AbortSignal): Promise<void> {
  const backoff = new Backoff();
  while (numbers.hasUnacknowledged && !signal.aborted) {
    const fields = numbers.next(0);
    try {
      await protocol.claim({ free: 0, waitMilliseconds: 0, ...fields }, signal);
      numbers.acknowledged(fields, Infinity);
      numbers.answered();
    } catch (error) {
      if (error instanceof EngineCredentialRejected) return;
      await sleepUnlessAborted(backoff.next(), signal);
    }
  }
}
