import { setImmediate as nextTurn } from 'node:timers/promises';
import { undeclaredWarnings, withWarnings } from '@millrace/contract/parameters';
import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { requireContext } from '../../orchestration/artifacts/index.ts';
import { entryOf } from '../../security/audit-log/index.ts';
import { findStartableTask, RUNS_TASKS } from './task-access.ts';
import { acceptanceOf } from './life-cycle/acceptance.ts';
import {
  contextOf,
  environmentIsAssigned,
  requireFittingTypes,
  requireRequiredParameters,
  requireConfigured,
  taskIsNotPaused,
  requireMayUseRuntime,
  mergeParameters,
  requireHarmlessRunProfile,
} from './rules.ts';

/** The version of the processing API under which executions are started. */
const API_VERSION = '2021-03';

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

  async run({ actor, batcher, processState, tracing, traceparent, body, changeFacts }) {
    const task = await findStartableTask(batcher, actor, body.executable);
    const contextName = contextOf(task, body.contextName);
    const parameters = mergeParameters(task, body.parameters ?? {}, contextName);

    taskIsNotPaused(task);
    requireConfigured(task);
    environmentIsAssigned(task);
    requireMayUseRuntime(task);
    requireHarmlessRunProfile(task);
    requireContext(task.artifact_contexts, contextName);
    requireRequiredParameters(task, parameters, contextName);
    requireFittingTypes(task, parameters);

    const id = newId();
    const timeoutMinutes = body.timeout ?? task.timeout_minutes;
    const logLevel = body.logLevel ?? task.log_level;
    const span = tracing.span('accept execution', { parent: traceparent, kind: 'producer', attributes: { 'millrace.execution_id': id } });
    const warnings = undeclaredWarnings(task.artifact_parameters, Object.keys(body.parameters ?? {}));
    const answer = { status: 201, body: { executionId: id, ...withWarnings(warnings) } } as const;
    const run = {
      id,
      type: 'MANUAL',
      task,
      parameters,
      logLevel,
      timeoutMinutes,
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
