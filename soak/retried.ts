/** Calls on servers that are killed and started again meanwhile. */
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@millrace/contract/client';

/** Repeats a call that fails because a server is starting again, or because too many calls were made; at most for 30 seconds. */
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
