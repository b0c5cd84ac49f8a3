import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { enqueue } from '../../../core/background/jobs.ts';
import { findExecution } from '../../processing/task-executions/index.ts';
import { countLines, latestLines } from '../log-store/index.ts';
import { insertFile } from './file-queries.ts';
import { writeLogFile } from './jobs.ts';
import { formatOf, MAX_ENTRIES, logFileName, rangeOf } from './rules.ts';

/**
 * Enqueues a job that writes the current lines of a log to a file, oldest first. If there are too many, the file has the latest ones, and the answer has
 * the endTime for those before them.
 * @rule execution-logs.generate.range
 * @rule execution-logs.limits.entries
 * @rule execution-logs.generate.next
 */
export const generateLogFile = endpoint('POST /monitoring/executions/{id}/logs', {
  allow: 'signed-in',

  async run({ actor, tx, tokens, blobs, path, query }) {
    const execution = await findExecution(tx, actor, path.id);
    const format = formatOf(query.fileFormat);
    const range = rangeOf(query);
    const source = { tx, blobs };
    const { first, end, filtered } = await countLines(source, execution.id, range);
    const cut =
      filtered > MAX_ENTRIES ? await latestLines(source, execution.id, { range, end, skipped: filtered - MAX_ENTRIES }) : undefined;
    const { secret: token, hash } = tokens.create('logFile');
    const id = newId();
    const file = { id, executionId: execution.id, hash, format, name: logFileName(execution, format, query.newFileName ?? false) };
    await insertFile(tx, { ...file, first: cut?.first ?? first, end, ...range });
    await enqueue(tx, writeLogFile, { id });
    if (!cut) return { status: 200, body: { size: filtered, token } };
    const headers = { 'x-log-next-request-end-time': new Date(cut.earlierUntil).toISOString() };
    return { status: 206, headers, body: { size: filtered - cut.skipped, token } };
  },
});
