/**
 * The clock of all times that the engine reports. The system clock may be changed during a run, so that the run would end before its start, or an hour too
 * late. This clock takes the system time when the program starts, and is monotonic from then on. If it is wrong, the server sees that by `sentAt`, which
 * is of the same clock, and corrects all times of the report.
 */

/** Milliseconds since 1970, as a whole number; never decreases. */
export const steadyNow = (): number => Math.floor(performance.timeOrigin + performance.now());

/** Smaller differences between the two clocks are measurement noise. */
const STEP_SECONDS = 1;

/** Converts a time that a task reports, in seconds since 1970 by the system clock, to the steady clock. */
export function onSteadyClock(seconds: number, steady: number = steadyNow()): number {
  const step = (steady - Date.now()) / 1000;
  return Math.abs(step) < STEP_SECONDS ? seconds : Math.max(0, seconds + step);
}
