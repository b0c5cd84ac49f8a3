/**
 * Explanations of runs for people. The server sends codes and values, and messages for callers of the API; these functions choose the sentences and their
 * values by the codes, so that console and command line say the same in each language.
 */
import { EXPLANATION_TEXTS, type ExplanationKey } from './explanation-texts.ts';
import type { Schema } from './index.ts';
import { RUN_STATES, STATE_OF_STATUS } from './run-states.ts';

type Explanation = Schema<'Explanation'>;
type Evidence = Schema<'ExplanationEvidence'>;
type Code = Schema<'ExplanationCode'>;
type Engine = Schema<'ExplanationEngine'>;
type Misfire = Schema<'MisfiredExecutionReason'>;

/** A sentence, or a part of one, with its values. The language that shows it may translate an `error`, which is a text of the engine or the server. */
type Sentence = { key: ExplanationKey; values?: Readonly<Record<string, Value>> };
type Value = string | number | Sentence | readonly Sentence[] | { error: string };

type Facts = { evidence: Evidence; target: Explanation['target']; timeline: Explanation['timeline'] };

/** What is said about a code: the sentences, and what to do next. */
type Said = readonly [why: Sentence | undefined, ...more: (Sentence | undefined)[]];
type Case = { says(facts: Facts): Said; next?(facts: Facts): ExplanationKey | undefined };

const say = (key: ExplanationKey, values?: Readonly<Record<string, Value>>): Sentence => (values ? { key, values } : { key });

/** A text without the punctuation at its end, which the sentence around it adds. */
const bare = (text: string): string => text.trim().replace(/[.:;,]+$/, '');
const errorOf = ({ errorMessage, lastErrorLine }: Evidence): Value =>
  errorMessage !== undefined ? { error: bare(errorMessage) } : lastErrorLine !== undefined ? bare(lastErrorLine) : say('noReason');

const isAgent = ({ target }: Facts): boolean => target.kind === 'DYNAMIC_ENVIRONMENT';
const whereOf = ({ target: { kind, name = '?' } }: Facts): Sentence => say(kind === 'ENGINE' ? 'onEngine' : `in${kind}`, { name });
const onEngine = ({ evidence: { engine } }: Facts): Value => (engine ? say('onEngine', { name: engine.name }) : '');
const nameOf = ({ evidence: { engine } }: Facts): string => engine?.name ?? '?';
/** Whether an engine had the run. */
const wasTaken = (timeline: Explanation['timeline']): boolean => timeline.some(({ what }) => what === 'CLAIMED' || what === 'STARTED');
const timeOf = ({ timeline }: Facts, what: Explanation['timeline'][number]['what']): string =>
  timeline.find((moment) => moment.what === what)?.at ?? timeline.at(-1)?.at ?? '?';

/** The sentence for the engine that a task names, for the agent of a dynamic engine, or for the engines of a cluster or an environment. */
const ofTarget = (
  facts: Facts,
  key: 'unpaired' | 'ill' | 'unavailable' | 'full',
  values: Readonly<Record<string, Value>> = {},
): Sentence => {
  if (facts.target.kind === 'ENGINE') return say(`${key}Engine`, { name: facts.target.name ?? '?', ...values });
  return say(isAgent(facts) ? `${key}Agent` : key, { where: whereOf(facts), ...values });
};

const illnessesOf = (engines: readonly Engine[] = []): Sentence[] =>
  engines.flatMap(({ name, illness }) => (illness ? say('illness', { name, at: illness.since, message: bare(illness.message) }) : []));
const loadsOf = (engines: readonly Engine[] = []): Sentence[] =>
  engines.flatMap(({ name, availability, running, capacity }) =>
    availability === 'AVAILABLE' && capacity !== undefined ? say('load', { name, running, capacity }) : [],
  );
const heartbeatOf = (engines: readonly Engine[] = []): Sentence => {
  const heard = engines.find(({ lastHeartbeat }) => lastHeartbeat !== undefined);
  return heard ? say('heartbeatAt', { at: heard.lastHeartbeat ?? '', name: heard.name }) : say('noHeartbeat');
};

