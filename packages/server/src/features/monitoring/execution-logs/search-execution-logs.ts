import { endpoint } from '../../../core/http/endpoint.ts';
import { findExecution } from '../../processing/task-executions/index.ts';
import { searchLog } from '../log-store/index.ts';
import { toLogMatches } from './json.ts';
import { rangeOf } from './rules.ts';

/**
 * Searches the log of an execution. It needs no transaction: if chunks are joined meanwhile, the lines stay the same. A search may take long.
 * @rule execution-logs.search.right
 */
export const searchExecutionLogs = endpoint('GET /monitoring/executions/{id}/logs/search', {
  allow: 'signed-in',

  async run({ actor, tx, blobs, path, query }) {
    const execution = await findExecution(tx, actor, path.id);
    const found = await searchLog({ tx, blobs }, execution.id, {
      text: query.text,
      severity: query.severity,
      range: rangeOf(query),
      backwards: query.order === 'DESC',
      from: query.startIndex,
      count: query.count ?? 50,
    });
    return { status: 200, body: toLogMatches(found, execution.pod_name) };
  },
});
