/** The message for each reason of a misfire, and what to do about it. */
import type { Schema } from '@millrace/contract';
import type { ExecutionRow } from '../life-cycle/execution-row.ts';
import { sentence } from './evidence.ts';

type MisfireReason = Schema<'MisfiredExecutionReason'>;

/** The reason in words, or undefined to use the error message of the record. */
const MISFIRES: Readonly<Record<MisfireReason, readonly [why: string | undefined, next: string]>> = {
  TASK_IS_PAUSED: ['its task was paused', 'Resume the task; what was missed meanwhile does not start by itself.'],
  MAX_PARALLEL_TASKS_LIMIT_REACHED: [undefined, 'Wait until some have ended, end what waits, or start the task less often.'],
  MAX_DEPLOYMENT_ATTEMPTS_REACHED: [
    'another execution of its task ran at each attempt',
    'Allow parallel executions in the run configuration of the task, or start it less often.',
  ],
  PARALLEL_EXECUTION_FORBIDDEN: ['another execution of its task ran', 'Allow parallel executions in the run configuration of the task.'],
  REMOTE_ENGINE_UNAVAILABLE: ['its engine was not available', 'Start the engine, then start the task again.'],
  REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER: [
    'no engine of its cluster was available',
    'Start an engine of the cluster, then start the task again.',
  ],
  DYNAMIC_ENGINE_UNAVAILABLE: ['its dynamic engine was not available', 'Start the dynamic engine, then start the task again.'],
  DE_ENV_NOT_CONNECTED: ['its environment has no dynamic engine', 'Assign a dynamic engine to the environment.'],
  UNABLE_TO_RETRIEVE_ARTIFACT_OR_TASK_MAVEN_URL: ['its artifact could not be read', 'Publish the artifact again.'],
  PIPELINE_ARTIFACT_NOT_FOUND: ['its artifact was not found', 'Publish the artifact again.'],
  DATA_FABRIC_ARTIFACT_NOT_FOUND: ['its artifact was not found', 'Publish the artifact again.'],
  PIPELINE_RUN_PROFILE_NOT_FOUND: ['its run profile was not found', 'Name another run profile in the run configuration of the task.'],
  REMOTE_ENGINE_CONTAINER_NOT_FOUND: ['its engine was not found', 'Name another engine in the run configuration of the task.'],
  ELASTIC_ENGINE_CONTAINER_NOT_FOUND: ['its engine was not found', 'Name another engine in the run configuration of the task.'],
  INCOMPATIBILITY_BETWEEN_ACTIONS_VERSIONS_AND_ENGINE: ['its engine is too old for the artifact', 'Upgrade the engine.'],
  UNKNOWN: [undefined, 'Remove the cause that the reason names; then the next start succeeds without further changes.'],
};

/** The message of a misfire, and what to do about it. */
export function misfireOf(
  reason: MisfireReason,
  { error_message: message }: Pick<ExecutionRow, 'error_message'>,
): { message: string; next: string } {
  const [why, next] = MISFIRES[reason];
  return { message: sentence(`It did not start: ${why ?? message ?? reason}`), next };
}
