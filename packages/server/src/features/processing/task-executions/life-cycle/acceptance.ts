/** Accepts executions that callers start: many in one commit, and handed over to waiting claims in the same commit. */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { refusedBy, type Database, type Tx } from '../../../../core/database/db.ts';
import type { BatchedStatement } from '../../../../core/database/statement-batcher.ts';
import type { ProcessState } from '../../../../core/platform/process-state.ts';
import type { ClaimedRow } from './claim.ts';
import { targetOf } from './eligibility.ts';
import { insertExecutions, insertHandedOver, type NewExecution } from './insert-executions.ts';
import { waitingClaims, type IdleClaim, type WaitingClaims } from './waiting-claims.ts';

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
