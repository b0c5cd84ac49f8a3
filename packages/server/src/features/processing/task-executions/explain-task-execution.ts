import { endpoint } from '../../../core/http/endpoint.ts';
import { findExecution } from './access.ts';
import { explain } from './explanations/explanation.ts';
import { readFacts } from './explanations/facts.ts';

/**
 * Explains why an execution waits, misfired or failed, or what it did. All statements see one state of the database.
 * @rule task-executions.explain.right
 */
export const explainTaskExecution = endpoint('GET /processing/executions/{executionId}/explanation', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, blobs, path, limits }) {
    const execution = await findExecution(tx, actor, path.executionId);
    const facts = await readFacts({ tx, blobs }, execution, limits.busyRetrySeconds.length);
    return { status: 200, body: explain(facts) };
  },
});
