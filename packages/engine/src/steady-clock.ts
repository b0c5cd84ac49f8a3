/**
 * The clock of what the engine reports. The clock of the machine may be set while a run goes on, and then its end would lie before its start, or an hour
 * too late. This one began with the program at the time of the machine and goes on evenly. Where it is off, the server sees that by `sentAt`, which is of
 * the same clock, and corrects the whole report.
 */

/** Milliseconds since 1970, as a whole number; never less than before. */
export const steadyNow = (): number => Math.floor(performance.timeOrigin + performance.now());

/** Less than this is what two readings of clocks are apart by themselves. */
const STEP_SECONDS = 1;

/** A time that a task tells, in seconds since 1970 by the clock of the machine, on the steady clock. */
export function onSteadyClock(seconds: number, steady: number = steadyNow()): number {
  const step = (steady - Date.now()) / 1000;
  return Math.abs(step) < STEP_SECONDS ? seconds : Math.max(0, seconds + step);
}
