/**
 * Explains the state of an execution, in words and as data, and says why one waits. Pure functions: all facts are passed in. The messages are for
 * callers of the API, so they name operations. Console and command line show the sentences of contract/src/explanation-texts.ts for the codes: a new
 * code needs both.
 */
import type { Schema } from '@millrace/contract';
import { presentFields } from '../../../../core/http/absent-fields.ts';
import { isOutcome, TASK_EXECUTION_STATES } from '../life-cycle/states.ts';
import { type ExplainedEngine, type Facts, type Reason, sentence, toAttemptEvidence, toEngineEvidence } from './facts.ts';
import { endingReasons, heldReasons, RESTORED } from './run-reasons.ts';

/** Explains an execution, the most important reason first. */
export function explain(facts: Facts): Schema<'Explanation'> {
  const { execution, course } = facts;
  const reasons = reasonsOf(facts);
  const next = reasons.find((reason) => reason.next !== undefined)?.next;
  return {
    executionId: execution.id,
    status: TASK_EXECUTION_STATES[execution.status].short,
    executionStatus: execution.status,
    target: targetOf(facts),
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

/** @rule task-executions.explain.target */
function targetOf({ execution, course, engines }: Facts): Schema<'ExplanationTarget'> {
  if (course.is_dynamic) return { kind: 'DYNAMIC_ENVIRONMENT', name: course.environment_name };
  if (execution.runtime_type === 'REMOTE_ENGINE') return { kind: 'ENGINE', ...presentFields({ name: engines[0]?.name }) };
  if (execution.runtime_type === 'REMOTE_ENGINE_CLUSTER') return { kind: 'CLUSTER', ...presentFields({ name: course.cluster_name }) };
  return { kind: 'ENVIRONMENT', name: course.environment_name };
}

/** The messages about executions that run or have ended begin with 'It'; the others with the condition that the execution waits for. */
function summaryOf(task: string, waits: boolean, message: string): string {
  if (waits) return `'${task}' waits: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  return message.replace(/^It/, () => `'${task}'`);
}

/** @rule task-executions.explain.parameters */
function valuesOf(course: Facts['course']): Pick<Schema<'Explanation'>, 'parameters' | 'secretParameters'> {
  const secretParameters = [...(course.secret_parameters ?? [])];
  const shown = Object.entries(course.parameters).filter(([name]) => !secretParameters.includes(name));
  return { parameters: Object.fromEntries(shown), secretParameters };
}

/**
 * When the log was complete: at the time when the end was stored, or at the end itself if that is later, because it is a time of the engine, whose clock
 * may be ahead.
 */
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

type Waiting = Facts & { hindrance: NonNullable<Facts['hindrance']> };

/**
 * The reasons that keep an execution from an engine: first the engines, then its own task, then older executions.
 * @rule task-executions.explain.waiting
 */
function waitingReasons(facts: Waiting): readonly [Reason, ...Reason[]] {
  const [first, ...more] = [...engineReasons(facts), ...retryWaits(facts), ...givenBack(facts), ...taskBusy(facts), ...queueAhead(facts)];
  return first ? [first, ...more] : [claimDue(facts)];
}

/** A case in which engines do not take an execution. */
type EngineCase = { applies: boolean; code: Reason['code']; message: string; next: string };

function engineReasons(facts: Waiting): Reason[] {
  const cases = facts.course.is_dynamic ? agentCases(facts) : engineCases(facts);
  const first = cases.find(({ applies }) => applies);
  if (!first) return [];
  const { code, message, next } = first;
  return [{ code, message: sentence(message), evidence: { engines: facts.engines.map(toEngineEvidence) }, next }];
}

/** The cases of the engine, the cluster or the environment that a task names; the first that applies is the reason. */
function engineCases({ execution, course, engines }: Waiting): EngineCase[] {
  const isSingle = execution.runtime_type === 'REMOTE_ENGINE';
  const target =
    execution.runtime_type === 'REMOTE_ENGINE_CLUSTER'
      ? `the cluster '${course.cluster_name ?? '?'}'`
      : `the environment '${course.environment_name}'`;
  const namedEngine = `The engine '${engines[0]?.name ?? '?'}'`;
  const paired = engines.filter((engine) => engine.paired);
  const available = paired.filter((engine) => engine.availability === 'AVAILABLE');
  const ill = paired
    .flatMap(({ name, illness }) => (illness ? [`'${name}' has been ill since ${illness.since}: ${illness.message}`] : []))
    .join('; ');
  const last = paired[0]?.last_beat_at;
  const heartbeat = last ? `the last heartbeat came at ${last.toISOString()} from '${paired[0]?.name}'` : 'none has sent one yet';
  const loads = available.map(({ name, running, capacity }) => `'${name}' runs ${running} of at most ${capacity}`).join(', ');
  return [
    {
      applies: engines.length === 0,
      code: 'NO_ENGINE',
      message: isSingle
        ? 'The engine that its task names was deleted, or belongs to another workspace'
        : `There is no engine in ${target} that its workspace may use`,
      next: 'Create an engine with POST /processing/runtimes/remote-engines and pair it, or give the task another runtime and start it again.',
    },
    {
      applies: paired.length === 0,
      code: 'ENGINES_UNPAIRED',
      message: isSingle ? `${namedEngine} is not paired` : `No engine of ${target} is paired`,
      next: 'Create an engine with POST /processing/runtimes/remote-engines (or millrace engine pair) and pair it with its key on its host.',
    },
    {
      applies: available.length === 0 && ill !== '',
      code: 'ENGINES_ILL',
      message: isSingle ? `The engine ${ill}` : `No engine of ${target} can begin runs: ${ill}`,
      next: 'Check the machine of the engine; it tests itself at least once a minute and gets work again as soon as a test succeeds. Or add an engine.',
    },
    {
      applies: available.length === 0,
      code: 'ENGINES_UNAVAILABLE',
      message: isSingle ? `${namedEngine} is not available: ${heartbeat}` : `No engine of ${target} is available: ${heartbeat}`,
      next: 'Start the engine, or read in its own log why it does not reach the server.',
    },
    {
      applies: available.every(isFull),
      code: 'ENGINES_FULL',
      message: isSingle ? `${namedEngine} is full: ${loads}` : `All available engines of ${target} are full: ${loads}`,
      next: 'Wait, end what may end, raise the capacity of an engine, or add an engine.',
    },
  ];
}

/** The cases of the agent of a dynamic-engine environment: no assignment, no pairing, an illness, a silence, or no free place. */
function agentCases({ course, engines: [agent] }: Waiting): EngineCase[] {
  const target = `the dynamic-engine environment '${course.environment_name}'`;
  const address = `/orchestration/dynamic-engine-environments/${course.environment_id}`;
  const advice = `Read the status with GET ${address}, and that of its services on the dynamic engine.`;
  const at = agent?.last_beat_at?.toISOString();
  const heartbeat = at === undefined ? 'it has sent no heartbeat yet' : `its last heartbeat came at ${at}`;
  return [
    {
      applies: !agent,
      code: 'NO_ENGINE',
      message: `No dynamic engine is assigned to ${target}`,
      next: `Assign one with POST ${address}/connection.`,
    },
    { applies: !agent?.paired, code: 'ENGINES_UNPAIRED', message: `The agent of ${target} is not installed yet`, next: advice },
    {
      applies: !!agent?.illness,
      code: 'ENGINES_ILL',
      message: `The agent of ${target} is ill: ${agent?.illness?.message}`,
      next: advice,
    },
    {
      applies: agent?.availability !== 'AVAILABLE',
      code: 'ENGINES_UNAVAILABLE',
      message: `The agent of ${target} is not available: ${heartbeat}`,
      next: advice,
    },
    {
      applies: agent !== undefined && isFull(agent),
      code: 'ENGINES_FULL',
      message: `The agent of ${target} is full: it runs ${agent?.running} of at most ${agent?.capacity}`,
      next: 'Wait, or end what may end.',
    },
  ];
}

const isFull = ({ running, capacity }: ExplainedEngine): boolean => capacity !== null && running >= capacity;

/** @rule task-executions.retry.explained */
function retryWaits({ execution, hindrance: { returns, put_off: isPutOff, attempts, next_attempt_at: next } }: Waiting): Reason[] {
  if (execution.first_id === null || !isPutOff || returns > 0 || attempts > 0) return [];
  const message = `Attempt ${execution.attempt} of ${execution.attempts} begins at ${next.toISOString()}, because the one before it did not succeed.`;
  return [{ code: 'RETRY_WAITS', message, evidence: { ...toAttemptEvidence(execution), nextAttemptAt: next.toISOString() } }];
}

function givenBack({ hindrance: { returns, put_off: isPutOff, attempts, next_attempt_at: next } }: Waiting): Reason[] {
  if (returns === 0 || !isPutOff || attempts > 0) return [];
  const times = returns === 1 ? 'once' : `${returns} times`;
  const message = `Engines gave it back ${times}, because their machines could not begin it; it is offered again at ${next.toISOString()}.`;
  return [{ code: 'PUT_OFF', message, evidence: { nextAttemptAt: next.toISOString() }, next: 'Read in its log what the engines lacked.' }];
}

function taskBusy({ execution, hindrance, retries }: Waiting): Reason[] {
  const { running_id: other, running_since: since, attempts, returns, put_off: isPutOff, next_attempt_at: next } = hindrance;
  if (other === null && (!isPutOff || ((returns > 0 || execution.first_id !== null) && attempts === 0))) return [];
  const evidence = {
    ...presentFields({ runningExecutionId: other, runningSince: since?.toISOString() }),
    attempts,
    attemptsLeft: Math.max(0, retries - attempts),
    ...(isPutOff && { nextAttemptAt: next.toISOString() }),
  };
  const attemptsText = `put off ${attempts} ${attempts === 1 ? 'time' : 'times'} so far, next attempt ${isPutOff ? `at ${next.toISOString()}, or when that one ends` : 'with the next claim'}`;
  if (other === null) {
    const message = `Another execution of the task ran at the last attempt: ${attemptsText}.`;
    return [{ code: 'PUT_OFF', message, evidence, next: parallelAdvice(execution.task_id) }];
  }
  const message = `The execution ${other} of the same task runs, and the task allows no second one beside it: ${attemptsText}.`;
  return [{ code: 'TASK_BUSY', message, evidence, next: `Wait for the other one or end it. ${parallelAdvice(execution.task_id)}` }];
}

const parallelAdvice = (task: string): string =>
  `To let executions run side by side, set "parallelExecutionAllowed" with PUT /orchestration/executables/tasks/${task}/run-config.`;

function queueAhead({ hindrance: { ahead, put_off: isPutOff } }: Waiting): Reason[] {
  if (ahead === 0 || isPutOff) return [];
  const message = ahead === 1 ? 'One older execution waits for the same engines.' : `${ahead} older executions wait for the same engines.`;
  return [{ code: 'QUEUE', message, evidence: { ahead } }];
}

const claimDue = ({ engines }: Waiting): Reason => ({
  code: 'CLAIM_DUE',
  message: 'An engine is available and gets it with its next claim.',
  evidence: { engines: engines.map(toEngineEvidence) },
});
