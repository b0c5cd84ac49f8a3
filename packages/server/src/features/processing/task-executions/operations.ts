import { setImmediate as nextTurn } from 'node:timers/promises';
import { undeclaredWarnings, withWarnings } from '@millrace/contract/parameters';
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { entryOf } from '../../security/audit-log/index.ts';
import { explain } from './explanations/explanation.ts';
import { readFacts } from './explanations/facts.ts';
import { toJobExecutionJson, toTaskExecutionJson } from './json.ts';
import { requestEnd } from './life-cycle/moves.ts';
import { stopsIn, topicsToWake } from './life-cycle/ends.ts';
import { acceptanceOf } from './starts.ts';
import { listFiltered, selectExecutions } from './lists/pages.ts';
import { keptSince, periodOf } from './lists/spans.ts';
import { findExecution, lockExecution } from './life-cycle/executions.ts';
import { contextOf, mergeParameters, requireStartable } from './rules.ts';
import { findListedTask, findStartableTask } from './task-rows.ts';

/** The permissions for starting and ending executions of tasks; one of them is enough. SVC_ENGINE_USE does not permit changes of tasks. */
const RUNS_TASKS = { anyOf: ['SVC_OPERATOR', 'SVC_ENGINE_USE'] } as const;

/** The version of the processing API under which executions are started. */
const API_VERSION = '2021-03';

/** Lists executions by the filters of the query. */
export const listTaskExecutions = endpoint('GET /processing/executables/tasks/executions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    const page = await listFiltered(call, call.query);
    return { status: 200, body: toPage(page, call.query, toTaskExecutionJson) };
  },
});

/** Lists executions by the filters of the body, among them tags. */
export const searchTaskExecutions = endpoint('POST /processing/executables/tasks/executions', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    const page = await listFiltered(call, call.body);
    return { status: 200, body: toPage(page, call.body, toTaskExecutionJson) };
  },
});

/** Lists the executions of one task. */
export const listExecutionsOfTask = endpoint('GET /processing/executables/tasks/{taskId}/executions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, now, settings: { limits }, path, query }) {
    const task = await findListedTask(tx, actor, path.taskId);
    const period = periodOf(query, now, limits.historyDays);

    const filters = { taskId: task.id, status: query.status, period, kept: keptSince(now, limits.historyDays) };
    const page = await selectExecutions(tx, actor, filters, query);
    return { status: 200, body: toPage(page, query, toTaskExecutionJson) };
  },
});

/**
 * Accepts an execution of a task, which is stored when the answer is sent. There is no transaction: concurrent starts share one look-up and one
 * insert; the insert is the only write, and nothing that it depends on is locked.
 * @rule task-executions.start.permission
 * @rule task-executions.start.answer
 * @rule task-executions.start.timeout
 * @rule task-executions.start.undeclared
 */
export const startTaskExecution = endpoint('POST /processing/executions', {
  allow: RUNS_TASKS,
  transaction: 'none',

  async run({ actor, batcher, processState, process: { tracing }, traceparent, body, changeFacts }) {
    const task = await findStartableTask(batcher, actor, body.executable);
    const contextName = contextOf(task, body.contextName);
    const parameters = mergeParameters(task, body.parameters ?? {}, contextName);

    requireStartable(task, parameters, contextName);

    const id = newId();
    const span = tracing.span('accept execution', { parent: traceparent, kind: 'producer', attributes: { 'millrace.execution_id': id } });
    const warnings = undeclaredWarnings(task.artifact_parameters, Object.keys(body.parameters ?? {}));
    const answer = { status: 201, body: { executionId: id, ...withWarnings(warnings) } } as const;
    const run = {
      id,
      type: 'MANUAL',
      task,
      parameters,
      logLevel: body.logLevel ?? task.log_level,
      timeoutMinutes: body.timeout ?? task.timeout_minutes,
      contextName,
      apiVersion: API_VERSION,
      actor,
      entry: entryOf(changeFacts(answer)),
    } as const;
    const isHandedOver = await batcher.run(acceptanceOf(processState), { ...run, traceparent: span.traceparent }).finally(() => span.end());
    // Flush the engine's answer before the caller's.
    if (isHandedOver) await nextTurn();
    return { ...answer, wake: isHandedOver ? [] : [task.environment_id] };
  },
});

/** Reads one execution. */
export const getTaskExecution = endpoint('GET /processing/executions/{executionId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toJobExecutionJson(await findExecution(tx, actor, path.executionId)) };
  },
});

/**
 * Ends an execution. Its engine gets the request at once; if the engine is gone, the execution ends when its lease expires.
 * @rule task-executions.end.answer
 */
export const endTaskExecution = endpoint('DELETE /processing/executions/{executionId}', {
  allow: RUNS_TASKS,

  async run({ actor, tx, path }) {
    const execution = await lockExecution(tx, actor, path.executionId);

    const ended = await requestEnd(tx, actor, [execution.id]);
    reachFaultPoint('end.before-commit');
    return { status: 204, wake: [execution.environment_id, stopsIn(execution.environment_id), ...topicsToWake(ended)] };
  },
});

/**
 * Explains why an execution waits, misfired or failed, or what it did. All statements see one state of the database.
 * @rule task-executions.explain.right
 */
export const explainTaskExecution = endpoint('GET /processing/executions/{executionId}/explanation', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, blobs, path, settings: { limits } }) {
    const execution = await findExecution(tx, actor, path.executionId);
    const facts = await readFacts({ tx, blobs }, execution, limits.busyRetrySeconds.length);
    return { status: 200, body: explain(facts) };
  },
});
