/** The process that reads a file of SQLite: the library has no means to end a statement, so a view that never answers is ended with its process. */
import { DatabaseSync } from 'node:sqlite';
import type { TextRow } from './database.ts';

/** A request of the crawl. `next` reads further rows of the statement that `first` has begun. */
export type SqliteRequest =
  | { ask: 'all'; sql: string; values: (string | number)[] }
  | { ask: 'first'; sql: string; rows: number }
  | { ask: 'next'; rows: number };

/** The answer to a request. */
export type SqliteAnswer = { rows: TextRow[] } | { error: string };

const BUSY_MILLISECONDS = 5000;

/** Answers the requests of the parent process, and ends this process when its parent ends. */
function answerRequests(path: string): void {
  let database: DatabaseSync | undefined;
  let openRows: Iterator<unknown> | undefined;
  const read = (maxRows: number): TextRow[] => {
    const rows: TextRow[] = [];
    while (rows.length < maxRows) {
      const { done, value } = openRows?.next() ?? { done: true, value: undefined };
      if (done) break;
      rows.push(value as TextRow);
    }
    return rows;
  };
  const answer = (request: SqliteRequest): TextRow[] => {
    // As in SQLite's own programs, a text in double quotation marks may be a value: old views need it.
    database ??= new DatabaseSync(path, { readOnly: true, timeout: BUSY_MILLISECONDS, enableDoubleQuotedStringLiterals: true });
    if (request.ask === 'next') return read(request.rows);
    const statement = database.prepare(request.sql);
    statement.setReturnArrays(true);
    if (request.ask === 'all') return statement.all(...request.values) as unknown as TextRow[];
    openRows = statement.iterate();
    return read(request.rows);
  };
  process.on('disconnect', () => process.exit());
  process.on('message', (request: SqliteRequest) => {
    let answered: SqliteAnswer;
    try {
      answered = { rows: answer(request) };
    } catch (error) {
      answered = { error: error instanceof Error ? error.message : String(error) };
    }
    process.send?.(answered);
  });
}

if (import.meta.main) {
  answerRequests(process.argv[2] ?? '');
  // Says that this process is ready.
  process.send?.({ rows: [] } satisfies SqliteAnswer);
}
