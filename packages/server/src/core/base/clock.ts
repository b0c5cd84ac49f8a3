/** The only place that reads the clock. */

/** Computes the time of this process from that of the machine. */
let timeOf = (machine: number): number => machine;

/** Milliseconds since 1970, UTC. */
export const nowMilliseconds = (): number => timeOf(Date.now());

/** The current time. */
export const now = (): Date => new Date(nowMilliseconds());

/** Monotonic milliseconds, for measuring how long something took. */
export const monotonicMilliseconds = (): number => performance.now();

/** Replaces the clock of this process: `of` computes its time from that of the machine, both in milliseconds since 1970. Only the double calls this. */
export const replaceClock = (of: (machine: number) => number): void => void (timeOf = of);
