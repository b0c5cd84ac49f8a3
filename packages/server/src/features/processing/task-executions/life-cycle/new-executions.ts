/** New executions: the data of a task that a start uses, and the statements that insert executions. */
import type { Schema } from '@millrace/contract';
import { secretNames } from '@millrace/contract/parameters';
import { json, sql, type Sql, type Tx } from '../../../../core/database/sql.ts';
import { type Steps, namedSteps } from '../../../../core/database/named-steps.ts';
import type { Actor } from '../../../../identity/actor.ts';
import { insertEntries, type NewEntry } from '../../../security/audit-log/index.ts';
import { claimedColumns, type ClaimedRow } from './claims.ts';
import { isCounted, MAX_OF_TASK, PERIOD_MINUTES } from './counted-periods.ts';
import { copiedColumns, raisedEnds } from './ends.ts';
import { type IdleClaim, isFor, isValidClaim, targetOfRow } from './engines.ts';

const TOO_MANY = `${MAX_OF_TASK} executions of the task from the last ${PERIOD_MINUTES} minutes have not ended: wait until some have ended, or start it less often.`;

/** The reason why an execution of a task did not begin. */
export type TaskMisfire = { reason: Schema<'MisfiredExecutionReason'>; message: string };

/** An execution that is accepted, or the record of one that could not begin. */
export type NewExecution = {
  id: string;
  type: Schema<'ExecutionType'>;
  task: StartableTask;
  parameters: Record<string, string>;
  logLevel: string | null;
  timeoutMinutes: number | null;
  /** The chosen context; null for that of the archive. */
  contextName: string | null;
  apiVersion: string | null;
  actor: Pick<Actor, 'id' | 'userType'>;
  misfire?: TaskMisfire | undefined;
  /** The plan execution that it belongs to. */
  plan?: { executionId: string; stepExecutionId: string } | undefined;
  /** The context of the trace that it belongs to. */
  traceparent?: string | undefined;
  /** The entry of the audit log, of an execution that an account starts. */
  entry?: NewEntry | undefined;
  /** The time after which all executions of the task were accepted that have not ended; left out if it is not known. */
  countedSince?: string | undefined;
};

/**
 * Inserts executions that wait for an engine: the record and the live row. One that misfires gets a record only. Mostly none does, so a statement
 * without the steps for misfires is tried first: one of a single execution costs the database 380 instead of 540 µs.
 */
export async function insertExecutions(tx: Tx, executions: readonly NewExecution[]): Promise<void> {
  if (executions.some(({ misfire }) => misfire) || !(await insertWaiting(tx, executions))) await insertWithMisfires(tx, executions);
}

/** Inserts executions, and returns true. If one of them misfires, it inserts nothing and returns false. */
async function insertWaiting(tx: Tx, executions: readonly NewExecution[]): Promise<boolean> {
  const steps = {
    ...counted(executions.map(toColumns)),
    accepted,
    live: queued(sql`accepted j`),
    audited: audited(executions, acceptedAll),
    recorded,
  };
  return !(await tx.any(namedSteps(steps, sql`select where not ${acceptedAll}`)));
}

function insertWithMisfires(tx: Tx, executions: readonly NewExecution[]): Promise<unknown> {
  const steps = {
    ...counted(executions.map(toColumns)),
    checked,
    live: queued(sql`checked j where misfire is null`),
    audited: audited(executions),
    kept: keptMisfires,
    raised: raisedMisfires,
  };
  const last = sql`
    insert into task_execution (id, ${copiedColumns}, misfired_reason, error_message, outcome, finished_at)
    select id, ${copiedColumns}, misfire, message,
           case when misfire is not null then 'DEPLOY_FAILED' end, case when misfire is not null then now() end
    from checked`;
  return tx.rows(namedSteps(steps, last));
}

/**
 * Inserts executions with a waiting claim: the engine of the claim holds them at once, unless the claim was given up meanwhile, or the task is
 * busy and allows no second run. Returns the executions that were handed over. Inserts nothing, and returns undefined, if one misfires.
 */
