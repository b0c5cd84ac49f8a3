/** How long deliveries and endpoints wait after failures, and when an endpoint is given up. */

const [MINUTE, HOUR] = [60, 3600];

/** Seconds from each failed attempt to the next one; after the last one, a delivery is given up. */
export const RETRY_SECONDS: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** The longest wait that a receiver may ask for by `Retry-After`. */
export const MAX_RETRY_AFTER_SECONDS = HOUR;
/** A receiver that has failed for so many days is disabled. */
export const FAILING_DAYS = 5;
/** After so many failures in a row, an endpoint gets only one delivery at a time, with pauses. */
export const FAILURES_TO_PAUSE = 3;
/** The pause before the next attempt at an endpoint is this part of the time for which it has failed, within the two bounds in seconds. */
export const [PAUSE_PART, PAUSE_LEAST, PAUSE_MOST] = [0.25, 2, 5 * MINUTE];
