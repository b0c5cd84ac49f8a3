/** The rules of calls that start something. */
import type { BodyText } from '../../../core/http/body-text.ts';
import { Problem, tooOften } from '../../../core/base/problem.ts';

/** An execution that is to be: its id, what runs, in whose name, and the payload of its calls. */
export type Start = {
  id: string;
  task_id: string | null;
  plan_id: string | null;
  run_as_id: string;
  execution_timeout_minutes: number | null;
  payload: string;
};

/** The webhook that is called. */
export type CalledTrigger = {
  id: string;
  task_id: string | null;
  plan_id: string | null;
  trigger_calls: number | null;
  trigger_timeout: number | null;
  run_as_id: string;
  execution_timeout_minutes: number | null;
  big_data: boolean;
};

/** How a webhook groups. */
export type Grouping = Pick<CalledTrigger, 'trigger_calls' | 'trigger_timeout'>;

/**
 * What a call may bring.
 * @rule webhook-triggers.call.types
 */
export const TEXT_TYPES: readonly string[] = [
  'application/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/xml',
];

const BIG_DATA_BYTES = 5 * 1024;
/** Most calls of a window for which no number is set. */
const MOST_CALLS = 10_000;
const DAY = 86_400_000;

/** 404: the url is unknown. The secret is not repeated, not even a wrong one. */
export const unknownUrl = (): Problem =>
  new Problem(404, 'not_found', 'No webhook has this url: ask whoever set it up for the one that holds now.');

/**
 * An url that is called too often says after how many seconds it takes calls again.
 * @rule webhook-triggers.call.rate
 */
export function comesInTime(waitSeconds: number | undefined): void {
  if (waitSeconds !== undefined)
    throw tooOften(`This webhook is called too often: wait ${waitSeconds} seconds, or send several things in one call.`, waitSeconds);
}

/**
 * How large a call may be, and what one execution gets at most.
 * @rule webhook-triggers.call.size
 * @rule webhook-triggers.call.big-data
 */
export const mostBytesOf = (trigger: CalledTrigger, limit: number): number => (trigger.big_data ? Math.min(limit, BIG_DATA_BYTES) : limit);

/**
 * Whether calls wait for further ones. With a number and no time, the number is waited for; with a time and no number, the time.
 * @rule webhook-triggers.start.single
 */
export const groupsCalls = ({ trigger_calls: calls, trigger_timeout: timeout }: Grouping): boolean =>
  calls !== 1 && timeout !== 0 && (calls !== null || timeout !== null);

/** How many calls fill a window. */
export const fullAt = (grouping: Grouping): number => (groupsCalls(grouping) ? (grouping.trigger_calls ?? MOST_CALLS) : 1);

/** For how many milliseconds a window takes calls. */
export const openFor = ({ trigger_timeout: timeout }: Grouping): number => timeout ?? DAY;

/** Why a call does not start what it is for. */
export type Misfire = { reason: 'UNKNOWN'; message: string };

/** What keeps somebody from running something. */
export function mayRun({ login, may }: { login: string; may: boolean }): Misfire | undefined {
  if (may) return undefined;
  return {
    reason: 'UNKNOWN',
    message: `The webhook runs as '${login}', who may not run this any more: give back EXECUTE on its workspace, or set another runAsUser.`,
  };
}

/** Which tasks of the first step of a plan get the payload; where none asks for it any more, it is kept with a record only. */
export function receivesIn(tasks: readonly { id: string; receives: boolean }[]): { receivers: string[]; misfire?: Misfire } {
  const receivers = tasks.filter(({ receives }) => receives);
  if (receivers.length > 0) return { receivers: receivers.map(({ id }) => id) };
  return {
    receivers: tasks.map(({ id }) => id),
    misfire: { reason: 'UNKNOWN', message: 'No task of the first step of the plan declares the parameter that gets what the calls bring.' },
  };
}

/**
 * A call as the job gets it.
 * @rule webhook-triggers.start.payload
 */
export const itemOf = ({ type = 'text/plain', text }: BodyText): string => JSON.stringify({ type, data: text });
