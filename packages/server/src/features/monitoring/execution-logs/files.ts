/** Log files: the job and the timer that write and remove them, and their statements. */
import { Readable } from 'node:stream';
import { job, type Timer } from '../../../core/background/jobs.ts';
import type { KnownContent } from '../../../core/blobs/known-content.ts';
import { sql, type Sql, type Tx } from '../../../core/database/sql.ts';
import { type LogSource, type NumberedLine, type TimeRange, readLogLines } from '../log-store/index.ts';
import { toLogEntry } from './json.ts';
import { type FileFormat, type FileRow, MAX_ENTRIES, TOKEN_SECONDS, URL_SECONDS } from './rules.ts';

/** Writes a file from its log, batch by batch, so that memory does not grow with the log. */
export const writeLogFile = job<{ id: string }>('write-log-file', {
  attempts: 5,
  does: 'writes the log file of a request',
  async run({ id }, { db, blobs }) {
    const request = await findFileRequest(db.reader, id);
    if (!request) return;
    const { key } = await blobs.put(Readable.from(contentOf({ tx: db.reader, blobs }, request), { objectMode: false }));
    // The log, and with it the row of the file, may have been deleted meanwhile.
    if (!(await setFileKey(db.writer, id, key))) await blobs.remove(key);
  },
});

/** Removes files whose token and download address have expired. */
export const removeLogFiles: Timer = {
  name: 'remove-log-files',
  milliseconds: 600_000,
  does: 'removes log files whose tokens have expired',
  async run({ db, blobs }) {
    for (const { blob_key: key } of await deleteOldFiles(db.writer, TOKEN_SECONDS + URL_SECONDS)) if (key !== null) await blobs.remove(key);
  },
};

async function* contentOf(source: LogSource, request: FileRequest): AsyncGenerator<string> {
  const format = request.format === 'JSON' ? jsonTextOf(request.pod_name) : toText;
  const range = { startTime: request.start_time ?? undefined, endTime: request.end_time ?? undefined };
  let written = 0;
  if (request.format === 'JSON') yield '[';
  for await (const lines of readLogLines(source, request.execution_id, { from: request.first_index, to: request.end_index, range })) {
    const batch = lines.slice(0, MAX_ENTRIES - written);
    if (batch.length > 0) yield format(batch, written === 0);
    written += batch.length;
    if (written === MAX_ENTRIES) break;
  }
  if (request.format === 'JSON') yield written === 0 ? ']\n' : '\n]\n';
}

const jsonTextOf =
  (pod: string | null) =>
  (lines: readonly NumberedLine[], isFirstBatch: boolean): string =>
    lines.map((line, place) => `${isFirstBatch && place === 0 ? '' : ','}\n${JSON.stringify(toLogEntry(line, pod))}`).join('');

const toText = (lines: readonly NumberedLine[]): string =>
  lines.map(({ at, severity, type, message }) => `${new Date(at).toISOString()} ${severity} ${type} ${message}\n`).join('');

/** A request for a file: its format, and the part of the log that it contains. */
type FileRequest = {
  execution_id: string;
  format: FileFormat;
  first_index: number;
  end_index: number;
  start_time: Date | null;
  end_time: Date | null;
  /** The pod of the execution; null without one. */
  pod_name: string | null;
};
type NewFile = TimeRange & { id: string; executionId: string; hash: Buffer; format: FileFormat; name: string; first: number; end: number };

/** Adds a log file that is to be written. */
export const insertFile = (tx: Tx, { id, executionId, hash, format, name, first, end, startTime, endTime }: NewFile): Promise<unknown> =>
  tx.rows(sql`
    insert into log_file (id, execution_id, token_hash, format, name, first_index, end_index, start_time, end_time)
    values (${id}, ${executionId}, ${hash}, ${format}, ${name}, ${first}, ${end}, ${startTime ?? null}, ${endTime ?? null})`);

/** Finds the file of an execution by the hash of its token; undefined for an unknown one. */
export const findFile = (tx: Tx, execution: string, hash: Buffer): Promise<FileRow | undefined> =>
  tx.one(sql`
    select format, name, created_at, blob_key
    from log_file
    where execution_id = ${execution}
      and token_hash = ${hash}`);

/** Finds the request for a file that is not written yet. */
const findFileRequest = (tx: Tx, id: string): Promise<FileRequest | undefined> =>
  tx.one(sql`
    select f.execution_id, f.format, f.first_index, f.end_index, f.start_time, f.end_time, x.pod_name
    from log_file f
    left join task_execution x on x.id = f.execution_id
    where f.id = ${id}
      and f.blob_key is null`);

/** Stores the key of a written file; returns false if the file was deleted or already written by another process. */
const setFileKey = (tx: Tx, id: string, key: string): Promise<boolean> =>
  tx.any(sql`
    update log_file
    set blob_key = ${key}
    where id = ${id}
      and blob_key is null
    returning id`);

/** Deletes the file rows of an execution; the timer `remove-leftovers` removes their content. */
export const deleteFilesOf = (tx: Tx, execution: string): Promise<unknown> =>
  tx.rows(sql`
    delete from log_file
    where execution_id = ${execution}`);

/** Deletes the rows of files older than that many seconds, and returns the keys of their content. */
const deleteOldFiles = (tx: Tx, seconds: number): Promise<{ blob_key: string | null }[]> =>
  tx.rows(sql`
    delete from log_file
    where created_at < now() - make_interval(secs => ${seconds})
    returning blob_key`);

const expectedFiles = (condition: Sql): Sql => sql`
  select f.blob_key::text as key, 0::bigint as size, null::text as hash
  from log_file f
  where ${condition}`;

/** The content of log files. */
export const logFileContent: KnownContent = {
  keys: sql`select blob_key::text from log_file where blob_key is not null`,
  after: (key, most) => sql`
    ${expectedFiles(sql`f.blob_key > ${key}::uuid`)}
    order by f.blob_key
    limit ${most}`,
  of: (keys) => expectedFiles(sql`f.blob_key = any (${[...keys]}::uuid[])`),
  owners: (keys) => sql`
    select f.blob_key::text as key, format('a log file of execution %s', f.execution_id) as name, 'generate the file again' as remedy
    from log_file f
    where f.blob_key = any (${[...keys]}::uuid[])`,
};
