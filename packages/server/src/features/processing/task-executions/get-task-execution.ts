import { endpoint } from '../../../core/http/endpoint.ts';
import { findExecution } from './access.ts';
import { toJobExecutionJson } from './json.ts';

/** Reads one execution. */
export const getTaskExecution = endpoint('GET /processing/executions/{executionId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toJobExecutionJson(await findExecution(tx, actor, path.executionId)) };
  },
});
