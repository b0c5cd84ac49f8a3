/** A program that calls the API continuously, and repeats failed calls as clients do. */
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, UnreachableError, type Client } from '@millrace/contract/client';

/** Milliseconds before each repetition of a failed call. After the last one, the call counts as failed. */
const PAUSES = [100, 200, 400, 800, 1600, 3200];
/** Milliseconds between two starts. */
const PAUSE_BETWEEN = 250;
/** The number of further calls that the program makes at the same time. */
const CONNECTIONS = 6;

/** The observations of the program: the accepted executions, the finished ones, the repeated calls by reason, and the starts with an unknown outcome. */
export type Observations = { accepted: string[]; finished: Set<string>; repeated: Map<string, number>; unknownStarts: number };

/** A running program. `stop` ends it after its last call; throws the error of a call that failed for good. */
export type RepeatingCaller = { seen: Observations; stop(): Promise<Observations>; repeat<T>(call: () => Promise<T>): Promise<T> };

/** Starts a task again and again, and reads all of its unfinished executions. */
export function startCalling(client: Client, task: string): RepeatingCaller {
  const seen: Observations = { accepted: [], finished: new Set(), repeated: new Map(), unknownStarts: 0 };
  const stopping = new AbortController();

  async function repeat<T>(call: () => Promise<T>, isStart = false): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await call();
      } catch (error) {
        const reason = reasonToRepeat(error);
        const pause = PAUSES[tries];
        if (reason === undefined || pause === undefined) throw error;
        seen.repeated.set(reason, (seen.repeated.get(reason) ?? 0) + 1);
        if (isStart) seen.unknownStarts += 1;
        await wait(pause);
      }
    }
  }

  async function readExecution(executionId: string): Promise<void> {
    const path = { executionId };
    const { body } = await repeat(() => client.call('GET /processing/executions/{executionId}', { path }));
    if (body.finishTimestamp) seen.finished.add(executionId);
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { body } = await repeat(() => client.call('POST /processing/executions', { body: { executable: task } }), true);
      seen.accepted.push(body.executionId);
      // These calls are made at the same time, so that connections to all pods are open.
      const others = Array.from({ length: CONNECTIONS }, () => repeat(() => client.call('GET /account/me')));
      await Promise.all([...seen.accepted.filter((id) => !seen.finished.has(id)).map(readExecution), ...others]);
      await wait(PAUSE_BETWEEN);
    }
  }

  const working = work();
  // `stop` throws the error. Without this listener, the error would end the process before.
  working.catch(() => undefined);
  return {
    seen,
    repeat,
    stop: async () => {
      stopping.abort();
      await working;
      return seen;
    },
  };
}

/** Returns why a call may be repeated: a broken connection, or the answer of a server or proxy that it is unavailable. Undefined for other errors. */
function reasonToRepeat(error: unknown): string | undefined {
  if (error instanceof UnreachableError) return error.message.replace(/^.*?: /, '');
  return error instanceof ApiError && [502, 503, 504].includes(error.status) ? `status ${error.status}` : undefined;
}
