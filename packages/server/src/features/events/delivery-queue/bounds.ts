/** The pauses and leases that are stored with deliveries and endpoints. */

const [MINUTE, HOUR] = [60, 3600];

/** Seconds of a lease; it is renewed after a third. A process that ends leaves its endpoints for as long. */
export const LEASE_SECONDS = 15;
/** Seconds from each failed attempt to the next one; a delivery that fails after the last one is given up (decision 37). */
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
/** A receiver that fails for so many days is disabled. */
export const FAILING_DAYS = 5;
/** An endpoint with so many failures in a row is tried by one delivery at a time, with pauses. */
export const FAILURES_TO_PAUSE = 3;
/** An endpoint is tried again after this part of the time for which it has failed, within the bounds. */
export const [PAUSE_PART, PAUSE_LEAST, PAUSE_MOST] = [0.25, 2, 5 * MINUTE];
