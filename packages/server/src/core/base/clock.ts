/** The only place that reads the clock. */

/** Milliseconds since 1970, UTC. */
export const nowMilliseconds = (): number => Date.now();

/** The current time. */
export const now = (): Date => new Date();

/** Monotonic milliseconds, for measuring how long something took. */
export const monotonicMilliseconds = (): number => performance.now();
