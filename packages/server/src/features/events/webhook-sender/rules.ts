/** Decides when a delivery is tried again, and when it is given up. */
import { MAX_RETRY_AFTER_SECONDS, RETRY_SECONDS } from '../delivery-queue/index.ts';

/** The pauses vary by this part, so that receivers that failed together are not tried together. */
const JITTER = 0.1;
/** Waiting deliveries are given up at this age. Their partitions are dropped a day later. */
export const GIVE_UP_DAYS = 6;

/** Statuses whose Retry-After is obeyed. */
const MAY_ASK_TO_WAIT: ReadonlySet<number> = new Set([429, 503]);
/** The receiver does not exist any more. */
const GONE = 410;

/** Returns whether an answer confirms the delivery. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Returns whether an answer means that the receiver does not exist any more; null stands for no answer.
 * @rule webhooks.deliver.gone
 */
export const isGone = (status: number | null): boolean => status === GONE;

/**
 * Seconds until the next attempt after so many failed ones; undefined when the delivery is given up. `random` is from 0 to 1. `outcome-rows.ts` stores the
 * time of that attempt as `next_attempt_at`.
 * @rule webhooks.deliver.retries
 */
export function pauseAfter(attempts: number, asked: number | undefined, random: number): number | undefined {
  const seconds = RETRY_SECONDS[attempts - 1];
  if (seconds === undefined) return undefined;
  return Math.max(seconds * (1 - JITTER + 2 * JITTER * random), asked ?? 0);
}

/** The seconds that a receiver asks to wait, as seconds or as a date; undefined if it asks for no readable time. */
export function askedPause(status: number, retryAfter: string | undefined, moment: number): number | undefined {
  if (retryAfter === undefined || !MAY_ASK_TO_WAIT.has(status)) return undefined;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - moment) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS) : undefined;
}
