/** The SQL statement that finds the rules for failed runs. */
import type { Tx } from '../../../core/database/db.ts';
import { json, sql } from '../../../core/database/sql.ts';
import { ownerMayBeNotified, type NewIncident } from './incident-queries.ts';
import type { RunEnd } from './run-ends.ts';

/**
 * The incidents that failed runs open, one for each rule. A rule for a workspace or an environment ignores the tasks of plan executions, because it
 * reports the plan.
 * @rule alerts.failed.plans
 */
export const selectFailureRules = (tx: Tx, failures: readonly RunEnd[]): Promise<NewIncident[]> =>
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
           or (not f."inPlan" and (r.workspace_id = f.space or r.environment_id = w.environment_id)))
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
