/** What is known of a claim while it is open. */
import type { Schema } from '@millrace/contract';
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import type { Lease } from './queries.ts';

/** What an engine is to start and to end. */
export type Orders = { executions: Schema<'ClaimedExecution'>[]; stop: string[] };

/**
 * Milliseconds for which a claim stays open after its first executions. An engine that has just lost its network does not start what it is offered,
 * and those executions wait for their leases to expire. So an engine must show regularly that it still receives offers.
 */
const OPEN_AFTER_FIRST = 2000;
/** Each offer with executions has a number of its own, and an engine reports each number that it missed. This limits how many those are. */
const MOST_WITH_EXECUTIONS = 50;

/** The free places of an engine, the executions that it runs, and the time for which its claim stays open. */
export class OpenClaim {
  readonly incarnation: string | undefined;
  /** The number of the next offer with executions; undefined for an engine that does not number its claims. */
  number: number | undefined;
  free: number;
  /** The executions that the engine runs and was not told to end. */
  running: readonly Lease[];
  readonly #began = monotonicMilliseconds();
  readonly #asked: number;
  #until: number;
  #offersWithExecutions = 0;

  constructor({ incarnation, number, free, running = [], waitMilliseconds }: Schema<'ClaimRequest'>) {
    this.incarnation = incarnation;
    this.number = number;
    this.free = free;
    this.running = running;
    this.#asked = free;
    this.#until = this.#began + waitMilliseconds;
  }

  /** Milliseconds since the claim began, rounded down. */
  elapsed(): number {
    return Math.max(0, Math.floor(monotonicMilliseconds() - this.#began));
  }

  /** Milliseconds until the claim ends; 0 or less when it is over. */
  timeLeft(): number {
    return this.#until - monotonicMilliseconds();
  }

  /** Notes what the engine was offered. */
  record({ executions, stop }: Orders): void {
    if (stop.length > 0) this.running = this.running.filter(({ executionId }) => !stop.includes(executionId));
    if (executions.length === 0) return;
    if (this.#offersWithExecutions === 0) this.#until = Math.min(this.#until, monotonicMilliseconds() + OPEN_AFTER_FIRST);
    this.#offersWithExecutions += 1;
    this.free -= executions.length;
    this.running = [...this.running, ...executions.map(({ executionId, fence }) => ({ executionId, fence }))];
    if (this.number !== undefined) this.number += 1;
  }

  /** Whether the engine should claim anew: it got much of what it asked for, and may have more free places by now than this claim knows of. */
  isServed(): boolean {
    return this.#offersWithExecutions > 0 && (this.free <= this.#asked / 2 || this.#offersWithExecutions >= MOST_WITH_EXECUTIONS);
  }
}
