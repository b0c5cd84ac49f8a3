import { isUnavailable } from './millrace-error.ts';
import { pause } from './sending.ts';

/** Limits of waiting for an execution. */
export type WaitOptions = {
  /**
   * Milliseconds after which waiting ends with the code `time_limit`; the execution goes on. 0: after one read, whereas 0 in `ClientSettings` is no limit.
   * Where the server does not answer, waiting ends up to 5 s later. Default: no limit.
   */
  timeoutMs?: number;
  /** Ends waiting with the reason of the signal; the execution goes on. */
  signal?: AbortSignal;
};

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3000;
/** Time that a read has at least, also at the end of waiting, so that an execution that has ended in time is seen. */
const SHORTEST_READ_MS = 5000;
/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Time for which the server may be unavailable, for example during a restart, before waiting fails. */
const GIVE_UP_MS = 120_000;

/**
 * Reads an execution until it has ended, first often and then every 3 s. Throws `WaitedTooLong` after the time limit, the reason of an aborted signal, and
 * the error of a call: at once if a later call cannot succeed either, else when the server has been unavailable for two minutes.
 */
export async function waitForEnd<Execution>(
  read: (signal: AbortSignal) => Promise<Execution>,
  hasEnded: (execution: Execution) => boolean,
  { timeoutMs = Infinity, signal }: WaitOptions = {},
): Promise<Execution> {
  const start = performance.now();
  let answeredAt = start;
  const leftMs = (): number => timeoutMs - (performance.now() - start);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), Math.min(Math.max(leftMs(), SHORTEST_READ_MS), LONGEST_TIMER_MS));
    try {
      const execution = await read(AbortSignal.any(signal ? [limit.signal, signal] : [limit.signal]));
      if (hasEnded(execution)) return execution;
      answeredAt = performance.now();
    } catch (error) {
      signal?.throwIfAborted();
      if (limit.signal.aborted) throw new WaitedTooLong(timeoutMs);
      if (!isUnavailable(error) || performance.now() - answeredAt > GIVE_UP_MS) throw error;
    } finally {
      clearTimeout(timer);
    }
    if (leftMs() <= 0) throw new WaitedTooLong(timeoutMs);
    await pause(Math.min(pauseMs, leftMs()), signal);
  }
}

/** No answer in time said that the execution has ended. */
export class WaitedTooLong extends Error {
  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms says that the execution has ended. Waiting does not stop it.`);
  }
}
