/** The next steps after a run that did not end well, or that waits: what a person can do about it, by its explanation. */
import type { Schema } from '@millrace/contract';

/** A next step: a call, or a page to open. It is no step of a plan. */
export type NextStep =
  | {
      kind:
        | 'againNow'
        | 'moreMemory'
        | 'changeTimeLimit'
        | 'changeRunSettings'
        | 'changeInputs'
        | 'openTask'
        | 'openArtifact'
        | 'openEngines';
    }
  | { kind: 'openEngine'; id: string; name: string }
  | { kind: 'openRunAhead'; id: string }
  | { kind: 'testConnection'; id: string; name: string };

/** Words of an error that the memory was too small. */
const MEMORY = /OutOfMemory|out of memory|Java heap space|GC overhead limit/i;
/** Words of an error that another system could not be reached or has refused the caller. */
const UNREACHED =
  /connect|refused|time[d -]?out|unreachable|unknown ?host|no route|getaddrinfo|ENOTFOUND|authenticat|login failed|access denied/i;
const MAX_CONNECTIONS = 3;

/** The error types of failures that are not those of the task. */
const NOT_OF_TASK: ReadonlySet<string | undefined> = new Set(['ENGINE_ERROR', 'ENGINE_LOST', 'INSTALL_RESTORED']);

/** Steps by the code of a reason that need no further data. */
const BY_CODE: { readonly [Code in Schema<'ExplanationCode'>]?: NextStep } = {
  ENGINE_LOST: { kind: 'againNow' },
  ENGINE_SHUT_DOWN: { kind: 'againNow' },
  TERMINATED: { kind: 'againNow' },
  TIMED_OUT: { kind: 'changeTimeLimit' },
  PUT_OFF: { kind: 'changeRunSettings' },
  NO_ENGINE: { kind: 'openEngines' },
};

/** Steps by the reason of a run that did not start. */
const BY_MISFIRE: { readonly [Reason in Schema<'MisfiredExecutionReason'>]?: NextStep } = {
  TASK_IS_PAUSED: { kind: 'openTask' },
  MAX_PARALLEL_TASKS_LIMIT_REACHED: { kind: 'openTask' },
  MAX_DEPLOYMENT_ATTEMPTS_REACHED: { kind: 'changeRunSettings' },
  PARALLEL_EXECUTION_FORBIDDEN: { kind: 'changeRunSettings' },
  REMOTE_ENGINE_UNAVAILABLE: { kind: 'openEngines' },
  REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER: { kind: 'openEngines' },
  PIPELINE_RUN_PROFILE_NOT_FOUND: { kind: 'changeRunSettings' },
  REMOTE_ENGINE_CONTAINER_NOT_FOUND: { kind: 'changeRunSettings' },
};

/** Whether an error says that another system could not be reached, so that the connections of the task should be tested. */
export const isUnreached = (explanation: Schema<'Explanation'>): boolean =>
  explanation.reasons[0]?.code === 'FAILED' && !NOT_OF_TASK.has(errorTypeOf(explanation)) && UNREACHED.test(errorOf(explanation));

/** The next steps, the best one first. `connections` are those of the task, by the name that the job uses. */
export function nextStepsAfter(explanation: Schema<'Explanation'>, connections: Readonly<Record<string, string>> = {}): NextStep[] {
  const [reason] = explanation.reasons;
  if (!reason) return [];
  const { code, evidence } = reason;
  if (code === 'MISFIRED') return stepsOf(BY_MISFIRE[evidence.misfiredExecutionReason ?? 'UNKNOWN'] ?? { kind: 'openTask' });
  if (code === 'TASK_BUSY' && evidence.runningExecutionId !== undefined) return [{ kind: 'openRunAhead', id: evidence.runningExecutionId }];
  if (code === 'ENGINE_SILENT' || code.startsWith('ENGINES_')) return [engineStep(evidence)];
  if (code === 'DEPLOY_FAILED') return [deployStep(evidence.errorType)];
  if (code === 'FAILED') return failureSteps(explanation, connections);
  return stepsOf(BY_CODE[code]);
}

const stepsOf = (step: NextStep | undefined): NextStep[] => (step ? [step] : []);

function engineStep({ engine, engines = [] }: Schema<'ExplanationEvidence'>): NextStep {
  const only = engine ?? (engines.length === 1 ? engines[0] : undefined);
  return only ? { kind: 'openEngine', id: only.id, name: only.name } : { kind: 'openEngines' };
}

function deployStep(type: string | undefined): NextStep {
  if (type === 'CONNECTION_UNREADABLE' || type?.startsWith('RESOURCE_')) return { kind: 'changeInputs' };
  return type === 'INSTALL_RESTORED' ? { kind: 'againNow' } : { kind: 'openArtifact' };
}

function failureSteps(explanation: Schema<'Explanation'>, connections: Readonly<Record<string, string>>): NextStep[] {
  const type = errorTypeOf(explanation);
  if (type === 'SIGNAL' || MEMORY.test(errorOf(explanation))) return [{ kind: 'moreMemory' }];
  if (!isUnreached(explanation)) return [{ kind: 'againNow' }];
  const tests = Object.entries(connections).map(([name, id]) => ({ kind: 'testConnection' as const, id, name }));
  return [...tests.slice(0, MAX_CONNECTIONS), { kind: 'againNow' }];
}

const errorTypeOf = ({ reasons: [reason] }: Schema<'Explanation'>): string | undefined => reason?.evidence.errorType;
const errorOf = ({ reasons: [reason] }: Schema<'Explanation'>): string =>
  `${reason?.evidence.errorMessage ?? ''} ${reason?.evidence.lastErrorLine ?? ''}`;
