/** The reasons for an execution that an engine has, or that has ended. */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../../core/http/absent-fields.ts';
import type { TaskExecutionState } from '../life-cycle/states.ts';
import { type ExecutionRow, toEndRequestJson } from '../life-cycle/executions.ts';
import { type Course, engineName, type ExplainedEngine, type Reason, sentence, toAttemptEvidence, toEngineEvidence } from './facts.ts';

/**
 * The state of an execution that an engine has; first that the engine sends no heartbeats.
 * @rule task-executions.explain.held
 */
export function heldReasons(execution: ExecutionRow, course: Course, engine: ExplainedEngine | undefined): readonly [Reason, ...Reason[]] {
  const state = stateOf(execution, course, engine);
  return engine && engine.availability !== 'AVAILABLE' && !engine.illness ? [silent(course, engine), state] : [state];
}

function silent({ lease_expires_at: lease }: Course, engine: ExplainedEngine): Reason {
  const since = engine.last_beat_at ? `since ${engine.last_beat_at.toISOString()}` : 'at all';
  const ends = lease ? `; when the lease ends at ${lease.toISOString()} without one, it ends as lost` : '';
  return {
    code: 'ENGINE_SILENT',
    message: `It is with ${engineName(engine)}, which has sent no heartbeat ${since}${ends}.`,
    evidence: { engine: toEngineEvidence(engine), ...presentFields({ leaseEndsAt: lease?.toISOString() }) },
    next: 'Check the engine: its own log says why it does not reach the server.',
  };
}

function stateOf(execution: ExecutionRow, course: Course, engine: ExplainedEngine | undefined): Reason {
  const { status, started_at: started, timeout_minutes: timeout } = execution;
  const evidence = {
    ...presentFields({ engine: engine && toEngineEvidence(engine), leaseEndsAt: course.lease_expires_at?.toISOString() }),
    ...presentFields({ timeout }),
  };
  if (status === 'STOPPING_FLOW_EXECUTION') {
    const by = course.ending_by_name === null ? '' : ` by ${course.ending_by_name}`;
    return {
      code: 'STOPPING',
      message: `It was asked to end${by}, and ${engineName(engine)} is ending it.`,
      evidence: { ...evidence, ...presentFields({ endRequest: toEndRequestJson(course) }) },
    };
  }
  if (!started) {
    const since = course.claimed_at ? ` at ${course.claimed_at.toISOString()}` : '';
    return { code: 'HANDED_OUT', message: `It was claimed by ${engineName(engine)}${since} and has not started yet.`, evidence };
  }
  const until = timeout === null ? '' : `; after ${timeout} min it is ended`;
  return { code: 'RUNNING', message: `It has been running on ${engineName(engine)} since ${started.toISOString()}${until}.`, evidence };
}

type Ended = { execution: ExecutionRow; course: Course; where: string };
type EndDescription = { code: Schema<'ExplanationCode'>; message: string; next?: string };

/**
 * The reason of an end, with the engine, the exit code, the last error line, the end of the lease and the request as far as they are known.
 * @rule task-executions.explain.ended
 * @rule task-executions.retry.explained
 */
export function endingReasons(execution: ExecutionRow, course: Course, engine: ExplainedEngine | undefined): readonly [Reason] {
  const where = course.engine_id === null ? '' : ` on ${engineName(engine)}`;
  const { code, message, next } = describeEnd({ execution, course, where });
  const line = code === 'SUCCEEDED' ? undefined : course.last_error;
  const evidence = presentFields({
    engine: course.engine_id !== null && engine ? toEngineEvidence(engine) : undefined,
    misfiredExecutionReason: execution.misfired_reason,
    errorType: execution.error_type,
    errorMessage: execution.error_message,
    exitCode: course.exit_code,
    lastErrorLine: line?.message,
    lastErrorIndex: line?.index,
    leaseEndedAt: course.lease_ended_at?.toISOString(),
    // One that ended by itself while it was being ended has its own reason.
    endRequest: execution.status === 'EXECUTION_TERMINATED' ? toEndRequestJson(course) : undefined,
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
  EXECUTION_TERMINATED: ({ course: { ending_by_name: name }, where }) => ({
    code: 'TERMINATED',
    message: `It was ended ${name === null ? 'on request' : `by ${name}`}${where || ' before an engine claimed it'}.`,
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
  const { exit_code: code, last_error: { message: line } = {} } = course;
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

type MisfireReason = Schema<'MisfiredExecutionReason'>;

/** The reason in words, or undefined to use the error message of the record. */
const MISFIRES: Readonly<Record<MisfireReason, readonly [why: string | undefined, next: string]>> = {
  TASK_IS_PAUSED: ['its task was paused', 'Resume the task; what was missed meanwhile does not start by itself.'],
  MAX_PARALLEL_TASKS_LIMIT_REACHED: [undefined, 'Wait until some have ended, end what waits, or start the task less often.'],
  MAX_DEPLOYMENT_ATTEMPTS_REACHED: [
    'another execution of its task ran at each attempt',
    'Allow parallel executions in the run configuration of the task, or start it less often.',
  ],
  PARALLEL_EXECUTION_FORBIDDEN: ['another execution of its task ran', 'Allow parallel executions in the run configuration of the task.'],
  REMOTE_ENGINE_UNAVAILABLE: ['its engine was not available', 'Start the engine, then start the task again.'],
  REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER: [
    'no engine of its cluster was available',
    'Start an engine of the cluster, then start the task again.',
  ],
  DYNAMIC_ENGINE_UNAVAILABLE: ['its dynamic engine was not available', 'Start the dynamic engine, then start the task again.'],
  DE_ENV_NOT_CONNECTED: ['its environment has no dynamic engine', 'Assign a dynamic engine to the environment.'],
  UNABLE_TO_RETRIEVE_ARTIFACT_OR_TASK_MAVEN_URL: ['its artifact could not be read', 'Publish the artifact again.'],
  PIPELINE_ARTIFACT_NOT_FOUND: ['its artifact was not found', 'Publish the artifact again.'],
  DATA_FABRIC_ARTIFACT_NOT_FOUND: ['its artifact was not found', 'Publish the artifact again.'],
  PIPELINE_RUN_PROFILE_NOT_FOUND: ['its run profile was not found', 'Name another run profile in the run configuration of the task.'],
  REMOTE_ENGINE_CONTAINER_NOT_FOUND: ['its engine was not found', 'Name another engine in the run configuration of the task.'],
  ELASTIC_ENGINE_CONTAINER_NOT_FOUND: ['its engine was not found', 'Name another engine in the run configuration of the task.'],
  INCOMPATIBILITY_BETWEEN_ACTIONS_VERSIONS_AND_ENGINE: ['its engine is too old for the artifact', 'Upgrade the engine.'],
  UNKNOWN: [undefined, 'Remove the cause that the reason names; then the next start succeeds without further changes.'],
};

/** The message of a misfire, and what to do about it. */
function misfireOf(
  reason: MisfireReason,
  { error_message: message }: Pick<ExecutionRow, 'error_message'>,
): { message: string; next: string } {
  const [why, next] = MISFIRES[reason];
  return { message: sentence(`It did not start: ${why ?? message ?? reason}`), next };
}