/** A sentence about an end on request, which names who asked if that is known. */
function sayBy(
  { evidence: { endRequest } }: Facts,
  key: 'stopping' | 'stopped' | 'stoppedWaiting',
  values: Readonly<Record<string, Value>> = {},
): Sentence {
  const by = endRequest?.accountName;
  return by === undefined ? say(key, values) : say(`${key}By`, { ...values, by });
}

const attemptsOf = ({ evidence: { attempt, attemptsAtMost, nextExecutionId } }: Facts): (Sentence | undefined)[] => [
  attempt !== undefined && attemptsAtMost !== undefined ? say('attempt', { attempt, most: attemptsAtMost }) : undefined,
  nextExecutionId === undefined ? undefined : say('attemptFollows'),
];
const putOffUntil = ({ evidence: { attempts = 0, nextAttemptAt } }: Facts): (Sentence | undefined)[] => [
  attempts > 0 ? say('putOffTimes', { count: attempts }) : undefined,
  nextAttemptAt === undefined ? undefined : say('nextAttempt', { at: nextAttemptAt }),
];

/** The error types whose message says more than the last line of the log. */
const SAYS_MORE: ReadonlySet<string | undefined> = new Set(['JOB_ERROR', 'WRITE_REFUSED']);

function failureOf({ evidence }: Facts): Value {
  const { exitCode, errorType, lastErrorLine } = evidence;
  if (exitCode === undefined || SAYS_MORE.has(errorType)) return errorOf(evidence);
  return lastErrorLine === undefined
    ? say('exitCode', { code: String(exitCode) })
    : say('withCode', { code: String(exitCode), line: bare(lastErrorLine) });
}

/** The error types with advice of their own, of runs that failed. */
const AFTER_FAILURE: Readonly<Record<string, ExplanationKey>> = {
  SIGNAL: 'checkMemory',
  ENGINE_ERROR: 'engineFailed',
  INSTALL_RESTORED: 'runAgain',
};
/** The same for runs that could not be deployed. */
const AFTER_DEPLOYMENT: Readonly<Record<string, ExplanationKey>> = {
  CONNECTION_UNREADABLE: 'setConnections',
  COMMAND_NOT_EXECUTABLE: 'correctBundle',
  INSTALL_RESTORED: 'runAgain',
};
const AFTER_MISFIRE: Readonly<Record<Misfire, ExplanationKey>> = {
  TASK_IS_PAUSED: 'resumeTask',
  MAX_PARALLEL_TASKS_LIMIT_REACHED: 'startLess',
  MAX_DEPLOYMENT_ATTEMPTS_REACHED: 'allowParallel',
  PARALLEL_EXECUTION_FORBIDDEN: 'allowParallel',
  REMOTE_ENGINE_UNAVAILABLE: 'startEngineAgain',
  REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER: 'startEngineAgain',
  DYNAMIC_ENGINE_UNAVAILABLE: 'startEngineAgain',
  DE_ENV_NOT_CONNECTED: 'assignEngine',
  UNABLE_TO_RETRIEVE_ARTIFACT_OR_TASK_MAVEN_URL: 'publishAgain',
  PIPELINE_ARTIFACT_NOT_FOUND: 'publishAgain',
  DATA_FABRIC_ARTIFACT_NOT_FOUND: 'publishAgain',
  PIPELINE_RUN_PROFILE_NOT_FOUND: 'otherProfile',
  REMOTE_ENGINE_CONTAINER_NOT_FOUND: 'otherEngine',
  ELASTIC_ENGINE_CONTAINER_NOT_FOUND: 'otherEngine',
  INCOMPATIBILITY_BETWEEN_ACTIONS_VERSIONS_AND_ENGINE: 'upgradeEngine',
  UNKNOWN: 'removeCause',
};

