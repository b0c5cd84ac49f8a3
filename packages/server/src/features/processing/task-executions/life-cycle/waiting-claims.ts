/**
 * Claims that wait at this process. An execution that this process accepts can be handed over to one of them in the same statement, which saves a
 * poll and a commit.
 */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { type Database, DatabaseUnavailable, refusedBy, type Tx } from '../../../../core/database/db.ts';
import type { BatchedStatement } from '../../../../core/database/statement-batcher.ts';
import type { ProcessState } from '../../../../core/platform/platform.ts';
import type { ClaimedRow } from './claims.ts';
import { type IdleClaim, mayClaim, targetOf } from './engines.ts';
import { insertExecutions, insertHandedOver, type NewExecution } from './new-executions.ts';

/** An execution that is being accepted, with its target and its workspace. */
type ExecutionToHandOver = { id: string; target: string; workspace: string };

type Waiting = { claim: IdleClaim; free: number; onHandOver: () => void; handedOver: Promise<ClaimedRow[]> | undefined; isOver: boolean };

/** The claims that wait at one process. */
class WaitingClaims {
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

/** Accepts the executions of many callers in one commit; the result says for each execution whether it was handed over to a waiting claim. */
class Acceptance implements BatchedStatement<NewExecution, boolean> {
  readonly atOnce = 1;
  readonly most = 200;
  readonly #claims: WaitingClaims;

  constructor(claims: WaitingClaims) {
    this.#claims = claims;
  }

  async run(db: Database, executions: readonly NewExecution[]): Promise<boolean[]> {
    const candidates = executions.map(({ id, task }) => ({ id, target: targetOf(task), workspace: task.workspace_id }));
    const handedOver = await this.#claims.handOver(candidates, (claims) => accept(db.writer, executions, claims));
    const ids = new Set(handedOver.map(({ id }) => id));
    return executions.map(({ id }) => ids.has(id));
  }
}

/** The batch in which this process accepts executions. */
export const acceptanceOf = (state: ProcessState): Acceptance => state.of(Acceptance, () => new Acceptance(waitingClaims(state)));

async function accept(tx: Tx, executions: readonly NewExecution[], claims: ReadonlyMap<string, IdleClaim>): Promise<ClaimedRow[]> {
  let handedOver: ClaimedRow[] = [];
  reachFaultPoint('accept.before-commit');
  if (claims.size > 0) {
    try {
      reachFaultPoint('claim.before-commit');
      handedOver = await insertHandedOver(tx, executions, claims);
      if (handedOver.length > 0) reachFaultPoint('claim.after-commit');
    } catch (error) {
      // A claim got an execution of the same task at the same moment, so this one waits.
      if (refusedBy(error) !== 'live_execution_alone') throw error;
      await insertExecutions(tx, executions);
    }
  } else await insertExecutions(tx, executions);
  reachFaultPoint('accept.after-commit');
  return handedOver;
}
