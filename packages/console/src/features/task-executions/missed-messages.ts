/** Why runs did not start, in few words: for rows, which have no room for a sentence. */
import { defineMessages } from '../../text/messages.ts';
import type { TextOf } from '../../text/texts.ts';

/** Messages of the reasons. */
export const missedMessages = defineMessages('missed', {
  TASK_IS_PAUSED: 'The task was paused',
  PLAN_EXECUTIONS_PAUSED: 'The plan was paused',
  PARALLEL_EXECUTIONS_FORBIDDEN: 'Another run of the plan had not ended',
  SIMULTANEOUS_EXECUTIONS_LIMIT_REACHED: 'Too many runs had not ended',
  PARALLEL_EXECUTION_FORBIDDEN: 'Another run of the task had not ended',
  MAX_DEPLOYMENT_ATTEMPTS_REACHED: 'Another run of the task was there at each attempt',
  MAX_PARALLEL_TASKS_LIMIT_REACHED: 'Too many runs were waiting',
  REMOTE_ENGINE_UNAVAILABLE: 'The engine was not available',
  REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER: 'No engine of the cluster was available',
  DYNAMIC_ENGINE_UNAVAILABLE: 'The dynamic engine was not available',
});

/** The reason why a run did not start; undefined if it has none, or one without words. */
export const missedReason = (reason: string | undefined, text: TextOf<typeof missedMessages>): string | undefined =>
  reason !== undefined && reason in missedMessages.texts ? text(reason as keyof typeof missedMessages.texts) : undefined;