const CASES: Readonly<Record<Code, Case>> = {
  NO_ENGINE: {
    says: (facts) => {
      if (facts.target.kind === 'ENGINE') return [say('noEngineOfTask')];
      return isAgent(facts) ? [say('noDynamicEngine', { name: facts.target.name ?? '?' })] : [say('noEngine', { where: whereOf(facts) })];
    },
    next: (facts) => (isAgent(facts) ? 'assignEngine' : 'createEngine'),
  },
  ENGINES_UNPAIRED: { says: (facts) => [ofTarget(facts, 'unpaired')], next: (facts) => (isAgent(facts) ? 'checkAgent' : 'pairEngine') },
  ENGINES_ILL: {
    says: (facts) => [ofTarget(facts, 'ill', { illnesses: illnessesOf(facts.evidence.engines) })],
    next: (facts) => (isAgent(facts) ? 'checkAgent' : 'checkMachine'),
  },
  ENGINES_UNAVAILABLE: {
    says: (facts) => [ofTarget(facts, 'unavailable', { heartbeat: heartbeatOf(facts.evidence.engines) })],
    next: (facts) => (isAgent(facts) ? 'checkAgent' : 'startEngine'),
  },
  ENGINES_FULL: {
    says: (facts) => [ofTarget(facts, 'full', { loads: loadsOf(facts.evidence.engines) })],
    next: (facts) => (isAgent(facts) ? 'waitOrStop' : 'addEngine'),
  },
  TASK_BUSY: {
    says: (facts) => {
      const { runningSince: at } = facts.evidence;
      return [at === undefined ? say('busyNow') : say('busy', { at }), ...putOffUntil(facts)];
    },
    next: () => 'waitOrAllow',
  },
  PUT_OFF: {
    says: (facts) => {
      const { attempts, nextAttemptAt: at = '?' } = facts.evidence;
      return attempts === undefined ? [say('givenBack', { at })] : [say('putOff'), ...putOffUntil(facts)];
    },
    next: ({ evidence: { attempts } }) => (attempts === undefined ? 'readLacked' : 'allowParallel'),
  },
  RETRY_WAITS: {
    says: ({ evidence: { attempt = 2, attemptsAtMost: most = 2, nextAttemptAt: at = '?' } }) => [say('retryWaits', { attempt, most, at })],
  },
  QUEUE: { says: ({ evidence: { ahead = 0 } }) => [say('queue', { count: ahead })] },
  CLAIM_DUE: { says: () => [say('claimDue')] },
  HANDED_OUT: { says: (facts) => [say('handedOut', { name: nameOf(facts) })] },
  RUNNING: {
    says: (facts) => {
      const { timeout: minutes } = facts.evidence;
      return [
        say('running', { name: nameOf(facts), at: timeOf(facts, 'STARTED') }),
        minutes === undefined ? undefined : say('endsAfter', { minutes }),
      ];
    },
  },
  STOPPING: { says: (facts) => [sayBy(facts, 'stopping', { name: nameOf(facts) })] },
  ENGINE_SILENT: {
    says: (facts) => {
      const { engine, leaseEndsAt } = facts.evidence;
      const at = engine?.lastHeartbeat;
      return [
        at === undefined ? say('silentAlways', { name: nameOf(facts) }) : say('silent', { name: nameOf(facts), at }),
        leaseEndsAt === undefined ? undefined : say('lostAt', { at: leaseEndsAt }),
      ];
    },
    next: () => 'checkEngine',
  },
  SUCCEEDED: { says: (facts) => [say('succeeded', { on: onEngine(facts) }), ...attemptsOf(facts)] },
  ROWS_REJECTED: {
    says: (facts) => {
      const { rejectedRows: count } = facts.evidence;
      return [
        say('rowsRejected', { on: onEngine(facts) }),
        count === undefined ? undefined : say('rowCount', { count }),
        ...attemptsOf(facts),
      ];
    },
    next: () => 'readRejected',
  },
  MISFIRED: {
    says: (facts) => {
      const { misfiredExecutionReason: reason = 'UNKNOWN' } = facts.evidence;
      return [say('misfired', { why: reason === 'UNKNOWN' ? errorOf(facts.evidence) : say(reason) }), ...attemptsOf(facts)];
    },
    next: ({ evidence: { misfiredExecutionReason: reason = 'UNKNOWN' } }) => AFTER_MISFIRE[reason],
  },
  DEPLOY_FAILED: {
    says: (facts) => [say('deployFailed', { on: onEngine(facts), why: errorOf(facts.evidence) }), ...attemptsOf(facts)],
    next: ({ evidence: { errorType = '' } }) =>
      AFTER_DEPLOYMENT[errorType] ?? (errorType.startsWith('RESOURCE_') ? 'checkResource' : 'checkBundle'),
  },
  ENGINE_LOST: {
    says: (facts) => {
      const { engine, leaseEndedAt, errorMessage } = facts.evidence;
      // The server stores no code for this, only its text (`life-cycle/engine-loss.ts`).
      const isRestarted = errorMessage?.includes('its program ended while it held the execution') === true;
      return [
        engine ? say(isRestarted ? 'lostProgram' : 'lost', { name: engine.name }) : say('lostUnknown'),
        isRestarted || leaseEndedAt === undefined ? undefined : say('lostSince', { at: leaseEndedAt }),
        ...attemptsOf(facts),
      ];
    },
    next: () => 'checkAndRunAgain',
  },
  FAILED: {
    says: (facts) => [say('failed', { on: onEngine(facts), why: failureOf(facts) }), ...attemptsOf(facts)],
    next: ({ evidence: { errorType = '' } }) => AFTER_FAILURE[errorType] ?? 'correctTask',
  },
  TIMED_OUT: {
    says: (facts) => {
      const { timeout: minutes } = facts.evidence;
      const on = onEngine(facts);
      return [minutes === undefined ? say('timedOutUnknown', { on }) : say('timedOut', { on, minutes }), ...attemptsOf(facts)];
    },
    next: () => 'raiseLimit',
  },
  TERMINATED: {
    says: (facts) => {
      const hadEngine = facts.evidence.engine !== undefined || wasTaken(facts.timeline);
      return [hadEngine ? sayBy(facts, 'stopped', { on: onEngine(facts) }) : sayBy(facts, 'stoppedWaiting'), ...attemptsOf(facts)];
    },
  },
  ENGINE_SHUT_DOWN: {
    says: (facts) => {
      const { engine } = facts.evidence;
      return [engine ? say('shutDown', { name: engine.name }) : say('shutDownUnknown'), ...attemptsOf(facts)];
    },
    next: () => 'runAgain',
  },
};

