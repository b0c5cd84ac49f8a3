/** Repeats calls while the server is not available. */
import { isUnavailable } from '@millrace/client';
import type { Context } from './context.ts';
import { sleep } from './shell.ts';

const PAUSE_MS = 2000;
const GIVE_UP_MS = 30_000;

/**
 * Repeats a call while the server is busy, restarts or does not answer, because an execution goes on in the meantime. Throws the error of the
 * first call that ends half a minute or more after the first error. `signal` ends the pauses.
 */
export async function retryWhileUnavailable<T>(
  { output, shell }: Pick<Context, 'output' | 'shell'>,
  call: () => Promise<T>,
  signal: AbortSignal = shell.signal,
): Promise<T> {
  let failedAt: number | undefined;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (failedAt === undefined) output.note('The server is not available. Trying again.');
      failedAt ??= performance.now();
      if (performance.now() - failedAt >= GIVE_UP_MS) throw error;
      await sleep(PAUSE_MS, signal);
    }
  }
}
