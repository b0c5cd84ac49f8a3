/** The pauses and leases that are stored with deliveries and endpoints. */

const [MINUTE, HOUR] = [60, 3600];

/** Seconds of a lease; it is renewed after a third of them. When a process dies, its endpoints get no deliveries until their leases expire. */
export const LEASE_SECONDS = 15;
/** Seconds from each failed attempt to the next one; after the last one, a delivery is given up (decision 37). */
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
/** The longest wait that a receiver may ask for. */
export const RETRY_AFTER_MOST = HOUR;
/** A receiver that has failed for so many days is disabled. */
export const FAILING_DAYS = 5;
/** After so many failures in a row, an endpoint gets only one delivery at a time, with pauses. */
export const FAILURES_TO_PAUSE = 3;
/** The pause before the next attempt at an endpoint is this part of the time for which it has failed, within the two bounds. */
export const [PAUSE_PART, PAUSE_LEAST, PAUSE_MOST] = [0.25, 2, 5 * MINUTE];
