/**
 * Claims that wait at this process. An execution that this process accepts can be handed over to one of them in the same statement, which saves a
 * poll and a commit.
 */
import { DatabaseUnavailable } from '../../../../core/database/db.ts';
import type { ProcessState } from '../../../../core/platform/process-state.ts';
import type { ClaimedRow } from './claim.ts';
import { mayClaim, type Claimer } from './eligibility.ts';

/** A claim that found nothing and waits for up to `free` executions, with the terms under which it holds them. */
export type IdleClaim = Claimer & {
  environment: string;
  /** The only workspace whose executions the engine may run, or null. */
  workspace: string | null;
  free: number;
  leaseSeconds: number;
  incarnation?: string | undefined;
  number?: number | undefined;
};

/** An execution that is being accepted, with its target and its workspace. */
export type ExecutionToHandOver = { id: string; target: string; workspace: string };

type Waiting = { claim: IdleClaim; free: number; onHandOver: () => void; handedOver: Promise<ClaimedRow[]> | undefined; isOver: boolean };

/** The claims that wait at one process. */
export class WaitingClaims {
  readonly #idle = new Set<Waiting>();

  /** The number of waiting claims. */
  get size(): number {
    return this.#idle.size;
  }

  /**
   * Adds a claim to which executions may be handed over; `onHandOver` is called after a hand-over. The returned function removes the claim
   * and returns the executions that were handed over.
   */
  wait(claim: IdleClaim, onHandOver: () => void): () => Promise<ClaimedRow[]> {
    const waiting: Waiting = { claim, free: claim.free, onHandOver, handedOver: undefined, isOver: false };
    this.#idle.add(waiting);
    return async () => {
      waiting.isOver = true;
      this.#idle.delete(waiting);
      return (await waiting.handedOver) ?? [];
    };
  }

  /**
   * Chooses a waiting claim for each execution, if there is one. `accept` inserts the executions accordingly, and each claim gets its own
   * executions. If it is unknown whether the insert was committed, the claim fails, and its engine reports it as unanswered.
   */
  async handOver(
    executions: readonly ExecutionToHandOver[],
    accept: (chosen: ReadonlyMap<string, IdleClaim>) => Promise<ClaimedRow[]>,
  ): Promise<ClaimedRow[]> {
    const chosen = this.#choose(executions);
    const reserved = [...new Set(chosen.values())];
    const accepted = accept(new Map([...chosen].map(([id, { claim }]) => [id, claim])));
    for (const waiting of reserved) {
      // A claim takes part in one statement at a time, and its answer is the result of that statement.
      this.#idle.delete(waiting);
      waiting.handedOver = accepted.then(
        // By claim, not by engine: two claims of one engine may wait when it gave up the first, and each returns only its own executions.
        (rows) => rows.filter((row) => chosen.get(row.id) === waiting),
        (error: unknown) => {
          if (error instanceof DatabaseUnavailable) throw error;
          return [];
        },
      );
      waiting.handedOver.then(
        (rows) => (rows.length > 0 ? waiting.onHandOver() : this.#waitAgain(waiting)),
        () => waiting.onHandOver(),
      );
    }
    return accepted;
  }

  /** Chooses the claim with the most free places for each execution, so that simultaneous starts are spread over the engines. */
  #choose(executions: readonly ExecutionToHandOver[]): Map<string, Waiting> {
    const chosen = new Map<string, Waiting>();
    if (this.#idle.size === 0) return chosen;
    for (const execution of executions) {
      let best: Waiting | undefined;
      for (const waiting of this.#idle) if (waiting.free > (best?.free ?? 0) && mayClaim(waiting.claim, execution)) best = waiting;
      if (!best) continue;
      best.free -= 1;
      chosen.set(execution.id, best);
    }
    return chosen;
  }

  #waitAgain(waiting: Waiting): void {
    if (waiting.isOver) return;
    waiting.free = waiting.claim.free;
    waiting.handedOver = undefined;
    this.#idle.add(waiting);
  }
}

/** The claims that wait at this process. */
export const waitingClaims = (state: ProcessState): WaitingClaims => state.of(WaitingClaims, () => new WaitingClaims());
