/** The rules of engines. */
import { conflict } from '../../../core/problem.ts';

/**
 * An engine stays while a task is set to run on it or an execution needs it.
 * @rule remote-engines.delete.use
 */
export function isNotUsed({ tasks, executions }: { tasks: number; executions: number }): void {
  if (tasks > 0)
    throw conflict(
      'engine_in_use',
      `${tasks} task${tasks === 1 ? ' is' : 's are'} set to run on the engine: give them another runtime first.`,
    );
  if (executions > 0)
    throw conflict(
      'engine_in_use',
      `${executions} execution${executions === 1 ? '' : 's'} on the engine must end first: wait or terminate.`,
    );
}
