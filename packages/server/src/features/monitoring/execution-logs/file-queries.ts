/** The SQL statements about log files. */
import type { Tx } from '../../../core/database/db.ts';
import type { KnownContent } from '../../../core/blobs/known-content.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Range } from '../log-store/index.ts';

/** The format of a log file. */
export type FileFormat = 'JSON' | 'TEXT';
/** The row of a log file; `blob_key` is null until the file is written. */
export type FileRow = { format: FileFormat; name: string; created_at: Date; blob_key: string | null };
/** A request for a file: its format, and the part of the log that it contains. */
export type FileRequest = {
  execution_id: string;
  format: FileFormat;
  first_index: number;
  end_index: number;
  start_time: Date | null;
  end_time: Date | null;
  /** The pod of the execution; null without one. */
  pod_name: string | null;
};
type NewFile = Range & { id: string; executionId: string; hash: Buffer; format: FileFormat; name: string; first: number; end: number };

/** Adds a log file that is to be written. */
export const insertFile = (tx: Tx, { id, executionId, hash, format, name, first, end, startTime, endTime }: NewFile): Promise<unknown> =>
  tx.rows(sql`
    insert into log_file (id, execution_id, token_hash, format, name, first_index, end_index, start_time, end_time)
    values (${id}, ${executionId}, ${hash}, ${format}, ${name}, ${first}, ${end}, ${startTime ?? null}, ${endTime ?? null})`);

/** Finds the file of an execution by the hash of its token. */
export const findFile = (tx: Tx, execution: string, hash: Buffer): Promise<FileRow | undefined> =>
  tx.one(sql`
    select format, name, created_at, blob_key
    from log_file
    where execution_id = ${execution}
      and token_hash = ${hash}`);

/** Finds the request for a file that is not written yet. */
export const findFileRequest = (tx: Tx, id: string): Promise<FileRequest | undefined> =>
  tx.one(sql`
    select f.execution_id, f.format, f.first_index, f.end_index, f.start_time, f.end_time, x.pod_name
    from log_file f
    left join task_execution x on x.id = f.execution_id
    where f.id = ${id}
      and f.blob_key is null`);

/** Stores the key of a written file; returns false if the file was deleted or already written by another process. */
export const setFileKey = (tx: Tx, id: string, key: string): Promise<boolean> =>
  tx.any(sql`
    update log_file
    set blob_key = ${key}
    where id = ${id}
      and blob_key is null
    returning id`);

/** Deletes the file rows of an execution; the timer for leftovers removes their content. */
export const deleteFilesOf = (tx: Tx, execution: string): Promise<unknown> =>
  tx.rows(sql`
    delete from log_file
    where execution_id = ${execution}`);

/** Deletes the rows of files older than that many seconds, and returns the keys of their content. */
export const deleteOldFiles = (tx: Tx, seconds: number): Promise<{ blob_key: string | null }[]> =>
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
