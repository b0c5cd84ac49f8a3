/** The rules of dynamic-engine environments. */
import { conflict } from '../../../core/base/problem.ts';

/**
 * An assigned environment cannot be deleted.
 * @rule dynamic-engine-environments.4.assigned
 */
export function requireUnassignedEnvironment(assignment: object | undefined): void {
  if (assignment) throw conflict('environment_assigned', 'The environment is assigned to a dynamic engine: remove the assignment first.');
}
