import { reachFaultPoint } from '@millrace/wire/fault-points';
import { endpoint } from '../../../core/http/endpoint.ts';
import { lockExecution } from './access.ts';
import { RUNS_TASKS } from './task-access.ts';
import { stopsIn, topicsToWake } from './life-cycle/topics.ts';
import { requestEnd } from './life-cycle/moves.ts';

/**
 * Ends an execution. Its engine gets the request at once; if the engine is gone, the execution ends when its lease expires.
 * @rule task-executions.end.answer
 */
export const endTaskExecution = endpoint('DELETE /processing/executions/{executionId}', {
  allow: RUNS_TASKS,

  async run({ actor, tx, path }) {
    const execution = await lockExecution(tx, actor, path.executionId);

    const ended = await requestEnd(tx, [execution.id]);
    reachFaultPoint('end.before-commit');
    return { status: 204, wake: [execution.environment_id, stopsIn(execution.environment_id), ...topicsToWake(ended)] };
  },
});
