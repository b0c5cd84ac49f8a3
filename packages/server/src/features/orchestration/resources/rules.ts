/** The rules of resources. */
import { conflict, invalid, namesAndMore, type Problem } from '../../../core/base/problem.ts';
import { inspectZip, zipFault } from '../artifacts/index.ts';
import type { ContentUses } from '../workspaces/index.ts';

/**
 * Refuses to delete or move a resource that tasks use.
 * @rule resources.delete.use
 * @rule resources.move.use
 */
export function requireResourceUnused({ count, names }: ContentUses): void {
  if (count === 0) return;
  throw conflict('resource_in_use', `Tasks use the resource: ${namesAndMore(count, names)}. Remove it from them or delete them first.`);
}

/**
 * Refuses content that is not a zip or cannot be unpacked safely; passes on an error of the disk.
 * @rule resources.create.folder
 */
export async function requireSafeFolder(zipPath: string): Promise<void> {
  try {
    await inspectZip(zipPath, async () => undefined);
  } catch (error) {
    const fault = zipFault(error);
    throw fault === undefined ? error : refusedFolder(fault);
  }
}

/** Builds the refusal of a folder; its message explains what a folder is. */
const refusedFolder = (reason: string): Problem =>
  invalid(
    'resource_refused',
    `The folder is refused: ${reason}. A resource with "file": false is a zip; send any other content with "file": true.`,
  );
