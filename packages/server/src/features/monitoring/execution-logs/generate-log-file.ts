import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { enqueue } from '../../../core/background/jobs.ts';
import { findExecution } from '../../processing/task-executions/index.ts';
import { countLines } from '../log-store/index.ts';
import { insertFile } from './file-queries.ts';
import { writeLogFile } from './jobs.ts';
import { formatOf, MAX_ENTRIES, logFileName, rangeOf } from './rules.ts';

/**
 * Enqueues a job that writes the current lines of a log to a file, oldest first.
 * @rule execution-logs.generate.range
 * @rule execution-logs.limits.entries
 */
export const generateLogFile = endpoint('POST /monitoring/executions/{id}/logs', {
  allow: 'signed-in',

  async run({ actor, tx, tokens, blobs, path, query }) {
    const execution = await findExecution(tx, actor, path.id);
    const format = formatOf(query.fileFormat);
    const range = rangeOf(query);
    const { first, end, filtered } = await countLines({ tx, blobs }, execution.id, range);
    const { secret: token, hash } = tokens.create('logFile');
    const id = newId();
    const file = { id, executionId: execution.id, hash, format, name: logFileName(execution, format, query.newFileName ?? false) };
    await insertFile(tx, { ...file, first, end, ...range });
    await enqueue(tx, writeLogFile, { id });
    return filtered > MAX_ENTRIES ? { status: 206, body: { size: MAX_ENTRIES, token } } : { status: 200, body: { size: filtered, token } };
  },
});
