import { endpoint } from '../../../core/http/endpoint.ts';
import { listFiltered } from './list-filtered.ts';

/** Lists executions by the filters of the query. */
export const listTaskExecutions = endpoint('GET /processing/executables/tasks/executions', {
  allow: 'signed-in',
  transaction: 'read only',

  async run(call) {
    return { status: 200, body: await listFiltered(call, call.query) };
  },
});
