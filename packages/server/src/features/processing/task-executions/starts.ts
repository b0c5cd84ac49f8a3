/**
 * Starts of tasks: the batch in which this process accepts them, and starts without a caller. Schedules, plans and webhooks store a record with the
 * reason in place of a refusal. Bundles that come with Millrace have no task; another record, such as a crawler, stands in its place.
 */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { Problem } from '../../../core/base/problem.ts';
import { type Database, refusedBy } from '../../../core/database/db.ts';
import type { Tx } from '../../../core/database/sql.ts';
import type { BatchedStatement } from '../../../core/database/statement-batcher.ts';
import type { ProcessState } from '../../../core/platform/platform.ts';
import { type ClaimedRow, WaitingClaims, waitingClaims, type RunResource } from './life-cycle/claims.ts';
import { CountedPeriods } from './life-cycle/counted-periods.ts';
import { type IdleClaim, targetOf } from './life-cycle/engines.ts';
import {
  insertExecutions,
  insertHandedOver,
  type NewExecution,
  type TaskMisfire,
  type StartableTask,
} from './life-cycle/new-executions.ts';
import { contextOf, mergeParameters, requireStartable } from './rules.ts';
import { selectTasksToRun } from './task-rows.ts';

/** A start of a task. `misfire` is the reason why it cannot begin, if that is known already. */
export type TaskStart = Pick<NewExecution, 'id' | 'type' | 'actor' | 'plan'> & {
  taskId: string;
  tenant: string;
  parameters?: Readonly<Record<string, string>> | undefined;
  timeoutMinutes?: number | null;
  misfire?: TaskMisfire | undefined;
};

/** The ids of the executions that were inserted, and the environments that have new work. */
export type Started = { ids: string[]; environments: string[] };

/**
 * Inserts an execution for each start. It does not check rights: they were checked when the start was ordered. A start whose task no longer exists
 * inserts nothing.
 */
export async function startTasks(tx: Tx, starts: readonly TaskStart[]): Promise<Started> {
  if (starts.length === 0) return { ids: [], environments: [] };
  const tenants = new Set(starts.map(({ tenant }) => tenant));
  const rows = await selectTasksToRun(tx, [...tenants], [...new Set(starts.map(({ taskId }) => taskId))]);
  const tasks = new Map(rows.map((task) => [task.id, task]));
  const executions = starts.flatMap((start) => {
    const task = tasks.get(start.taskId);
    return task ? executionOf(task, start) : [];
  });
  if (executions.length > 0) await insertExecutions(tx, executions);
  return { ids: executions.map(({ id }) => id), environments: [...new Set(executions.map(({ task }) => task.environment_id))] };
}

/**
 * An execution of a task, or the record of one that cannot begin.
 * @rule task-executions.start.misfire
 * @rule plan-executions.task.misfire
 */
function executionOf(
  task: StartableTask,
  { id, type, actor, plan, parameters: startParameters = {}, timeoutMinutes, misfire }: TaskStart,
): NewExecution {
  const contextName = contextOf(task);
  const parameters = mergeParameters(task, startParameters, contextName);
  return {
    id,
    type,
    actor,
    plan,
    task,
    parameters,
    logLevel: task.log_level,
    timeoutMinutes: timeoutMinutes ?? task.timeout_minutes,
    contextName,
    apiVersion: null,
    misfire: misfire ?? misfireOf(task, parameters, contextName),
  };
}

/** The reasons of misfires with a code of their own, by the codes of the refusals. */
const REASONS: ReadonlyMap<string, TaskMisfire['reason']> = new Map([
  ['task_paused', 'TASK_IS_PAUSED'],
  ['environment_not_assigned', 'DE_ENV_NOT_CONNECTED'],
] as const);

function misfireOf(task: StartableTask, parameters: Record<string, string>, contextName: string | null): TaskMisfire | undefined {
  try {
    requireStartable(task, parameters, contextName);
    return undefined;
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { reason: REASONS.get(problem.code) ?? 'UNKNOWN', message: problem.message };
  }
}

/** A run of a built-in bundle. */
type BuiltInRun = Pick<NewExecution, 'id' | 'actor' | 'misfire' | 'parameters'> & {
  /** The id and the name in the execution in place of those of a task. */
  of: { id: string; name: string };
  tenant: string;
  workspace: string;
  environment: string;
  /** The engine that runs it; null for any engine of the environment. */
  engine: string | null;
  bundle: { name: string; version: string; hash: string };
  /** Connections by the name that the program uses. */
  connections: Readonly<Record<string, string>>;
  /** Files, with the parameters in which the program gets their paths. */
  resources: readonly RunResource[];
  /** Names of parameters whose values the log does not show. */
  secrets: readonly string[];
  timeoutMinutes: number;
};

