/** Reads a file of SQLite, through a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  BINARY_BYTES,
  CELL_CHARACTERS,
  type CrawledDatabase,
  type ListedTable,
  type Listing,
  statementEndedError,
  type TableDefinition,
  TableDefinitions,
  type TextRow,
} from './database.ts';
import { DatabaseUnusable } from '../faults.ts';
import { fileState } from './file-state.ts';
import type { SqliteAnswer, SqliteRequest } from './sqlite-reader.ts';

const READER = fileURLToPath(import.meta.resolve('./sqlite-reader.ts'));
/** The only schema of a file. */
const SCHEMA = 'main';
const READER_ENDED = 'The process that reads the file has ended';
/** The maximum number of cells of one message from the reader. */
const PART_CELLS = 30_000;

/** Opens a file of SQLite, to read it only. Throws `DatabaseUnusable` if this user may not read it. */
export function openSqlite(path: string, statementMilliseconds: number): Promise<CrawledDatabase> {
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    const reason = `on the machine of the engine, by the user of this run: ${(cause as Error).message}`;
    throw new DatabaseUnusable(`The file of the database cannot be read ${reason}`, { cause });
  }
  return Promise.resolve(new Sqlite(path, statementMilliseconds));
}

class Sqlite implements CrawledDatabase {
  readonly #path: string;
  readonly #milliseconds: number;
  #reader: Promise<ChildProcess> | undefined;
  /** The process of `#reader`, also while it is not ready: `#end` kills it. */
  #started: ChildProcess | undefined;
  readonly #virtual = new Set<ListedTable>();

  constructor(path: string, milliseconds: number) {
    this.#path = path;
    this.#milliseconds = milliseconds;
  }

  async list(): Promise<Listing> {
    const rows = await this.#all(
      `select name, type from pragma_table_list
       where schema = '${SCHEMA}' and type in ('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\'
       order by name`,
    ).catch((cause: unknown) => {
      throw new DatabaseUnusable(`The file cannot be read as a database of SQLite: ${(cause as Error).message}`, { cause });
    });
    const tables = rows.map(([name, type]) => {
      const table: ListedTable = { parts: [SCHEMA, name ?? ''], kind: type === 'view' ? 'VIEW' : 'TABLE', comment: null };
      if (type === 'virtual') this.#virtual.add(table);
      return table;
    });
    return { tables, provesAbsence: true };
  }

  async define(tables: readonly ListedTable[]): Promise<Map<ListedTable, TableDefinition>> {
    const state = fileState([this.#path, `${this.#path}-wal`]);
    const rows = await this.#all(
      `select m.key, x.name, x.type, x."notnull", x.pk
       from json_each(?) m
       join pragma_table_xinfo(m.value) x
       where x.hidden <> 1
       order by m.key, x.cid`,
      [JSON.stringify(tables.map(({ parts }) => parts.at(-1)))],
    );
    const definitions = new TableDefinitions();
    for (const [key, name, type, isRequired, keyPart] of rows) {
      const table = tables[Number(key)];
      if (!table) continue;
      const isTable = table.kind === 'TABLE';
      // The state of the others is unknown: rows of views may depend on the time, those of virtual tables on other files.
      const definition = definitions.open(table, isTable && !this.#virtual.has(table) ? state : null);
      const path = name ?? '';
      definition.columns.push({
        path,
        nativeType: type || 'ANY',
        isNullable: isTable ? Number(isRequired) === 0 : null,
        isKey: Number(keyPart) > 0,
        comment: null,
      });
      definition.readable.push(path);
    }
    return definitions;
  }

  async sample(table: ListedTable, columns: readonly string[], rows: number, onRow: (row: TextRow) => boolean): Promise<void> {
    const names = JSON.stringify([...table.parts, ...columns]);
    const quoted = await this.#all(`select format('"%w"', value) from json_each(?) order by key`, [names]);
    const [schema, name, ...cells] = quoted.map(([text]) => text ?? '');
    const texts = cells.map(
      (cell) => `case typeof(${cell}) when 'null' then null when 'blob' then '0x' || lower(hex(substr(${cell}, 1, ${BINARY_BYTES})))
        else substr(cast(${cell} as text), 1, ${CELL_CHARACTERS}) end`,
    );
    const answerRows = Math.max(1, Math.min(rows, Math.floor(PART_CELLS / columns.length)));
    let read = await this.#ask({ ask: 'first', sql: `select ${texts.join(', ')} from ${schema}.${name} limit ${rows}`, rows: answerRows });
    while (read.every((row) => onRow(row)) && read.length === answerRows) read = await this.#ask({ ask: 'next', rows: answerRows });
  }

  close(): Promise<void> {
    this.#end();
    return Promise.resolve();
  }

  #all(sql: string, values: (string | number)[] = []): Promise<TextRow[]> {
    return this.#ask({ ask: 'all', sql, values });
  }

  /** Asks the reader. If it does not answer in time, it is killed; the next request starts another one. */
  async #ask(request: SqliteRequest): Promise<TextRow[]> {
    const reader = await (this.#reader ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<TextRow[]>();
    const timer = setTimeout(() => {
      this.#end();
      reject(statementEndedError(this.#milliseconds));
    }, this.#milliseconds);
    const answered = (answer: SqliteAnswer): void => ('rows' in answer ? resolve(answer.rows) : reject(new Error(answer.error)));
    const ended = (): void => {
      this.#reader = undefined;
      reject(new Error(READER_ENDED));
    };
    reader.once('message', answered).once('exit', ended).once('error', ended);
    reader.send(request);
    return promise.finally(() => {
      clearTimeout(timer);
      reader.off('message', answered).off('exit', ended).off('error', ended);
    });
  }

  /** Starts a reader and waits until it is ready, so that its start does not count as time of a statement. */
  async #start(): Promise<ChildProcess> {
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    const reader = fork(READER, [this.#path], { execArgv, serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#started = reader;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const failed = (): void => reject(new DatabaseUnusable(READER_ENDED));
    reader
      .once('message', () => resolve())
      .once('exit', failed)
      .once('error', failed);
    await promise.finally(() => reader.off('exit', failed).off('error', failed));
    return reader;
  }

  #end(): void {
    this.#started?.kill('SIGKILL');
    this.#reader = undefined;
  }
}
