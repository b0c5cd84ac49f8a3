import { endpoint } from '../../../core/endpoint.ts';
import { findExecution } from '../../processing/task-executions/index.ts';
import { toLogPage } from './json.ts';
import { countLines, inRange, selectLines } from './queries.ts';
import { rangeOf } from './rules.ts';

/**
 * Reads a page of the log of an execution.
 * @rule execution-logs.list.right
 */
export const listExecutionLogs = endpoint('GET /monitoring/executions/{id}/logs', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, path, query }) {
    const execution = await findExecution(tx, actor, path.id);
    const range = inRange(rangeOf(query));
    const offset = query.startIndex ?? 0;

    const counts = await countLines(tx, execution.id, range);
    const lines = await selectLines(tx, execution.id, range, { order: query.order ?? 'DESC', offset, count: query.count ?? 50 });
    return { status: 200, body: toLogPage(lines, counts, offset) };
  },
});
