/** Explains the state of an execution, in words and as data. Pure functions: all facts are passed in. */
import type { Schema } from '@millrace/contract';
import { isOutcome, TASK_EXECUTION_STATES } from '../life-cycle/states.ts';
import type { Facts, Reason } from './facts.ts';
import { endingReasons, heldReasons, RESTORED } from './run-reasons.ts';
import { waitingReasons } from './waiting-reasons.ts';

/** Explains an execution, the most important reason first. */
export function explain(facts: Facts): Schema<'Explanation'> {
  const { execution, course } = facts;
  const reasons = reasonsOf(facts);
  const next = reasons.find((reason) => reason.next !== undefined)?.next;
  return {
    executionId: execution.id,
    status: TASK_EXECUTION_STATES[execution.status].short,
    executionStatus: execution.status,
    summary: summaryOf(course.task_name, facts.hindrance !== undefined, reasons[0].message),
    reasons: reasons.map(({ code, message, evidence }) => ({ code, message, evidence })),
    timeline: timelineOf(facts),
    log: logStateOf(facts),
    ...valuesOf(course),
    ...(course.context_name !== null && { contextName: course.context_name }),
    ...(next !== undefined && { next }),
  };
}

function reasonsOf({ execution, course, engines, hindrance, retries }: Facts): readonly [Reason, ...Reason[]] {
  if (isOutcome(execution.status)) return endingReasons(execution, course, engines[0]);
  if (hindrance) return waitingReasons({ execution, course, engines, hindrance, retries });
  return heldReasons(execution, course, engines[0]);
}

/** The messages about executions that run or have ended begin with 'It'; the others with the condition that the execution waits for. */
function summaryOf(task: string, waits: boolean, message: string): string {
  if (waits) return `'${task}' waits: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  return message.replace(/^It/, () => `'${task}'`);
}

/** @rule task-executions.explain.parameters */
function valuesOf({
  parameters,
  secret_parameters: secret,
}: Facts['course']): Pick<Schema<'Explanation'>, 'parameters' | 'secretParameters'> {
  const secretParameters = [...(secret ?? [])];
  const shown = Object.entries(parameters).filter(([name]) => !secretParameters.includes(name));
  return { parameters: Object.fromEntries(shown), secretParameters };
}

/** The end is a time of the engine, whose clock may be ahead. The log is complete when the engine reports the end, so not before it. */
const latest = (stored: Date, finished: Date | null): Date => (finished && finished > stored ? finished : stored);

function timelineOf({ execution, course }: Facts): Schema<'ExplanationMoment'>[] {
  const moments = [
    ['ACCEPTED', execution.triggered_at],
    ['CLAIMED', course.claimed_at],
    ['STARTED', execution.started_at],
    ['FINISHED', execution.finished_at],
    ['LOG_COMPLETE', course.log_complete_at && latest(course.log_complete_at, execution.finished_at)],
  ] as const;
  let before: Date | undefined;
  return moments.flatMap(([what, at]) => {
    if (at === null) return [];
    const milliseconds = before && at.getTime() - before.getTime();
    before = at;
    return [{ at: at.toISOString(), what, ...(milliseconds !== undefined && milliseconds >= 0 && { milliseconds }) }];
  });
}

/**
 * The state of the log: whether it is complete. An engine sends all lines before it reports the end, and later ones are refused: the log of an ended
 * execution is complete, unless another cause than this report has ended it.
 * @rule task-executions.explain.log
 */
function logStateOf({ execution, course }: Pick<Facts, 'execution' | 'course'>): Schema<'ExplanationLog'> {
  const hadEngine = course.engine_id !== null;
  if (!isOutcome(execution.status))
    return hadEngine
      ? { state: 'ARRIVING', message: 'Lines arrive until the engine reports the end.' }
      : { state: 'NONE', message: 'No engine has claimed it yet.' };
  if (hadEngine && execution.error_type === 'ENGINE_LOST')
    return {
      state: 'INCOMPLETE',
      message: 'The engine was lost before it had sent the end of the log. Lines that it sends later are refused.',
    };
  if (hadEngine && execution.error_type === RESTORED)
    return { state: 'INCOMPLETE', message: 'The install was restored from a backup. Lines that came after the backup are missing.' };
  if (course.log_lines > 0) return { state: 'COMPLETE', message: 'All lines that the engine sent are stored.' };
  return {
    state: 'NONE',
    message: hadEngine
      ? 'It has no lines: the run wrote none, or they were deleted, or they are older than the time for which logs are kept.'
      : 'No engine has claimed it, so that it has no log.',
  };
}
