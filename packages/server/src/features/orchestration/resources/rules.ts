/** The rules of resources. */
import { conflict, invalid, namesAndMore, type Problem } from '../../../core/base/problem.ts';

/**
 * Refuses to delete or move a resource that tasks use.
 * @rule resources.delete.use
 * @rule resources.move.use
 */
export function requireResourceUnused({ tasks, names }: { tasks: number; names: readonly string[] }): void {
  if (tasks === 0) return;
  throw conflict('resource_in_use', `Tasks use the resource: ${namesAndMore(tasks, names)}. Remove it from them or delete them first.`);
}

/** Builds the refusal of a folder; its message explains what a folder is. */
export const refusedFolder = (reason: string): Problem =>
  invalid(
    'resource_refused',
    `The folder is refused: ${reason}. A resource with "file": false is a zip; send any other content with "file": true.`,
  );
