import { MillraceError } from '@millrace/client';

/** Returns the result of a read, or undefined where the server answers 404. */
export async function ifFound<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof MillraceError && error.status === 404) return undefined;
    throw error;
  }
}