function logOf({ log: { state }, executionStatus, timeline, reasons }: Explanation): ExplanationKey {
  if (state === 'ARRIVING') return 'logArriving';
  if (state === 'COMPLETE') return 'logComplete';
  if (state === 'INCOMPLETE') return reasons[0]?.evidence.errorType === 'INSTALL_RESTORED' ? 'logRestored' : 'logLost';
  if (wasTaken(timeline)) return 'logEmpty';
  return RUN_STATES[STATE_OF_STATUS[executionStatus]].group === 'live' ? 'logNotYet' : 'logNoEngine';
}

/** A language of sentences: the text of a key with its values, and an error of the engine or the server in its words. */
export type SentenceLanguage = {
  text(key: ExplanationKey, values: Readonly<Record<string, string | number>>): string;
  error(message: string): string;
};

/** An explanation in sentences: why the run is where it is, the most important reason first; what to do next; whether its log is complete. */
export type ExplanationSentences = { why: string; further: readonly string[]; next: string | undefined; log: string };

/** Returns an explanation in the sentences of a language. Times stay as instants, which the caller puts into the zone of the reader. */
export function sentencesOf(explanation: Explanation, language: SentenceLanguage): ExplanationSentences {
  const { reasons, target, timeline } = explanation;
  const [why = '', ...further] = reasons.map(({ code, evidence }) =>
    CASES[code]
      .says({ evidence, target, timeline })
      .flatMap((sentence) => (sentence ? [shown(sentence, language)] : []))
      .join(' '),
  );
  // A further attempt follows by itself, so that there is nothing to do.
  const needsAction = reasons.every(({ evidence: { nextExecutionId } }) => nextExecutionId === undefined);
  const key = needsAction
    ? reasons.map(({ code, evidence }) => CASES[code].next?.({ evidence, target, timeline })).find((advice) => advice !== undefined)
    : undefined;
  return { why, further, next: key && language.text(key, {}), log: language.text(logOf(explanation), {}) };
}

function shown(value: Value, language: SentenceLanguage): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if ('error' in value) return language.error(value.error);
  if (!('key' in value)) return value.map((part) => shown(part, language)).join(', ');
  const values = Object.entries(value.values ?? {}).map(([name, part]) => [name, typeof part === 'number' ? part : shown(part, language)]);
  return language.text(value.key, Object.fromEntries(values) as Record<string, string | number>);
}

/** English, without formats of numbers. */
export const ENGLISH_SENTENCES: SentenceLanguage = {
  text: (key, values) => EXPLANATION_TEXTS[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')),
  error: (message) => message,
};
