/** Writes and removes log files in the background. */
import { Readable } from 'node:stream';
import { job, type Timer } from '../../../core/background/jobs.ts';
import { readLogLines, type LogSource, type NumberedLine } from '../log-store/index.ts';
import { deleteOldFiles, findFileRequest, setFileKey, type FileRequest } from './file-queries.ts';
import { toLogEntry } from './json.ts';
import { MAX_ENTRIES, TOKEN_SECONDS, URL_SECONDS } from './rules.ts';

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