export async function insertHandedOver(
  tx: Tx,
  executions: readonly NewExecution[],
  claims: ReadonlyMap<string, IdleClaim>,
): Promise<ClaimedRow[] | undefined> {
  const steps = {
    ...counted(executions.map((execution) => ({ ...toColumns(execution), ...toHolder(claims.get(execution.id)) }))),
    accepted,
    holder: {
      materialized: sql`
        select j.id as execution_id, e.id as engine_id, j.incarnation, j.claim_number, now() + make_interval(secs => j.lease_seconds) as until
        from accepted j
        join engine e on e.id = j.engine_id
        where ${isValidClaim({ credential: sql`decode(j.credential, 'hex')`, incarnation: sql`j.incarnation`, number: sql`j.claim_number` })}
          and ${isFor(sql`e.workspace_id`, sql`j.workspace_id`)}
          and (j.parallel_execution_allowed or j.first and not exists (select from live_execution l where l.task_id = j.task_id))
        for key share of e`,
    },
    live: sql`
      insert into live_execution (${liveColumns}, status, engine_id, fence, claimed_at, lease_expires_at, incarnation, claim_number)
      select ${liveValues}, case when h.engine_id is null then 'EXECUTION_EVENT_RECEIVED' else 'DISPATCHING_FLOW' end, h.engine_id,
             case when h.engine_id is null then 0 else 1 end, case when h.engine_id is not null then now() end, h.until, h.incarnation,
             h.claim_number
      from accepted j
      left join holder h on h.execution_id = j.id
      returning execution_id, engine_id, fence, returns`,
    audited: audited(executions, acceptedAll),
    recorded: sql`${recorded} returning *`,
  };
  const rows = await tx.rows<ClaimedRow | { id: null }>(
    namedSteps(
      steps,
      sql`
        select ${claimedColumns}, live.fence, live.returns
        from (select ${acceptedAll} as accepted_all) a
        left join live on live.engine_id is not null
        left join recorded x on x.id = live.execution_id
        where live.engine_id is not null
           or not a.accepted_all
        order by x.id`,
    ),
  );
  const handedOver = rows.filter((row): row is ClaimedRow => row.id !== null);
  return handedOver.length === rows.length ? handedOver : undefined;
}

/**
 * The steps that give the executions to insert as `counted`, each with the answer whether its task has too many. One that misfires has ended at once and
 * does not count as waiting.
 * @rule task-executions.start.queue
 * @rule task-executions.start.jvm-arguments
 */
const counted = (given: readonly object[]): Steps => ({
  given: sql`
    select *
    from json_to_recordset(${json(given)}::json) as n (
      id uuid, tenant_id uuid, environment_id uuid, workspace_id uuid, task_id uuid, task_name text, task_version integer, tags text[],
      artifact_name text, artifact_version text, layout text, blob_hash text, parameters jsonb, connections jsonb, resources jsonb,
      log_level text, timeout_minutes integer, parallel_execution_allowed boolean, execution_type text, api_version text, account_id uuid,
      user_type text, runtime_type text, wanted_engine_id uuid, wanted_cluster_id uuid, run_profile_id uuid, jvm_arguments text[],
      misfired_reason text, error_message text, plan_execution_id uuid, plan_step_execution_id uuid, secret_parameters text[],
      artifact_id uuid, traceparent text, retry jsonb, context_name text, counted_since timestamptz, engine_id uuid, credential text, incarnation uuid, claim_number bigint, lease_seconds float8)`,
  counted: sql`
    select n.*, n.place = 1 as first, n.misfired_reason is null and queued.count + n.place > ${MAX_OF_TASK} as too_many
    from (
      select *, count(*) filter (where misfired_reason is null) over (partition by task_id order by id) as place
      from given) n
    cross join lateral (
      select count(*)
      from (
        select
        from live_execution l
        where ${isCounted(sql`n.task_id`, sql`n.counted_since`)}
        limit ${MAX_OF_TASK}) l) queued`,
});

/** The condition that none of `counted` misfires: an insert accepts all executions or none. */
const acceptedAll = sql`not exists (select from counted where too_many or misfired_reason is not null)`;
const accepted = sql`select * from counted where ${acceptedAll}`;

/** The executions of `counted`, each with the reason if it cannot begin. */
const checked = sql`
  select n.*,
         case when too_many then 'MAX_PARALLEL_TASKS_LIMIT_REACHED' else misfired_reason end as misfire,
         case when too_many then ${TOO_MANY} else error_message end as message
  from counted n`;

/** Stores the entries of the audit log in the statement that inserts the executions, if there are any. */
function audited(executions: readonly NewExecution[], condition: Sql = sql`true`): Sql | undefined {
  const entries = executions.flatMap(({ entry }) => entry ?? []);
  return entries.length > 0 ? sql`${insertEntries(entries)} and ${condition}` : undefined;
}

const liveColumns = sql`execution_id, environment_id, workspace_id, task_id, target_id, alone, plan_step_execution_id`;
const liveValues = sql`
  j.id, j.environment_id, j.workspace_id, j.task_id, ${targetOfRow(sql`j`)}, not j.parallel_execution_allowed, j.plan_step_execution_id`;

const queued = (rows: Sql): Sql => sql`insert into live_execution (${liveColumns}) select ${liveValues} from ${rows}`;

const recorded = sql`
  insert into task_execution (id, ${copiedColumns})
  select id, ${copiedColumns}
  from accepted`;

