/** The rules of resources. */
import { conflict, invalid, namesAndMore, type Problem } from '../../../core/base/problem.ts';

/**
 * What a task uses stays where it is.
 * @rule resources.delete.use
 * @rule resources.move.use
 */
export function isResourceUnused({ tasks, names }: { tasks: number; names: readonly string[] }): void {
  if (tasks === 0) return;
  throw conflict('resource_in_use', `Tasks use the resource: ${namesAndMore(tasks, names)}. Take it out of them or delete them first.`);
}

/**
 * A resource stays in its environment.
 * @rule resources.move.environment
 */
export function resourceStaysInEnvironment(own: string, target: string): void {
  if (own !== target) {
    throw invalid(
      'workspace_outside_environment',
      'The target workspace lies in another environment: name one of the environment of the resource.',
    );
  }
}

/** The refusal of content that is no folder, with what a folder is. */
export const refusedFolder = (reason: string): Problem =>
  invalid(
    'resource_refused',
    `The folder is refused: ${reason}. A resource with "file": false is a zip; send any other content with "file": true.`,
  );
