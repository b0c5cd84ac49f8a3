/** The reasons why an execution ended with its outcome. */
import { presentFields } from '../../../../core/base/present-fields.ts';
import type { Schema } from '@millrace/contract';
import type { ExecutionRow } from '../life-cycle/execution-row.ts';
import { engineName, sentence, toAttemptEvidence, toEngineEvidence, type Reason } from './evidence.ts';
import type { Course, ExplainedEngine } from './explanation-queries.ts';
import { misfireOf } from './misfires.ts';
import type { TaskExecutionState } from '../life-cycle/states.ts';

type Ended = { execution: ExecutionRow; course: Course; where: string };
type EndDescription = { code: Schema<'ExplanationCode'>; message: string; next?: string };

/**
 * The reason of an end, with the engine, the exit code, the last error line and the end of the lease as far as they are known.
 * @rule task-executions.explain.ended
 * @rule task-executions.retry.explained
 */
export function endingReasons(execution: ExecutionRow, course: Course, engine: ExplainedEngine | undefined): readonly [Reason] {
  const where = course.engine_id === null ? '' : ` on ${engineName(engine)}`;
  const { code, message, next } = describeEnd({ execution, course, where });
  const evidence = presentFields({
    engine: course.engine_id !== null && engine ? toEngineEvidence(engine) : undefined,
    misfiredExecutionReason: execution.misfired_reason,
    errorType: execution.error_type,
    errorMessage: execution.error_message,
    exitCode: course.exit_code,
    lastErrorLine: code === 'SUCCEEDED' ? undefined : course.last_error_line,
    leaseEndedAt: course.lease_ended_at?.toISOString(),
    timeout: execution.timeout_minutes,
    processedRows: execution.processed_rows,
    rejectedRows: execution.rejected_rows,
    ...toAttemptEvidence(execution),
  });
  if (execution.retried_as === null) return [{ code, message: message + attemptOf(execution), evidence, next }];
  return [{ code, message: `${message}${attemptOf(execution)} The next attempt is ${execution.retried_as}.`, evidence }];
}

const attemptOf = ({ attempt, attempts }: ExecutionRow): string => (attempts === null ? '' : ` It was attempt ${attempt} of ${attempts}.`);

function describeEnd(ended: Ended): EndDescription {
  const { execution } = ended;
  if (execution.misfired_reason !== null) return { code: 'MISFIRED', ...misfireOf(execution.misfired_reason, execution) };
  if (execution.error_type === 'ENGINE_LOST') return lost(ended);
  return (BY_STATUS[execution.status] ?? failed)(ended);
}

const BY_STATUS: { readonly [Status in TaskExecutionState]?: (ended: Ended) => EndDescription } = {
  EXECUTION_SUCCESS: ({ execution, where }) => ({ code: 'SUCCEEDED', message: `It succeeded${where}${rowsOf(execution)}.` }),
  EXECUTION_REJECTED: ({ execution, where }) => ({
    code: 'ROWS_REJECTED',
    message: `It finished${where}${rowsOf(execution)}.`,
    next: `Read in the log why rows were rejected: ${logOf(execution)}.`,
  }),
  DEPLOY_FAILED: ({ execution, where }) => ({
    code: 'DEPLOY_FAILED',
    message: sentence(`It could not start${where}: ${execution.error_message ?? 'no reason was given'}`),
    next: deployRemedy(execution),
  }),
  EXECUTION_TERMINATED: ({ where }) => ({
    code: 'TERMINATED',
    message: where === '' ? 'It was ended on request before an engine claimed it.' : `It was ended on request${where}.`,
  }),
  EXECUTION_TERMINATED_TIMEOUT: ({ execution, where }) => ({
    code: 'TIMED_OUT',
    message: sentence(
      `It ran${where} longer than its timeout${execution.timeout_minutes === null ? '' : ` of ${execution.timeout_minutes} min`} and was ended`,
    ),
    next: 'Raise the timeout in the run configuration of the task, in the trigger or at the start, or make the task quicker.',
  }),
  EXECUTION_TERMINATED_SHUTDOWN: ({ where }) => ({
    code: 'ENGINE_SHUT_DOWN',
    message: `It was ended because its engine was shut down${where.replace(/^ on/, ':')}.`,
    next: 'Start it again.',
  }),
};

/** The error message of the record says how the engine was lost, so the explanation repeats it. */
function lost({ execution, where }: Ended): EndDescription {
  const end = execution.status === 'EXECUTION_TERMINATED' ? 'was being ended' : 'failed';
  return {
    code: 'ENGINE_LOST',
    message: sentence(`It ${end}${where}. ${execution.error_message ?? 'The engine stopped answering'}`),
    next: 'Check the engine and its machine. Start it again where a second run does no harm.',
  };
}

/** The error types whose message says more than the last line of the log: those of job archives, and of runs that may not write a file. */
const SAYS_MORE: ReadonlySet<string | null> = new Set(['JOB_ERROR', 'WRITE_REFUSED']);

function failed({ execution, course, where }: Ended): EndDescription {
  const { exit_code: code, last_error_line: line } = course;
  const why =
    code === null || SAYS_MORE.has(execution.error_type)
      ? `: ${execution.error_message ?? line ?? 'no reason was given'}`
      : ` with exit code ${code}${line === undefined ? '' : `: ${line}`}`;
  return { code: 'FAILED', message: sentence(`It failed${where}${why}`), next: failRemedy(execution) };
}

/** The error type that a restore writes: neither the task nor its bundle is the cause. */
export const RESTORED = 'INSTALL_RESTORED';
const AGAIN = 'Start it again where a second run does no harm.';

function failRemedy(execution: ExecutionRow): string {
  if (execution.error_type === 'SIGNAL')
    return `Read the log (${logOf(execution)}) and see whether the machine of the engine ran out of memory: a run profile limits that of Java.`;
  if (execution.error_type === RESTORED) return AGAIN;
  if (execution.error_type === 'ENGINE_ERROR') return 'The engine failed, not the task: read the log of the engine, and start it again.';
  return `The task itself failed: read its log (${logOf(execution)}), correct it and start it again.`;
}

function deployRemedy({ error_type: type }: ExecutionRow): string {
  if (type === 'CONNECTION_UNREADABLE') return 'Set the connections of the task anew, or give the server the keys of the install.';
  if (type === 'COMMAND_NOT_EXECUTABLE')
    return 'Correct the bundle and publish it again, or install the interpreter on the machine of the engine.';
  if (type === RESTORED) return AGAIN;
  if (type?.startsWith('RESOURCE_')) return 'Check the resource of the task and the disk of the engine, and start it again.';
  return 'Check the bundle and the disk of the engine, and start it again.';
}

const logOf = ({ id }: ExecutionRow): string => `GET /monitoring/executions/${id}/logs`;

function rowsOf({ processed_rows: processed, rejected_rows: rejected }: ExecutionRow): string {
  const counts = [
    ...(processed === null ? [] : [`${processed} row${processed === 1 ? '' : 's'} processed`]),
    ...(rejected === null ? [] : [`${rejected} rejected`]),
  ];
  return counts.length > 0 ? `: ${counts.join(', ')}` : '';
}
