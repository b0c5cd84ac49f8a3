import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { toTaskExecutionJson } from './json.ts';
import { listFiltered } from './lists/list-filtered.ts';

/** Lists executions by the filters of the body, among them tags. */
export const searchTaskExecutions = endpoint('POST /processing/executables/tasks/executions', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run(call) {
    const page = await listFiltered(call, call.body);
    return { status: 200, body: toPage(page, call.body, toTaskExecutionJson) };
  },
});
