/**
 * Reads DuckDB: a database file, one CSV, TSV or Parquet file, or those below a folder. Its package is large and no part of Millrace: whoever needs it
 * installs it on the machine of the engine.
 */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { quotedName } from '../technical-names.ts';
import {
  BINARY_BYTES,
  CELL_CHARACTERS,
  type CrawledDatabase,
  ListedFacts,
  type ListedTable,
  type Listing,
  statementEndedError,
  type TableDefinition,
  TableDefinitions,
  type TextRow,
} from './database.ts';
import { DatabaseUnusable, SettingsFault } from '../faults.ts';
import { fileState } from './file-state.ts';

/** The part of the package that is used here. */
type DuckdbPackage = { DuckDBInstance: { create(path: string, options: Record<string, string>): Promise<DuckdbInstance> } };
type DuckdbInstance = { connect(): Promise<DuckdbConnection>; closeSync(): void };
type DuckdbConnection = { stream(sql: string): Promise<DuckdbResult>; interrupt(): void; closeSync(): void };
/** `isFolder`: the path is a folder of data files; `holdsFiles`: it is such a folder or one data file, and no database. */
type DuckdbOptions = { path: string; isFolder: boolean; holdsFiles: boolean; milliseconds: number };
type DuckdbResult = { fetchChunk(): Promise<{ rowCount: number; getRows(): (string | null)[][] } | null> };

const DATA_FILE = /\.(?:parquet|(?:csv|tsv)(?:\.gz|\.zst)?)$/i;
const IN_MEMORY = ':memory:';
const FILE_OPTIONS = { access_mode: 'READ_ONLY' };
/** Extensions are not downloaded while a database is read. */
const OPTIONS = { autoinstall_known_extensions: 'false' };

/**
 * Opens a file or a folder, to read it only. Throws a `SettingsFault` if the package of DuckDB is not installed, and `DatabaseUnusable` if the file cannot
 * be read.
 */
export async function openDuckdb(path: string, statementMilliseconds: number): Promise<CrawledDatabase> {
  const { DuckDBInstance } = await loadOptional<DuckdbPackage>('@duckdb/node-api', 'A crawl of DuckDB, CSV and Parquet files');
  try {
    const isFolder = statSync(path).isDirectory();
    const holdsFiles = isFolder || DATA_FILE.test(path);
    const instance = await DuckDBInstance.create(holdsFiles ? IN_MEMORY : path, { ...OPTIONS, ...(!holdsFiles && FILE_OPTIONS) });
    return new Duckdb(instance, await instance.connect(), { path, isFolder, holdsFiles, milliseconds: statementMilliseconds });
  } catch (cause) {
    const [reason] = (cause as Error).message.split('\n', 1);
    throw new DatabaseUnusable(`The file cannot be read on the machine of the engine, by the user of this run: ${reason}`, { cause });
  }
}

/** Loads a package that is installed on the machine of the engine for all its users. Throws a `SettingsFault` that says how to install it. */
export async function loadOptional<Package>(name: string, purpose: string): Promise<Package> {
  const programs = [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)].filter((folder) => isAbsolute(folder));
  // A global install of npm puts packages into lib/node_modules beside the folder of the programs.
  const folders = [...new Set(programs.map((folder) => join(dirname(folder), 'lib')))];
  let path: string;
  try {
    path = createRequire(import.meta.url).resolve(name, { paths: folders });
  } catch (cause) {
    const looked = folders.map((folder) => join(folder, 'node_modules')).join(', ');
    const advice = `npm install --global ${name} (looked in ${looked})`;
    throw new SettingsFault(`${purpose} needs a package on the machine of the engine: ${advice}`, { cause });
  }
  return (await import(pathToFileURL(path).href)) as Package;
}

class Duckdb implements CrawledDatabase {
  readonly #instance: DuckdbInstance;
  readonly #connection: DuckdbConnection;
  readonly #options: DuckdbOptions;
  /** The text after `from` in a statement, for each table. */
  readonly #sources = new ListedFacts<string>();
  readonly #binary = new Map<ListedTable, Set<string>>();

  constructor(instance: DuckdbInstance, connection: DuckdbConnection, options: DuckdbOptions) {
    this.#instance = instance;
    this.#connection = connection;
    this.#options = options;
  }

