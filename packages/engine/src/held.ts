import type { Schema } from '@millrace/contract';
import { Execution, type Place } from './execution.ts';

/** Executions whose end is not yet taken; beyond this many more than the capacity nothing new is claimed. */
const MOST_UNREPORTED = 5000;
/** What the protocol lets an engine ask for at once. */
const MOST_CLAIMED = 1000;

/** The executions that an engine holds: claimed, and their end not yet taken by the control plane. */
export class HeldExecutions {
  readonly #byId = new Map<string, Execution>();
  readonly #place: Place;
  readonly #capacity: number;
  readonly #released: () => void;

  constructor(options: { place: Place; capacity: number; released: () => void }) {
    this.#place = options.place;
    this.#capacity = options.capacity;
    this.#released = options.released;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Whether a task still runs. */
  get busy(): boolean {
    return this.#some((one) => one.active) > 0;
  }

  /** How many executions can be taken now: a task that has ended leaves its place, even while its report is under way. */
  get free(): number {
    if (this.size > this.#capacity + MOST_UNREPORTED) return 0;
    return Math.max(0, Math.min(MOST_CLAIMED, this.#capacity - this.#some((one) => one.active)));
  }

  /** How many executions are being prepared: their processes are still to be started. */
  get preparing(): number {
    return this.#some((one) => one.preparing);
  }

  /** Takes over an execution; an older hold on the same one is given up. */
  async accept(claim: Schema<'ClaimedExecution'>): Promise<void> {
    const older = this.#byId.get(claim.executionId);
    if (older?.claim.fence === claim.fence) return;
    older?.abandon();
    const execution = new Execution(claim, this.#place);
    this.#byId.set(claim.executionId, execution);
    await execution.done;
    if (this.#byId.get(claim.executionId) === execution) this.#byId.delete(claim.executionId);
    this.#released();
  }

  /** Ends the tasks that people asked to end; false when that was known already. */
  terminate(ids: readonly string[]): boolean {
    let news = false;
    for (const execution of ids.map((id) => this.#byId.get(id))) {
      if (!execution?.active || execution.stopReason !== undefined) continue;
      execution.stop('terminated');
      news = true;
    }
    return news;
  }

  /** Gives up what is no longer ours, as far as it is still held under the same lease. */
  lose(leases: readonly Schema<'ExecutionLease'>[]): void {
    for (const { executionId, fence } of leases) {
      const execution = this.#byId.get(executionId);
      if (execution?.claim.fence === fence) execution.abandon();
    }
  }

  /** Ends all tasks because the engine is shut down. */
  shutDown(): void {
    for (const one of this.#byId.values()) one.stop('shutdown');
  }

  /** Kills all tasks and reports nothing. */
  abandonAll(): void {
    for (const one of this.#byId.values()) one.abandon();
  }

  /** The leases of all, or of those only that run and are not being ended. */
  leases(which: 'all' | 'running'): Schema<'ExecutionLease'>[] {
    const all = [...this.#byId.values()];
    return (which === 'all' ? all : all.filter((one) => one.active && one.stopReason === undefined)).map((one) => one.lease);
  }

  /** Waits until nothing is held. */
  async settled(): Promise<void> {
    while (this.size > 0) {
      await Promise.all([...this.#byId.values()].map((one) => one.done));
      // What was done is let go of in the next turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #some(wanted: (one: Execution) => boolean): number {
    let count = 0;
    for (const one of this.#byId.values()) if (wanted(one)) count += 1;
    return count;
  }
}
