/** The rules of logs. */
import type { QueryOf } from '@millrace/contract';
import type { BodyText } from '../../../core/http/body-text.ts';
import { invalid, notFound } from '../../../core/base/problem.ts';
import type { Range } from '../log-store/index.ts';
import type { FileFormat, FileRow } from './file-queries.ts';

/** Most entries of a file. */
export const MOST_ENTRIES = 100_000;
/** Seconds for which a token opens its file. */
export const TOKEN_SECONDS = 3600;
/** Seconds for which an address opens it. */
export const URL_SECONDS = 3600;
/** The media types of files. */
export const CONTENT_TYPES = { JSON: 'application/json', TEXT: 'text/plain; charset=utf-8' } as const;

/**
 * The times that a caller names. The contract's format takes more than the database does, such as the year 0 and offsets of a whole day.
 * @rule execution-logs.list.time
 */
export function rangeOf({ startTime, endTime }: Pick<QueryOf<'GET /monitoring/executions/{id}/logs'>, 'startTime' | 'endTime'>): Range {
  return { startTime: momentOf('startTime', startTime), endTime: momentOf('endTime', endTime) };
}

function momentOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw invalid('malformed_request', `query.${name} is not a moment: send a time such as 2026-01-31T12:00:00.000Z.`);
  return moment;
}

/** The format that a caller names, in whatever case. */
export const formatOf = (text: string | undefined): FileFormat => (text?.toUpperCase() === 'TEXT' ? 'TEXT' : 'JSON');

/**
 * The name under which a file is fetched.
 * @rule execution-logs.generate.file-name
 */
export function logFileName({ id, task_id: task }: { id: string; task_id: string }, format: FileFormat, withIds: boolean): string {
  const ending = format === 'JSON' ? 'json' : 'txt';
  return withIds ? `${task}_${id}_logs.${ending}` : `logs.${ending}`;
}

/**
 * The token in a body: as it is, as a JSON string, or as the field `token`.
 * @rule execution-logs.status.token
 */
export function tokenIn({ text }: BodyText): string {
  const said = text.trim();
  const token = /^["{]/.test(said) ? tokenInJson(said) : said;
  if (typeof token === 'string' && token !== '') return token;
  throw invalid('malformed_request', 'The body is no token: send the one that generating the file answered, as it is.');
}

function tokenInJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['token'] : value;
  } catch {
    return undefined;
  }
}

/** The file that a token opens, while it does. */
export function isStillGood(file: FileRow | undefined, now: Date): FileRow {
  if (!file) throw notFound('A log file of this execution with that token', '…');
  const end = new Date(file.created_at.getTime() + TOKEN_SECONDS * 1000);
  if (now <= end) return file;
  throw invalid('log_token_expired', `The token ran out at ${end.toISOString()}: have the file generated again.`);
}
