import { Readable } from 'node:stream';
import { enqueue } from '../../../core/background/jobs.ts';
import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { isActive } from '../../accounts/people/index.ts';
import { holdEnvironment } from '../../orchestration/environments/index.ts';
import { findExecution, lockLive } from '../../processing/task-executions/index.ts';
import {
  countLines,
  countSeverities,
  deleteLog,
  deleteRetention,
  latestLines,
  readPage,
  searchLog,
  selectBounds,
  selectRetention,
  upsertRetention,
} from '../log-store/index.ts';
import { deleteFilesOf, findFile, insertFile, writeLogFile } from './files.ts';
import { follow } from './follow.ts';
import { toLogMatches, toLogPage } from './json.ts';
import { CONTENT_TYPES, fileOfValidToken, formatOf, logFileName, MAX_ENTRIES, rangeOf, tokenIn, URL_SECONDS } from './rules.ts';

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
      severities: query.severities,
      range: rangeOf(query),
      backwards: query.order === 'DESC',
      from: query.startIndex,
      count: query.count ?? 50,
    });
    return { status: 200, body: toLogMatches(found, execution.pod_name) };
  },
});

/**
 * Counts the log of an execution by severity. The transaction gives its statements one snapshot.
 * @rule execution-logs.counts.right
 */
export const countExecutionLogs = endpoint('GET /monitoring/executions/{id}/logs/counts', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, blobs, path }) {
    const execution = await findExecution(tx, actor, path.id);
    const { first, end } = await selectBounds(tx, execution.id);
    return { status: 200, body: { totalSize: end - first, severities: await countSeverities({ tx, blobs }, execution.id) } };
  },
});

/**
 * Follows the log of an execution as server-sent events. It checks the right repeatedly while the stream is open.
 * @rule execution-logs.stream.right
 */
export const followExecutionLogs = endpoint('GET /monitoring/executions/{id}/logs/stream', {
  allow: 'signed-in',

  async run({ actor, tx, blobs, settings: { limits }, process: { streams }, path, query, header, signal }) {
    const find = () => findExecution(tx, actor, path.id);
    const last = header('last-event-id');
    const from = last ? Number(last) + 1 : (query.startIndex ?? 0);
    const stream = await streams.open(actor.id, limits.streamsPerCaller, async () => {
      const { id } = await find();
      return Readable.from(follow({ tx, blobs }, id, { from, find, isActive: () => isActive(tx, actor), signal }), { objectMode: false });
    });
    return {
      status: 200,
      stream,
      contentType: 'text/event-stream; charset=utf-8',
      headers: { 'x-accel-buffering': 'no' },
    };
  },
});

/**
 * Enqueues a job that writes the current lines of a log to a file, oldest first. If there are too many, the file has the latest ones, and the answer has
 * the endTime for those before them.
 * @rule execution-logs.generate.range
 * @rule execution-logs.limits.entries
 * @rule execution-logs.generate.next
 */
export const generateLogFile = endpoint('POST /monitoring/executions/{id}/logs', {
  allow: 'signed-in',

  async run({ actor, tx, identity: { tokens }, blobs, path, query }) {
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

/**
 * Reads the status of a log file, and its download address once it is written.
 * @rule execution-logs.limits.token
 * @rule execution-logs.limits.url
 */
export const getLogFile = endpoint('POST /monitoring/executions/{id}/logs/status', {
  allow: 'signed-in',
  audit: 'none',

  async run({ actor, tx, identity: { tokens }, blobs, now, path, text }) {
    const execution = await findExecution(tx, actor, path.id);
    const token = tokenIn(await text({ types: ['application/json', 'text/plain', 'application/octet-stream'], maxBytes: 1000 }));
    const file = fileOfValidToken(await findFile(tx, execution.id, tokens.hash(token)), now);
    if (file.blob_key === null) return { status: 200, body: { status: 'IN_PROGRESS' as const } };
    const terms = { fileName: file.name, contentType: CONTENT_TYPES[file.format], expiresInSeconds: URL_SECONDS };
    return { status: 200, body: { status: 'READY' as const, presignedURL: await blobs.downloadUrl(file.blob_key, terms) } };
  },
});

/**
 * Deletes the log of an execution and the log files of it. The lock delays lines that the engine reports at the same time.
 * @rule execution-logs.delete.permission
 * @rule execution-logs.delete.files
 */
export const deleteExecutionLogs = endpoint('DELETE /monitoring/executions/{id}/logs', {
  allow: 'EXECUTION_LOGS_DELETE',

  async run({ actor, tx, path }) {
    const execution = await findExecution(tx, actor, path.id);
    await lockLive(tx, [execution.id]);
    await deleteFilesOf(tx, execution.id);
    await deleteLog(tx, execution.id);
    return { status: 200, body: {} };
  },
});

/** Reads the log retention of an environment, in days. */
export const getLogRetention = endpoint('GET /monitoring/environments/{environmentId}/log-retention', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, settings: { limits }, path }) {
    const environment = await holdEnvironment(tx, actor, path.environmentId);
    return { status: 200, body: await selectRetention(tx, environment.id, limits.logDays) };
  },
});

/**
 * Sets the log retention of an environment in days, or resets it to the default of the install. Older logs are deleted within an hour.
 * @rule execution-logs.retention.environment
 */
export const setLogRetention = endpoint('PUT /monitoring/environments/{environmentId}/log-retention', {
  allow: 'SVC_ENVIRONMENT_MANAGEMENT',

  async run({ actor, tx, settings: { limits }, path, body }) {
    const environment = await holdEnvironment(tx, actor, path.environmentId);
    // For an environment with the default retention, the answer has `own: false`; a caller can send this answer back.
    await (body.days === null || body.own === false ? deleteRetention(tx, environment.id) : upsertRetention(tx, environment.id, body.days));
    return { status: 200, body: await selectRetention(tx, environment.id, limits.logDays) };
  },
});
