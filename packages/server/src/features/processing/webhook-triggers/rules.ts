/** The rules of the calls of webhooks. */
import type { BodyText } from '../../../core/http/body-text.ts';
import { Problem, tooOften } from '../../../core/base/problem.ts';

/** The webhook that is called, with the account in whose name it starts executions, and the maker that must be active (null if none must be). */
export type CalledTrigger = {
  id: string;
  task_id: string | null;
  plan_id: string | null;
  trigger_calls: number | null;
  trigger_timeout: number | null;
  run_as_id: string;
  set_by_id: string | null;
  execution_timeout_minutes: number | null;
  big_data: boolean;
};

/** An execution to start: its id, what the webhook says of it, and the payload of its calls. */
export type Start = Omit<CalledTrigger, 'trigger_calls' | 'trigger_timeout' | 'big_data'> & { payload: string };

/** The settings by which a webhook groups calls. */
type Grouping = Pick<CalledTrigger, 'trigger_calls' | 'trigger_timeout'>;

/**
 * The media types that the body of a call may have.
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
/** The number of calls of a window if the webhook sets none. */
const MAX_CALLS = 10_000;
const DAY = 86_400_000;

/** 404: the URL is unknown. The secret is not repeated, not even a wrong one. */
export const unknownUrl = (): Problem =>
  new Problem(404, 'not_found', 'No webhook has this URL: ask the owner of the webhook for its current URL.');

/**
 * A URL that is called too often answers with the seconds after which calls are accepted again.
 * @rule webhook-triggers.call.rate
 */
export function requireRate(waitSeconds: number | undefined): void {
  if (waitSeconds !== undefined)
    throw tooOften(`This webhook is called too often: wait ${waitSeconds} seconds, or send several things in one call.`, waitSeconds);
}

/**
 * The maximum bytes of a call, and of all calls for one execution.
 * @rule webhook-triggers.call.size
 * @rule webhook-triggers.call.big-data
 */
export const maxBytesOf = (trigger: CalledTrigger, limit: number): number => (trigger.big_data ? Math.min(limit, BIG_DATA_BYTES) : limit);

/**
 * Returns whether calls wait for further ones. A webhook with a number and no time waits for the number; one with a time and no number, for the time.
 * @rule webhook-triggers.start.single
 */
export const groupsCalls = ({ trigger_calls: calls, trigger_timeout: timeout }: Grouping): boolean =>
  calls !== 1 && timeout !== 0 && (calls !== null || timeout !== null);

/** The number of calls that fill a window. */
export const fullAt = (grouping: Grouping): number => (groupsCalls(grouping) ? (grouping.trigger_calls ?? MAX_CALLS) : 1);

/** The milliseconds for which a window accepts calls. */
export const openFor = ({ trigger_timeout: timeout }: Grouping): number => timeout ?? DAY;

/** The reason why a call does not start its task or plan. */
type CallMisfire = { reason: 'UNKNOWN'; message: string };

/** The accounts of a webhook when it starts something. */
type WebhookAccounts = { login: string; may_execute: boolean; maker_active: boolean; maker_login: string | null };

/**
 * The reason why a webhook starts nothing: the account that it runs as may not run the task or plan, or its maker is disabled or deleted.
 * @rule webhook-triggers.start.maker
 */
export function callMisfireOf(accounts: WebhookAccounts): CallMisfire | undefined {
  const { login, may_execute: mayExecute, maker_active: isMakerActive, maker_login: maker } = accounts;
  if (!mayExecute)
    return {
      reason: 'UNKNOWN',
      message: `The webhook runs as '${login}', who may not run this any more: give this account EXECUTE on the workspace, or set another runAsUser.`,
    };
  if (isMakerActive) return undefined;
  const by = maker === null ? 'an account that was deleted' : `'${maker}', whose account is disabled`;
  return {
    reason: 'UNKNOWN',
    message: `The webhook was set by ${by}: set it again, or take it over (POST /orchestration/ownerless-triggers/takeover).`,
  };
}

/** The tasks of the first step of a plan that get the payload. If none declares the parameter any more, only a record stores the payload. */
export function receivesIn(tasks: readonly { id: string; receives: boolean }[]): { receivers: string[]; misfire?: CallMisfire } {
  const receivers = tasks.filter(({ receives }) => receives);
  if (receivers.length > 0) return { receivers: receivers.map(({ id }) => id) };
  return {
    receivers: tasks.map(({ id }) => id),
    misfire: { reason: 'UNKNOWN', message: 'No task of the first step of the plan declares the parameter for the payload of the calls.' },
  };
}

/**
 * A call in the form that the job gets.
 * @rule webhook-triggers.start.payload
 */
export const itemOf = ({ type = 'text/plain', text }: BodyText): string => JSON.stringify({ type, data: text });
