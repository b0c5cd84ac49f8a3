/** Whether the log of an execution is complete, as a state and a sentence. */
import type { Schema } from '@millrace/contract';
import { isOutcome } from '../life-cycle/states.ts';
import { RESTORED } from './ending-reasons.ts';
import type { Facts } from './facts.ts';

/**
 * The state of the log. An engine sends all lines before it reports the end, and later ones are refused: the log of an ended execution is complete,
 * unless another cause than this report has ended it.
 * @rule task-executions.explain.log
 */
export function logStateOf({ execution, course }: Pick<Facts, 'execution' | 'course'>): Schema<'ExplanationLog'> {
  const hadEngine = course.engine_id !== null;
  if (!isOutcome(execution.status))
    return hadEngine
      ? { state: 'ARRIVING', message: 'Lines arrive until the engine reports the end.' }
      : { state: 'NONE', message: 'No engine has claimed it yet.' };
  if (hadEngine && execution.error_type === 'ENGINE_LOST')
    return {
      state: 'INCOMPLETE',
      message: 'The engine was lost before it had sent the end of the log. Lines that it sends later are refused.',
    };
  if (hadEngine && execution.error_type === RESTORED)
    return { state: 'INCOMPLETE', message: 'The install was restored from a backup. Lines that came after the backup are missing.' };
  if (course.log_lines > 0) return { state: 'COMPLETE', message: 'All lines that the engine sent are stored.' };
  return {
    state: 'NONE',
    message: hadEngine
      ? 'It has no lines: the run wrote none, or they were deleted, or they are older than the time for which logs are kept.'
      : 'No engine has claimed it, so that it has no log.',
  };
}
