import { ApiError } from '@millrace/contract/client';

/** Reads the names of objects. One that is deleted or not visible is shown by its id. */
export async function readNames(ids: readonly string[], readName: (id: string) => Promise<string>): Promise<(id: string) => string> {
  const names = new Map<string, string>();
  for (const id of new Set(ids)) {
    try {
      names.set(id, await readName(id));
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 403)) throw error;
    }
  }
  return (id) => names.get(id) ?? id;
}
