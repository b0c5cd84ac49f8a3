import { ApiError, UnreachableError } from '@millrace/contract/client';

import type { Context } from '../context.ts';
import { sleep } from '../shell.ts';

const PAUSE_MS = 2000;
/** The maximum number of attempts of a call while the server is busy or restarting. */
const MAX_ATTEMPTS = 15;

/** Repeats a call while the server restarts or is busy: an execution goes on in the meantime. */
export async function retryWhileUnavailable<T>({ output, shell }: Pick<Context, 'output' | 'shell'>, call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const isTemporary = error instanceof UnreachableError || (error instanceof ApiError && (error.status === 429 || error.status >= 500));
      if (!isTemporary || attempt === MAX_ATTEMPTS) throw error;
      if (attempt === 1) output.note('The server does not answer. Trying again for half a minute.');
      await sleep(PAUSE_MS, shell.signal);
    }
  }
}
