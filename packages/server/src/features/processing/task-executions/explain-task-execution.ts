import { endpoint } from '../../../core/http/endpoint.ts';
import { lastError } from '../../monitoring/log-store/index.ts';
import { findExecution } from './access.ts';
import { explain } from './explanation.ts';
import { selectCourse, selectEngines, selectHindrance } from './explanation-queries.ts';

/**
 * Explains why an execution waits, misfired or failed, or how it went. Several statements see one moment.
 * @rule task-executions.explain.right
 */
export const explainTaskExecution = endpoint('GET /processing/executions/{executionId}/explanation', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, blobs, path, limits }) {
    const execution = await findExecution(tx, actor, path.executionId);
    const course = { ...(await selectCourse(tx, execution.id)), last_error_line: await lastError({ tx, blobs }, execution.id) };
    const engines = await selectEngines(tx, course, execution.workspace_id);
    const hindrance = await selectHindrance(tx, execution.id);

    return { status: 200, body: explain({ execution, course, engines, hindrance, retries: limits.busyRetrySeconds.length }) };
  },
});
