import type { Schema } from '@millrace/contract';
import type { HeldExecution, OpenRuns } from './runner.ts';

/** Nothing new is claimed while the engine holds more executions than its capacity plus this many that wait for their report to be accepted. */
const MAX_UNREPORTED = 5000;
/** The largest number of executions that the protocol lets one claim ask for. */
const MAX_CLAIMED = 1000;

/** The executions that an engine holds, each from its claim until the control plane has accepted the report of its end. */
export class HeldExecutions {
  readonly #byId = new Map<string, HeldExecution>();
  readonly #start: OpenRuns['start'];
  readonly #capacity: number;
  readonly #released: () => void;

  constructor(options: { start: OpenRuns['start']; capacity: number; released: () => void }) {
    this.#start = options.start;
    this.#capacity = options.capacity;
    this.#released = options.released;
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
    if (this.size > this.#capacity + MAX_UNREPORTED) return 0;
    return Math.max(0, Math.min(MAX_CLAIMED, this.#capacity - this.#count((one) => one.active)));
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
    await this.keep(this.#start(claim));
  }

  /** Keeps an execution until its end is reported. */
  async keep(execution: HeldExecution): Promise<void> {
    const { executionId } = execution.lease;
    this.#byId.set(executionId, execution);
    await execution.done;
    if (this.#byId.get(executionId) === execution) this.#byId.delete(executionId);
    this.#released();
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
      // `accept` removes ended executions in the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #count(predicate: (execution: HeldExecution) => boolean): number {
    let count = 0;
    for (const execution of this.#byId.values()) if (predicate(execution)) count += 1;
    return count;
  }
}
