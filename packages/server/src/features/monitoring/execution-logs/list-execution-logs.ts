import { endpoint } from '../../../core/http/endpoint.ts';
import { findExecution } from '../../processing/task-executions/index.ts';
import { readPage } from '../log-store/index.ts';
import { toLogPage } from './json.ts';
import { rangeOf } from './rules.ts';

/**
 * Reads a page of the log of an execution. The transaction gives its statements one snapshot.
 * @rule execution-logs.list.right
 */
export const listExecutionLogs = endpoint('GET /monitoring/executions/{id}/logs', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, blobs, path, query }) {
    const execution = await findExecution(tx, actor, path.id);
    const offset = query.startIndex ?? 0;

    const page = await readPage({ tx, blobs }, execution.id, {
      range: rangeOf(query),
      order: query.order ?? 'DESC',
      offset,
      count: query.count ?? 50,
    });
    return { status: 200, body: toLogPage(page, offset, execution.pod_name) };
  },
});
