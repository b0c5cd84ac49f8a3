/** The rules of resources. */
import { conflict, invalid, type Problem } from '../../../core/problem.ts';

const NAMES_SHOWN = 20;

/**
 * What a task uses stays where it is.
 * @rule resources.delete.use
 * @rule resources.move.use
 */
export function isNotUsed({ tasks, names }: { tasks: number; names: readonly string[] }): void {
  if (tasks === 0) return;
  const users = names.slice(0, NAMES_SHOWN).map((name) => `'${name}'`);
  const others = tasks - users.length;
  if (others > 0) users.push(`${others} ${users.length > 0 ? 'more' : 'that you cannot see'}`);
  throw conflict('resource_in_use', `Tasks use the resource: ${users.join(', ')}. Take it out of them or delete them first.`);
}

/**
 * A resource stays in its environment.
 * @rule resources.move.environment
 */
export function staysInEnvironment(own: string, target: string): void {
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
