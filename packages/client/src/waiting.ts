import { isUnavailable } from './millrace-error.ts';
import { pause } from './sending.ts';

/** Limits of waiting for an execution. */
export type WaitOptions = {
  /** Milliseconds after which waiting ends with the code `time_limit`; the execution goes on. Default: no limit. */
  timeoutMs?: number;
  /** Ends waiting with the reason of the signal; the execution goes on. */
  signal?: AbortSignal;
};

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3000;
/** Time for which the server may be unavailable, for example during a restart, before waiting fails. */
const GIVE_UP_MS = 120_000;

/**
 * Reads an execution until it has ended, first often and then every 3 s. Throws `WaitedTooLong` after the time limit, the reason of an aborted signal, and
 * the error of a call: at once if a later call cannot succeed either, else when the server has been unavailable for two minutes.
 */
export async function waitForEnd<Execution>(
  read: (signal: AbortSignal | undefined) => Promise<Execution>,
  hasEnded: (execution: Execution) => boolean,
  { timeoutMs = Infinity, signal }: WaitOptions = {},
): Promise<Execution> {
  const start = performance.now();
  let answeredAt = start;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    try {
      const execution = await read(signal);
      if (hasEnded(execution)) return execution;
      answeredAt = performance.now();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() - answeredAt > GIVE_UP_MS) throw error;
    }
    const leftMs = timeoutMs - (performance.now() - start);
    if (leftMs <= 0) throw new WaitedTooLong(timeoutMs);
    await pause(Math.min(pauseMs, leftMs), signal);
  }
}

/** The execution has not ended in time. */
export class WaitedTooLong extends Error {
  constructor(timeoutMs: number) {
    super(`The execution has not ended within ${timeoutMs} ms. It goes on.`);
  }
}
