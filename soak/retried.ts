/** Calls on servers that are killed and started again meanwhile. */
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@millrace/contract/client';

/** Repeats a call every half second while it fails because a server is starting again or too many calls were made. Throws the error of the 60th try. */
export async function retried<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (tries === 60 || (error instanceof ApiError && error.status < 500 && error.status !== 429)) throw error;
      await wait(500);
    }
  }
}
