/** Opens and ends incidents of failed runs, in the transaction of the fan-out. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { messageEntryOf } from '../notifications/index.ts';
import type { AcceptedEvent } from '../outbox/index.ts';
import { selectFailureRules } from './failure-queries.ts';
import { stepsOfRunEnds, type RunEnd } from './run-ends.ts';
import { endAndNotify, openAndNotify } from './notify.ts';

/** The status of an execution that a person ended: neither a failure nor a success. */
const BY_PERSON = new Set(['EXECUTION_TERMINATED', 'terminated']);

/** @rule alerts.failed.status */
function runEndOf(event: AcceptedEvent): RunEnd | undefined {
  const entry = messageEntryOf(event);
  if (!entry || !/^(?:task|plan)\.run\.(?:failed|succeeded)$/.test(entry.kind)) return undefined;
  if (BY_PERSON.has(String(event.data['executionStatus'] ?? ''))) return undefined;
  const inPlan = typeof event.data['planExecutionId'] === 'string';
  return { entry, tenant: event.tenant, failed: entry.kind.endsWith('.failed'), count: 1, inPlan };
}

/** The consumer of the fan-out for subscribers of the kind `alert`, which are owners of rules. */
export const alertConsumer = {
  kind: 'alert',
  async accept(tx: Tx, events: readonly AcceptedEvent[]): Promise<void> {
    for (const step of stepsOfRunEnds(events.flatMap((event) => runEndOf(event) ?? []))) {
      const failures = step.filter(({ failed }) => failed);
      const successes = step.filter(({ failed }) => !failed);
      if (failures.length > 0) await openAndNotify(tx, await selectFailureRules(tx, failures));
      if (successes.length > 0)
        await endAndNotify(
          tx,
          sql`r.condition = 'run_failed'
            and i.target_id in (select (json_array_elements_text(${json(successes.map(({ entry }) => entry.resourceId))}::json))::uuid)`,
        );
    }
  },
};
