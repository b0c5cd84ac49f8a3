/** The only place that reads the clock. */

/** Computes the time of this process from that of the machine. */
let timeOf = (machine: number): number => machine;

/** Milliseconds since 1970, UTC. */
export const nowMilliseconds = (): number => timeOf(Date.now());

/** The current time. */
export const now = (): Date => new Date(nowMilliseconds());

/** Monotonic milliseconds, for measuring how long something took. */
export const monotonicMilliseconds = (): number => performance.now();

/** Has this process follow another clock than that of the machine. `of` turns milliseconds since 1970 into such; only the local double calls this. */
export const followClock = (of: (machine: number) => number): void => void (timeOf = of);