/** Inserts the execution. The caller has checked the rights, and has stored the content of the bundle in the same transaction. */
export const startBuiltIn = (tx: Tx, run: BuiltInRun): Promise<unknown> =>
  insertExecutions(tx, [
    {
      id: run.id,
      type: 'MANUAL',
      actor: run.actor,
      parameters: run.parameters,
      logLevel: 'INFO',
      timeoutMinutes: run.timeoutMinutes,
      contextName: null,
      apiVersion: null,
      misfire: run.misfire,
      task: {
        id: run.of.id,
        tenant_id: run.tenant,
        workspace_id: run.workspace,
        environment_id: run.environment,
        name: run.of.name,
        version: 1,
        tags: [],
        parameters: {},
        connections: { ...run.connections },
        connection_parameters: [],
        resources: [...run.resources],
        artifact_id: null,
        artifact_name: run.bundle.name,
        artifact_version: run.bundle.version,
        artifact_parameters: run.secrets.map((name) => ({ name, type: 'password', required: false })),
        artifact_contexts: [],
        artifact_context_name: null,
        context_name: null,
        layout: 'millrace',
        blob_hash: run.bundle.hash,
        runtime_type: run.engine === null ? 'CLOUD' : 'REMOTE_ENGINE',
        engine_id: run.engine,
        cluster_id: null,
        runtime_workspace_id: null,
        run_profile_id: null,
        jvm_arguments: [],
        parallel_execution_allowed: false,
        log_level: 'INFO',
        timeout_minutes: run.timeoutMinutes,
        retry: null,
        assigned: null,
        paused: false,
      },
    },
  ]);

/** Accepts the executions of many callers in one commit; the result says for each execution whether it was handed over to a waiting claim. */
class Acceptance implements BatchedStatement<NewExecution, boolean> {
  readonly atOnce = 1;
  readonly most = 200;
  readonly #claims: WaitingClaims;
  readonly #periods = new CountedPeriods();

  constructor(claims: WaitingClaims) {
    this.#claims = claims;
  }

  async run(db: Database, executions: readonly NewExecution[]): Promise<boolean[]> {
    const candidates = executions.map(({ id, task }) => ({ id, target: targetOf(task), workspace: task.workspace_id }));
    const counted = executions.map((execution) => ({ ...execution, countedSince: this.#periods.sinceOf(execution.task.id) }));
    const handedOver = await this.#claims.handOver(candidates, (claims) => accept(db.writer, counted, claims));
    for (const { task } of executions) void this.#periods.count(task.id, db).catch(() => undefined);
    const ids = new Set(handedOver.map(({ id }) => id));
    return executions.map(({ id }) => ids.has(id));
  }
}

/** The batch in which this process accepts executions. */
export const acceptanceOf = (state: ProcessState): Acceptance => state.of(Acceptance, () => new Acceptance(waitingClaims(state)));

async function accept(tx: Tx, executions: readonly NewExecution[], claims: ReadonlyMap<string, IdleClaim>): Promise<ClaimedRow[]> {
  reachFaultPoint('accept.before-commit');
  const handedOver = claims.size > 0 ? await tryHandOver(tx, executions, claims) : undefined;
  if (!handedOver) await insertExecutions(tx, executions);
  reachFaultPoint('accept.after-commit');
  return handedOver ?? [];
}

/** Inserts executions with waiting claims. Inserts nothing, and returns undefined, if they must be inserted in another way. */
async function tryHandOver(
  tx: Tx,
  executions: readonly NewExecution[],
  claims: ReadonlyMap<string, IdleClaim>,
): Promise<ClaimedRow[] | undefined> {
  reachFaultPoint('claim.before-commit');
  try {
    const handedOver = await insertHandedOver(tx, executions, claims);
    if (handedOver && handedOver.length > 0) reachFaultPoint('claim.after-commit');
    return handedOver;
  } catch (error) {
    // A claim got an execution of the same task at the same moment, so this one waits.
    if (refusedBy(error) !== 'live_execution_alone') throw error;
    return undefined;
  }
}