  /** The folder to which the names of data files are relative. */
  get #root(): string {
    const { path, isFolder } = this.#options;
    return isFolder ? path : dirname(path);
  }

  async list(): Promise<Listing> {
    if (this.#options.holdsFiles) return this.#listFiles();
    const rows = await this.#all(`
      select schema_name, table_name, 'TABLE', left(comment, ${CELL_CHARACTERS}) from duckdb_tables()
      where database_name = current_database() and not internal and not temporary
      union all
      select schema_name, view_name, 'VIEW', left(comment, ${CELL_CHARACTERS}) from duckdb_views()
      where database_name = current_database() and not internal and not temporary
      order by 1, 2`);
    const tables = rows.map(([schema, name, kind, comment]) => {
      const parts = [schema ?? '', name ?? ''];
      const table: ListedTable = { parts, kind: kind === 'VIEW' ? 'VIEW' : 'TABLE', comment: comment ?? null };
      this.#sources.set(table, parts.map(quotedName).join('.'));
      return table;
    });
    return { tables, provesAbsence: true };
  }

  /** Lists the files. A subfolder that cannot be read hides files; then a missing file does not prove that it was removed. */
  #listFiles(): Listing {
    const { path, isFolder } = this.#options;
    const found = isFolder ? filesBelow(path) : { paths: [path], isComplete: true };
    const tables = found.paths.map((file) => {
      const table: ListedTable = { parts: [relative(this.#root, file)], kind: 'FILE', comment: null };
      this.#sources.set(table, `${/\.parquet$/i.test(file) ? 'read_parquet' : 'read_csv'}(${quotedText(withoutPatterns(file))})`);
      return table;
    });
    return { tables, provesAbsence: found.isComplete };
  }

  async define(tables: readonly ListedTable[]): Promise<Map<ListedTable, TableDefinition>> {
    return this.#options.holdsFiles ? this.#defineFiles(tables) : this.#defineTables(tables);
  }

  async #defineTables(tables: readonly ListedTable[]): Promise<Map<ListedTable, TableDefinition>> {
    const state = fileState([this.#options.path, `${this.#options.path}.wal`]);
    const byName = new Map(tables.map((table) => [JSON.stringify(table.parts), table]));
    const names = tables.map(({ parts }) => `(${parts.map(quotedText).join(', ')})`).join(', ');
    const rows = await this.#all(`
      select c.schema_name, c.table_name, c.column_name, c.data_type, c.is_nullable,
        exists (select 1 from duckdb_constraints() k where k.table_oid = c.table_oid and k.database_name = c.database_name
          and k.constraint_type = 'PRIMARY KEY' and list_contains(k.constraint_column_names, c.column_name)),
        left(c.comment, ${CELL_CHARACTERS})
      from duckdb_columns() c
      where c.database_name = current_database() and (c.schema_name, c.table_name) in (${names})
      order by c.schema_name, c.table_name, c.column_index`);
    const definitions = new TableDefinitions();
    for (const [schema, name, column, type, nullable, key, comment] of rows) {
      const table = byName.get(JSON.stringify([schema, name]));
      if (!table) continue;
      const isView = table.kind === 'VIEW';
      const definition = definitions.open(table, isView ? null : state);
      this.#addColumn(table, definition, column ?? '', type ?? '', {
        isNullable: isView ? null : nullable === 'true',
        isKey: key === 'true',
        comment: comment ?? null,
      });
    }
    return definitions;
  }

  async #defineFiles(tables: readonly ListedTable[]): Promise<Map<ListedTable, TableDefinition>> {
    const definitions = new TableDefinitions();
    for (const table of tables) {
      const state = fileState([join(this.#root, ...table.parts)]);
      const described = await this.#all(`select column_name, column_type from (describe select * from ${this.#sources.of(table)})`);
      const definition = definitions.open(table, state);
      for (const [column, type] of described)
        this.#addColumn(table, definition, column ?? '', type ?? '', { isNullable: null, isKey: false, comment: null });
    }
    return definitions;
  }

  #addColumn(
    table: ListedTable,
    definition: TableDefinition,
    path: string,
    nativeType: string,
    traits: { isNullable: boolean | null; isKey: boolean; comment: string | null },
  ): void {
    definition.columns.push({ path, nativeType, ...traits });
    definition.readable.push(path);
    if (nativeType !== 'BLOB') return;
    this.#binary.set(table, (this.#binary.get(table) ?? new Set()).add(path));
  }

  async sample(table: ListedTable, columns: readonly string[], rows: number, onRow: (row: TextRow) => boolean): Promise<void> {
    const binary = this.#binary.get(table);
    const cells = columns.map((column) => {
      const name = quotedName(column);
      return binary?.has(column) ? `'0x' || lower(hex(${name}[1:${BINARY_BYTES}]))` : `left(cast(${name} as varchar), ${CELL_CHARACTERS})`;
    });
    await this.#read(`select ${cells.join(', ')} from ${this.#sources.of(table)} limit ${rows}`, onRow);
  }

  close(): Promise<void> {
    this.#connection.closeSync();
    this.#instance.closeSync();
    return Promise.resolve();
  }

  async #all(sql: string): Promise<TextRow[]> {
    const rows: TextRow[] = [];
    await this.#read(sql, (row) => rows.push(row.map((cell) => (cell === null ? null : String(cell)))) > 0);
    return rows;
  }

  async #read(sql: string, onRow: (row: TextRow) => boolean): Promise<void> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#connection.interrupt();
    }, this.#options.milliseconds);
    try {
      const result = await this.#connection.stream(sql);
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
        if (!chunk.getRows().every((row) => onRow(row))) return;
    } catch (error) {
      throw isLate ? statementEndedError(this.#options.milliseconds) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

function filesBelow(folder: string): { paths: string[]; isComplete: boolean } {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return { paths: [], isComplete: false };
  }
  const files = entries.filter((entry) => entry.isFile() && DATA_FILE.test(entry.name)).map(({ name }) => join(folder, name));
  const subfolders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => filesBelow(join(folder, name)));
  return {
    paths: [...files, ...subfolders.flatMap(({ paths }) => paths)].toSorted(),
    isComplete: subfolders.every(({ isComplete }) => isComplete),
  };
}

const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** DuckDB reads these characters in a path as a pattern for several files. */
const withoutPatterns = (path: string): string => path.replaceAll(/[*?[]/g, '[$&]');
