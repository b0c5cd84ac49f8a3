/** Explanations of every code, with all of its values and with none. */
import type { Schema } from '../src/index.ts';
import { EXPLANATION_VALUES } from '../src/explanation-texts.ts';

type Explanation = Schema<'Explanation'>;
type Evidence = Schema<'ExplanationEvidence'>;
type Code = Schema<'ExplanationCode'>;

const AT = '2026-11-29T02:14:07.000Z';
const ill = { code: 'ENOSPC', message: 'its disk is full', since: AT };
const engine: Schema<'ExplanationEngine'> = {
  id: 'e',
  name: 'north',
  status: 'PAIRED',
  availability: 'AVAILABLE',
  running: 2,
  capacity: 2,
  lastHeartbeat: AT,
  illness: ill,
};

const VALUES: Required<Evidence> = {
  engines: [engine],
  engine,
  runningExecutionId: 'r',
  runningSince: AT,
  attempts: 1,
  attemptsLeft: 1,
  nextAttemptAt: AT,
  attempt: 1,
  attemptsAtMost: 3,
  firstExecutionId: 'f',
  nextExecutionId: 'n',
  ahead: 4,
  timeout: 30,
  misfiredExecutionReason: 'UNKNOWN',
  errorType: 'EXIT_CODE',
  errorMessage: 'it broke',
  exitCode: 1,
  lastErrorLine: 'no such table',
  lastErrorIndex: 7,
  leaseEndsAt: AT,
  leaseEndedAt: AT,
  endRequest: { at: AT, accountId: 'a', accountName: 'Anna Example' },
  processedRows: 10,
  rejectedRows: 2,
};

const MISFIRES: readonly Schema<'MisfiredExecutionReason'>[] = [
  'PARALLEL_EXECUTION_FORBIDDEN',
  'UNABLE_TO_RETRIEVE_ARTIFACT_OR_TASK_MAVEN_URL',
  'TASK_IS_PAUSED',
  'DE_ENV_NOT_CONNECTED',
  'REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER',
  'REMOTE_ENGINE_UNAVAILABLE',
  'DYNAMIC_ENGINE_UNAVAILABLE',
  'REMOTE_ENGINE_CONTAINER_NOT_FOUND',
  'MAX_DEPLOYMENT_ATTEMPTS_REACHED',
  'MAX_PARALLEL_TASKS_LIMIT_REACHED',
  'PIPELINE_RUN_PROFILE_NOT_FOUND',
  'PIPELINE_ARTIFACT_NOT_FOUND',
  'DATA_FABRIC_ARTIFACT_NOT_FOUND',
  'ELASTIC_ENGINE_CONTAINER_NOT_FOUND',
  'INCOMPATIBILITY_BETWEEN_ACTIONS_VERSIONS_AND_ENGINE',
  'UNKNOWN',
];
const ERROR_TYPES = [
  'SIGNAL',
  'ENGINE_ERROR',
  'INSTALL_RESTORED',
  'JOB_ERROR',
  'CONNECTION_UNREADABLE',
  'COMMAND_NOT_EXECUTABLE',
  'RESOURCE_MISSING',
];
/** What the server stores about runs of an engine whose program was started again (`life-cycle/engine-loss.ts`). */
const RESTARTED = "The engine 'north' stopped answering: its program ended while it held the execution, and was started again.";
const KINDS: readonly Explanation['target']['kind'][] = ['ENGINE', 'CLUSTER', 'ENVIRONMENT', 'DYNAMIC_ENVIRONMENT'];
const LIVE: ReadonlySet<Code> = new Set([
  'NO_ENGINE',
  'ENGINES_UNPAIRED',
  'ENGINES_UNAVAILABLE',
  'ENGINES_ILL',
  'ENGINES_FULL',
  'TASK_BUSY',
  'PUT_OFF',
  'RETRY_WAITS',
  'QUEUE',
  'CLAIM_DUE',
]);

const { lastHeartbeat: _, ...silent } = engine;
/** The values that the server always sends. */
const ALWAYS: { readonly [Each in Code]?: Evidence } = {
  PUT_OFF: { nextAttemptAt: AT },
  RETRY_WAITS: { nextAttemptAt: AT, attempt: 2, attemptsAtMost: 3 },
  HANDED_OUT: { engine },
  RUNNING: { engine },
  STOPPING: { engine },
  ENGINE_SILENT: { engine: silent },
};

/** An explanation with one reason. */
export function explanationOf(code: Code, evidence: Evidence, changes: Partial<Explanation> = {}): Explanation {
  const isLive = LIVE.has(code);
  return {
    executionId: 'x',
    status: isLive ? 'dispatching' : 'execution_failed',
    executionStatus: isLive ? 'EXECUTION_EVENT_RECEIVED' : 'EXECUTION_FAILED',
    summary: 'the summary of the server',
    target: { kind: 'ENVIRONMENT', name: 'night' },
    reasons: [{ code, message: 'the message of the server', evidence }],
    timeline: [{ at: AT, what: 'ACCEPTED' }, ...(isLive ? [] : [{ at: AT, what: 'CLAIMED' as const }])],
    log: { state: isLive ? 'NONE' : 'COMPLETE', message: 'the message of the server' },
    parameters: {},
    secretParameters: [],
    ...changes,
  };
}

/** Explanations of every code. */
export function anyExplanations(): Explanation[] {
  const codes = Object.entries(EXPLANATION_VALUES) as [Code, readonly (keyof Evidence)[]][];
  const without = ({ nextExecutionId: __, ...evidence }: Evidence): Evidence => evidence;
  return codes.flatMap(([code, values]) => {
    const all = Object.fromEntries(values.map((name) => [name, VALUES[name]])) as Evidence;
    const always = ALWAYS[code] ?? {};
    const variants: Evidence[] = [
      all,
      without(all),
      always,
      ...('misfiredExecutionReason' in all
        ? MISFIRES.map((misfiredExecutionReason) => ({ ...without(all), misfiredExecutionReason }))
        : []),
      ...('errorType' in all ? ERROR_TYPES.map((errorType) => ({ ...without(all), errorType })) : []),
      ...(code === 'ENGINE_LOST' ? [{ engine, errorMessage: RESTARTED }] : []),
      ...('exitCode' in all ? [{ engine, exitCode: 1 }] : []),
      ...('endRequest' in all ? [{ ...always, endRequest: VALUES.endRequest }] : []),
    ];
    return variants.flatMap((evidence) => [
      ...KINDS.map((kind) => explanationOf(code, evidence, { target: { kind, name: 'night' } })),
      ...(['NONE', 'ARRIVING', 'INCOMPLETE'] as const).map((state) => explanationOf(code, evidence, { log: { state, message: '' } })),
      explanationOf(code, evidence, { timeline: [{ at: AT, what: 'ACCEPTED' }], log: { state: 'NONE', message: '' } }),
    ]);
  });
}
