/** The SQL statements about log files. */
import type { Tx } from '../../../core/database/db.ts';
import type { KnownContent } from '../../../core/blobs/known-content.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Range } from '../log-store/index.ts';

/** The forms of a log file. */
export type FileFormat = 'JSON' | 'TEXT';
/** A log file as it is looked up. */
export type FileRow = { format: FileFormat; name: string; created_at: Date; blob_key: string | null };
/** What a file is written from. */
export type FileOrder = {
  execution_id: string;
  format: FileFormat;
  first_index: number;
  end_index: number;
  start_time: Date | null;
  end_time: Date | null;
};
type NewFile = Range & { id: string; executionId: string; hash: Buffer; format: FileFormat; name: string; first: number; end: number };

/** Adds a file that is to be written. */
export const insertFile = (tx: Tx, { id, executionId, hash, format, name, first, end, startTime, endTime }: NewFile): Promise<unknown> =>
  tx.rows(sql`
    insert into log_file (id, execution_id, token_hash, format, name, first_index, end_index, start_time, end_time)
    values (${id}, ${executionId}, ${hash}, ${format}, ${name}, ${first}, ${end}, ${startTime ?? null}, ${endTime ?? null})`);

/** The file of an execution that a token opens. */
export const findFile = (tx: Tx, execution: string, hash: Buffer): Promise<FileRow | undefined> =>
  tx.one(sql`
    select format, name, created_at, blob_key
    from log_file
    where execution_id = ${execution}
      and token_hash = ${hash}`);

/** What is still to be written. */
export const findOrder = (tx: Tx, id: string): Promise<FileOrder | undefined> =>
  tx.one(sql`
    select execution_id, format, first_index, end_index, start_time, end_time
    from log_file
    where id = ${id}
      and blob_key is null`);

/** Notes where a file was written; false when it is wanted no longer, or was written by somebody else. */
export const fileWritten = async (tx: Tx, id: string, key: string): Promise<boolean> => {
  const rows = await tx.rows(sql`
    update log_file
    set blob_key = ${key}
    where id = ${id}
      and blob_key is null
    returning id`);
  return rows.length > 0;
};

/** Forgets the files of an execution; their content goes with what nothing refers to. */
export const deleteFilesOf = (tx: Tx, execution: string): Promise<unknown> =>
  tx.rows(sql`
    delete from log_file
    where execution_id = ${execution}`);

/** Forgets files that nobody can open any more, and says where their content lies. */
export const deleteOldFiles = (tx: Tx, seconds: number): Promise<{ blob_key: string | null }[]> =>
  tx.rows(sql`
    delete from log_file
    where created_at < now() - make_interval(secs => ${seconds})
    returning blob_key`);

const expectedFiles = (which: Sql): Sql => sql`
  select f.blob_key::text as key, 0::bigint as size, null::text as hash
  from log_file f
  where ${which}`;

/** The content of log files. */
export const logFileContent: KnownContent = {
  keys: sql`select blob_key::text from log_file where blob_key is not null`,
  after: (key, most) => sql`
    ${expectedFiles(sql`f.blob_key > ${key}::uuid`)}
    order by f.blob_key
    limit ${most}`,
  of: (keys) => expectedFiles(sql`f.blob_key = any (${[...keys]}::uuid[])`),
  owners: (keys) => sql`
    select f.blob_key::text as key, format('a log file of execution %s', f.execution_id) as name, 'ask for the file again' as remedy
    from log_file f
    where f.blob_key = any (${[...keys]}::uuid[])`,
};
