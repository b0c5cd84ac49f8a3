/** Claims that wait at this process: what is accepted here can be theirs from its first moment, which saves the look for it and a commit. */
import { DatabaseUnavailable } from '../../../../core/database/db.ts';
import type { ProcessState } from '../../../../core/platform/process-state.ts';
import type { ClaimedRow } from './claim.ts';
import { mayClaim, type Claimer } from './eligibility.ts';

/** A claim that found nothing and waits for so many executions; what it takes is held under these terms. */
export type IdleClaim = Claimer & {
  environment: string;
  /** The only workspace whose executions it may take, or null. */
  workspace: string | null;
  free: number;
  leaseSeconds: number;
  incarnation?: string | undefined;
  number?: number | undefined;
};

/** An execution that is accepted, its target and its workspace. */
export type Wanted = { id: string; target: string; workspace: string };

type Waiting = { claim: IdleClaim; left: number; ring: () => void; given: Promise<ClaimedRow[]> | undefined; over: boolean };

/** The claims that wait at one process. */
export class WaitingClaims {
  readonly #idle = new Set<Waiting>();

  /** Lets a claim be given what is accepted from now on, and rings when it was. The answer ends that, and says what it was given. */
  wait(claim: IdleClaim, ring: () => void): () => Promise<ClaimedRow[]> {
    const waiting: Waiting = { claim, left: claim.free, ring, given: undefined, over: false };
    this.#idle.add(waiting);
    return async () => {
      waiting.over = true;
      this.#idle.delete(waiting);
      return (await waiting.given) ?? [];
    };
  }

  /**
   * Chooses a claim for each execution, as far as one waits, has `accept` add them with that, and gives each claim what was taken for it. Where
   * nobody knows whether anything was, the claim fails like one that looked by itself: its engine then says that it had no answer.
   */
  async give(wanted: readonly Wanted[], accept: (chosen: ReadonlyMap<string, IdleClaim>) => Promise<ClaimedRow[]>): Promise<ClaimedRow[]> {
    const chosen = this.#choose(wanted);
    const reserved = [...new Set(chosen.values())];
    const accepted = accept(new Map([...chosen].map(([id, { claim }]) => [id, claim])));
    for (const waiting of reserved) {
      // One statement at a time: its claim is answered with what that one brings.
      this.#idle.delete(waiting);
      waiting.given = accepted.then(
        // By the claim, not by the engine: of one that gave up a claim two may wait, and each answers for what it took.
        (rows) => rows.filter((row) => chosen.get(row.id) === waiting),
        (error: unknown) => {
          if (error instanceof DatabaseUnavailable) throw error;
          return [];
        },
      );
      waiting.given.then(
        (rows) => (rows.length > 0 ? waiting.ring() : this.#again(waiting)),
        () => waiting.ring(),
      );
    }
    return accepted;
  }

  /** The claim with the most room that may run it: so the runs of a moment are spread over the engines. */
  #choose(wanted: readonly Wanted[]): Map<string, Waiting> {
    const chosen = new Map<string, Waiting>();
    if (this.#idle.size === 0) return chosen;
    for (const one of wanted) {
      let best: Waiting | undefined;
      for (const waiting of this.#idle) if (waiting.left > (best?.left ?? 0) && mayClaim(waiting.claim, one)) best = waiting;
      if (!best) continue;
      best.left -= 1;
      chosen.set(one.id, best);
    }
    return chosen;
  }

  #again(waiting: Waiting): void {
    if (waiting.over) return;
    waiting.left = waiting.claim.free;
    waiting.given = undefined;
    this.#idle.add(waiting);
  }
}

/** The claims that wait at this process. */
export const waitingClaims = (state: ProcessState): WaitingClaims => state.of(WaitingClaims, () => new WaitingClaims());
