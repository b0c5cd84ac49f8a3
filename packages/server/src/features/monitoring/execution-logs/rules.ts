/** The rules of logs. */
import type { QueryOf } from '@millrace/contract';
import { invalid, notFound } from '../../../core/base/problem.ts';
import type { BodyText } from '../../../core/http/body-text.ts';
import type { TimeRange } from '../log-store/index.ts';

/** The format of a log file. */
export type FileFormat = 'JSON' | 'TEXT';
/** The row of a log file; `blob_key` is null until the file is written. */
export type FileRow = { format: FileFormat; name: string; created_at: Date; blob_key: string | null };

/** The maximum number of lines of a file. */
export const MAX_ENTRIES = 100_000;
/** Seconds for which the token of a file is valid. */
export const TOKEN_SECONDS = 3600;
/** Seconds for which a download address is valid. */
export const URL_SECONDS = 3600;
/** The media types of files. */
export const CONTENT_TYPES = { JSON: 'application/json', TEXT: 'text/plain; charset=utf-8' } as const;

/**
 * Reads the times of a request. The format of the contract allows more than the database, such as the year 0 and offsets of a whole day.
 * @rule execution-logs.list.time
 * @rule execution-logs.search.time
 */
export function rangeOf({ startTime, endTime }: Pick<QueryOf<'GET /monitoring/executions/{id}/logs'>, 'startTime' | 'endTime'>): TimeRange {
  return { startTime: timeIn('startTime', startTime), endTime: timeIn('endTime', endTime) };
}

function timeIn(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw invalid('malformed_request', `query.${name} is not a valid time: send a time such as 2026-01-31T12:00:00.000Z.`);
  return time;
}

/** Reads the format of a request, in any letter case; default: JSON. */
export const formatOf = (text: string | undefined): FileFormat => (text?.toUpperCase() === 'TEXT' ? 'TEXT' : 'JSON');

/**
 * Builds the name of a file for its download.
 * @rule execution-logs.generate.file-name
 */
export function logFileName({ id, task_id: task }: { id: string; task_id: string }, format: FileFormat, withIds: boolean): string {
  const ending = format === 'JSON' ? 'json' : 'txt';
  return withIds ? `${task}_${id}_logs.${ending}` : `logs.${ending}`;
}

/**
 * Reads the token in a body: plain text, a JSON string, or an object with the field `token`. Refuses any other body.
 * @rule execution-logs.status.token
 */
export function tokenIn({ text }: BodyText): string {
  const trimmed = text.trim();
  const token = /^["{]/.test(trimmed) ? tokenInJson(trimmed) : trimmed;
  if (typeof token === 'string' && token !== '') return token;
  throw invalid('malformed_request', 'The body is no token: send the token from the answer of the request that generated the file.');
}

function tokenInJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['token'] : value;
  } catch {
    return undefined;
  }
}

/** Returns the file of a token; refuses an unknown or expired token. */
export function fileOfValidToken(file: FileRow | undefined, now: Date): FileRow {
  if (!file) throw notFound('A log file of this execution with that token', '…');
  const expiresAt = new Date(file.created_at.getTime() + TOKEN_SECONDS * 1000);
  if (now <= expiresAt) return file;
  throw invalid('log_token_expired', `The token expired at ${expiresAt.toISOString()}: generate the file again.`);
}
