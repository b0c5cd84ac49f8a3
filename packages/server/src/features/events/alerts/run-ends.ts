/** Opens and ends incidents of failed runs, in the transaction of the fan-out. */
import { json, sql, type Tx } from '../../../core/database/sql.ts';
import { type MessageEntry, messageEntryOf } from '../notifications/index.ts';
import type { AcceptedEvent } from '../outbox/index.ts';
import { type NewIncident, ownerMayBeNotified } from './incident-rows.ts';
import { endAndNotify, openAndNotify } from './notify.ts';

/** The end of a run: of a task or a plan, as a failure or not. */
type RunEnd = { entry: MessageEntry; tenant: string; failed: boolean; count: number; inPlan: boolean };

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
      if (failures.length > 0) await openAndNotify(tx, await selectNewIncidents(tx, failures));
      if (successes.length > 0)
        await endAndNotify(
          tx,
          sql`r.condition = 'run_failed'
            and i.target_id in (select (json_array_elements_text(${json(successes.map(({ entry }) => entry.resourceId))}::json))::uuid)`,
        );
    }
  },
};

/**
 * Divides ends of runs into steps. Within a step each target has one end, so that a step can be done at once. Consecutive equal ends of a target become
 * one, with a count. The order of the ends of each target stays.
 */
function stepsOfRunEnds(ends: readonly RunEnd[]): RunEnd[][] {
  const steps: Map<string, RunEnd>[] = [];
  const lastStep = new Map<string, number>();
  for (const end of ends) {
    const target = end.entry.resourceId;
    const stepIndex = lastStep.get(target);
    const before = stepIndex === undefined ? undefined : steps[stepIndex]?.get(target);
    if (stepIndex !== undefined && before && before.failed === end.failed && before.inPlan === end.inPlan) {
      steps[stepIndex]?.set(target, { ...end, count: before.count + 1 });
      continue;
    }
    const next = stepIndex === undefined ? 0 : stepIndex + 1;
    (steps[next] ??= new Map()).set(target, end);
    lastStep.set(target, next);
  }
  return steps.map((step) => [...step.values()]);
}

/**
 * The incidents that failed runs open, one for each rule. A rule for a workspace or an environment ignores the tasks of plan executions, because it
 * reports the plan. A rule for a tag is about tasks only.
 * @rule alerts.failed.plans
 * @rule alerts.create.tag
 */
const selectNewIncidents = (tx: Tx, failures: readonly RunEnd[]): Promise<NewIncident[]> =>
  tx.rows(sql`
    select r.id as rule, f.target, f.kind, f.name, f.space, w.environment_id as environment, f.execution, f.error, f.count as failures
    from json_to_recordset(${json(failures.map(toRecord))}::json) as f (
      tenant uuid, target uuid, kind text, name text, space uuid, execution uuid, error text, count integer, "inPlan" boolean)
    join workspace w on w.id = f.space
    join alert_rule r on r.tenant_id = f.tenant
      and r.condition = 'run_failed'
      and r.enabled
      and (r.task_id = f.target
           or r.plan_id = f.target
           or ((r.workspace_id = f.space or r.environment_id = w.environment_id)
               and case when r.tag is null then not f."inPlan"
                   else exists (select from task x where x.id = f.target and r.tag = any (x.tags)) end))
    where ${ownerMayBeNotified(sql`f.space`, sql`null`)}`);

const toRecord = ({ entry, tenant, count, inPlan }: RunEnd): object => ({
  tenant,
  target: entry.resourceId,
  kind: entry.kind,
  name: entry.name,
  space: entry.spaceId,
  execution: entry.executionId,
  error: entry.error,
  count,
  inPlan,
});
