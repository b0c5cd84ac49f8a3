import { endpoint } from '../../../core/http/endpoint.ts';
import { findExecution, lockLive } from '../../processing/task-executions/index.ts';
import { deleteLog } from '../log-store/index.ts';
import { deleteFilesOf } from './file-queries.ts';

/**
 * Deletes the log of an execution and the log files of it. The lock delays lines that the engine reports at the same time.
 * @rule execution-logs.delete.permission
 * @rule execution-logs.delete.files
 */
export const deleteExecutionLogs = endpoint('DELETE /monitoring/executions/{id}/logs', {
  allow: 'EXECUTION_LOGS_DELETE',

  async run({ actor, tx, path }) {
    const execution = await findExecution(tx, actor, path.id);
    await lockLive(tx, [execution.id]);
    await deleteFilesOf(tx, execution.id);
    await deleteLog(tx, execution.id);
    return { status: 200, body: {} };
  },
});