/** The causes of executions that could not begin. A trigger keeps those of executions that end later (ADR 110). */
const keptMisfires = sql`
  insert into task_failure (execution_id, workspace_id, task_id, cause, triggered_at)
  select id, workspace_id, task_id, failure_cause('DEPLOY_FAILED', null, misfire, message), now()
  from checked
  where misfire is not null`;

/** The events of executions that could not begin. */
const raisedMisfires = raisedEnds(sql`(
      select id, tenant_id, environment_id, workspace_id, task_id, task_name, artifact_id, artifact_name, account_id, null::uuid as engine_id,
             'DEPLOY_FAILED' as outcome, null::timestamptz as started_at, now() as finished_at, null::bigint as processed_rows,
             null::bigint as rejected_rows, null as error_type, message as error_message, misfire as misfired_reason, plan_execution_id,
             1 as attempt, null::uuid as retried_as, false as started_before
      from checked
      where misfire is not null)`);

const toColumns = ({ task, actor, misfire, plan, ...run }: NewExecution) => ({
  id: run.id,
  tenant_id: task.tenant_id,
  environment_id: task.environment_id,
  workspace_id: task.workspace_id,
  task_id: task.id,
  task_name: task.name,
  task_version: task.version,
  tags: task.tags,
  artifact_id: task.artifact_id,
  artifact_name: task.artifact_name,
  artifact_version: task.artifact_version,
  layout: task.layout,
  blob_hash: task.blob_hash,
  parameters: run.parameters,
  connections: task.connections,
  resources: task.resources,
  log_level: run.logLevel ?? 'INFO',
  timeout_minutes: run.timeoutMinutes,
  context_name: run.contextName,
  parallel_execution_allowed: task.parallel_execution_allowed ?? false,
  execution_type: run.type,
  api_version: run.apiVersion,
  account_id: actor.id,
  user_type: actor.userType,
  runtime_type: task.runtime_type ?? 'CLOUD',
  wanted_engine_id: task.engine_id,
  wanted_cluster_id: task.cluster_id,
  run_profile_id: task.run_profile_id,
  jvm_arguments: task.jvm_arguments,
  misfired_reason: misfire?.reason,
  error_message: misfire?.message,
  counted_since: run.countedSince,
  plan_execution_id: plan?.executionId,
  plan_step_execution_id: plan?.stepExecutionId,
  secret_parameters: secretParameters(task, run.parameters),
  traceparent: run.traceparent,
  retry: task.retry,
});

const toHolder = (claim: IdleClaim | undefined) =>
  claim && {
    engine_id: claim.engineId,
    credential: claim.credential.toString('hex'),
    incarnation: claim.incarnation,
    claim_number: claim.number,
    lease_seconds: claim.leaseSeconds,
  };

/** The columns that a claim gets unchanged; the JVM arguments are those of the run profile. */
type CopiedColumns = 'parameters' | 'connections' | 'resources' | 'artifact_name' | 'artifact_version' | 'blob_hash' | 'jvm_arguments';

/** A task with all data that a start uses. */
export type StartableTask = Pick<ClaimedRow, CopiedColumns> & {
  id: string;
  tenant_id: string;
  workspace_id: string;
  environment_id: string;
  name: string;
  version: number;
  tags: string[];
  /** Names of the parameters to which the connections give a value. */
  connection_parameters: string[];
  /** Null for a run of a bundle that comes with Millrace. */
  artifact_id: string | null;
  artifact_parameters: { name: string; value?: string; type?: string; required: boolean; secret?: boolean }[];
  /** The contexts of a job archive, and the one that it runs with if nobody chooses one. */
  artifact_contexts: string[];
  artifact_context_name: string | null;
  /** The context that the run configuration or the task chooses. */
  context_name: string | null;
  layout: string;
  runtime_type: 'CLOUD' | 'REMOTE_ENGINE' | 'REMOTE_ENGINE_CLUSTER' | null;
  engine_id: string | null;
  cluster_id: string | null;
  /** The workspace to which its engine or cluster belongs, or null. */
  runtime_workspace_id: string | null;
  run_profile_id: string | null;
  parallel_execution_allowed: boolean | null;
  log_level: string | null;
  timeout_minutes: number | null;
  /** The retry of the run configuration. */
  retry: Schema<'RunRetry'> | null;
  paused: boolean;
  /** Whether its dynamic-engine environment is assigned to an engine; null in other environments. */
  assigned: boolean | null;
};

/**
 * The names of the parameters whose values the log must not show: the artifact declares them as secret, or they look like secrets. Undefined if there are
 * none.
 * @rule execution-logs.secrets.marked
 * @rule execution-logs.secrets.signs
 */
function secretParameters(task: StartableTask, parameters: Readonly<Record<string, string>>): string[] | undefined {
  const names = secretNames(task.artifact_parameters, parameters);
  return names.length > 0 ? names : undefined;
}
