/** Reads MySQL and MariaDB. */
import { isIP } from 'node:net';
import { type Connection, createConnection, escapeId, type QueryError } from 'mysql2';
import type { ServerTarget } from '../connection-target.ts';
import {
  BINARY_BYTES,
  CELL_CHARACTERS,
  CONNECT_MILLISECONDS,
  openingError,
  type CrawledDatabase,
  ListedFacts,
  type ListedTable,
  type Listing,
  silenceAfter,
  statementEndedError,
  type TableDefinition,
  TableDefinitions,
  type TextRow,
  faultReason,
} from './database.ts';
import { DatabaseUnusable } from '../faults.ts';
import type { EngineOutbound } from './outbound.ts';

const SYSTEM_SCHEMAS = ['information_schema', 'mysql', 'performance_schema', 'sys'];
/** The numbers of the errors by which MySQL and MariaDB end a statement after its timeout. */
const STATEMENT_TIMEOUTS = new Set([3024, 1969]);
/** The numbers of the errors by which a server ends a session. */
const SESSION_ENDS = new Set([1053, 1152, 1184, 1927, 3169, 4031]);
const LONGEST_TYPE = 500;
/** The database stores the time of a change in whole seconds, so a second change within this time may leave the same time. */
const SETTLED_SECONDS = 5;

const BINARY = new Set(['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'bit', 'vector']);
const GEOMETRY = /^(?:geometry|point|linestring|polygon|multi\w+|geom(?:etry)?collection)$/;

/** What the list of tables says about one: its `state`, which changes with its content and is null if unknown, and the types of its columns. */
type TableFacts = { state: string | null; types: Map<string, string> };
/** A row of a catalogue query. */
type Row = Record<string, string | number | null>;

/** Opens a server of MySQL or MariaDB. Throws `ServerClosed` for an address that is not open, and `DatabaseUnusable`. */
export async function openMysql(target: ServerTarget, outbound: EngineOutbound, statementMilliseconds: number): Promise<CrawledDatabase> {
  const { host, port, database, user, password, authorities } = target;
  const stream = await outbound.connect(target);
  const connection = createConnection({
    host,
    port,
    user,
    password,
    ...(database !== undefined && { database }),
    ...(authorities && { ssl: { ca: authorities, rejectUnauthorized: true, verifyIdentity: isIP(host) === 0 } }),
    charset: 'utf8mb4',
    stream,
    connectTimeout: CONNECT_MILLISECONDS,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    // A server may request files of a client: refuse that.
    flags: ['-LOCAL_FILES'],
  });
  const open = new Mysql(connection, statementMilliseconds, database);
  await open.start();
  return open;
}

class Mysql implements CrawledDatabase {
  readonly #connection: Connection;
  readonly #statementMilliseconds: number;
  readonly #database: string | undefined;
  readonly #facts = new ListedFacts<TableFacts>();
  /** Rejected when the connection is lost, because the library does not always reject a running query then. */
  readonly #lost: Promise<never>;

  constructor(connection: Connection, statementMilliseconds: number, database: string | undefined) {
    this.#connection = connection;
    this.#statementMilliseconds = statementMilliseconds;
    this.#database = database;
    const lost = Promise.withResolvers<never>();
    connection.on('error', lost.reject);
    connection.on('end', () => lost.reject(new Error('The server closed the connection')));
    lost.promise.catch(() => {});
    this.#lost = lost.promise;
  }

  async start(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#connection.connect((error) => (error ? reject(error) : resolve()));
    try {
      await Promise.race([promise, this.#lost]);
      // The library escapes texts by backslashes, which a server may not understand otherwise.
      await this.#rows("set session sql_mode = ''");
      await this.#rows("set time_zone = '+00:00'");
      await this.#rows('set session transaction read only');
      // MySQL has the first variable for the time limit of statements, MariaDB the second. The third one makes MySQL report current times of changes.
      await this.#optional(`set session max_execution_time = ${this.#statementMilliseconds}`);
      await this.#optional(`set session max_statement_time = ${this.#statementMilliseconds / 1000}`);
      await this.#optional('set session information_schema_stats_expiry = 0');
    } catch (cause) {
      throw openingError(cause);
    }
  }

  async list(): Promise<Listing> {
    const rows = await this.#rows(
      `select table_schema as schemaName, table_name as tableName, table_type as tableType, left(table_comment, ${CELL_CHARACTERS}) as tableComment,
         case when engine = 'InnoDB' and timestampdiff(second, update_time, now()) > ${SETTLED_SECONDS}
           then concat_ws('|', @@hostname, @@port, create_time, update_time) end as state
       from information_schema.tables
       where table_type in ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW')
         and table_schema not in (?)
         and (? is null or table_schema = ?)
       order by table_schema, table_name`,
      [SYSTEM_SCHEMAS, this.#database ?? null, this.#database ?? null],
    );
    const tables = rows.map(({ schemaName, tableName, tableType, tableComment, state }) => {
      const isView = tableType === 'VIEW';
      // A view has the comment VIEW, or the reason why it cannot be read.
      const refusal = isView && tableComment && tableComment !== 'VIEW' ? { refusal: String(tableComment) } : {};
      const table: ListedTable = {
        parts: [String(schemaName), String(tableName)],
        kind: isView ? 'VIEW' : 'TABLE',
        comment: isView || !tableComment ? null : String(tableComment),
        ...refusal,
      };
      this.#facts.set(table, { state: state === null ? null : String(state), types: new Map() });
      return table;
    });
    return { tables, provesAbsence: await this.#seesAll() };
  }

  /**
   * Returns whether the account sees each table. The server hides tables on which the account has no right, so a missing table may only be a missing
   * right. Rights that come from roles are not found: then the result is false.
   */
  async #seesAll(): Promise<boolean> {
    const [account] = await this.#rows('select current_user() as accountName');
    const [, user = '', host = ''] = /^(.*)@([^@]*)$/s.exec(String(account?.['accountName'])) ?? [];
    const rows = await this.#rows(
      `select null as schemaName from information_schema.user_privileges where grantee = ? and privilege_type = 'SELECT'
       union all
       select table_schema from information_schema.schema_privileges where grantee = ? and privilege_type = 'SELECT'`,
      [`'${user}'@'${host}'`, `'${user}'@'${host}'`],
    );
    return rows.some(
      ({ schemaName }) =>
        schemaName === null || (this.#database !== undefined && String(schemaName).replaceAll('\\_', '_') === this.#database),
    );
  }

  async define(tables: readonly ListedTable[]): Promise<Map<ListedTable, TableDefinition>> {
    const byName = new Map(tables.map((table) => [JSON.stringify(table.parts), table]));
    const rows = await this.#rows(
      `select table_schema as schemaName, table_name as tableName, column_name as columnName, data_type as dataType,
         left(column_type, ${LONGEST_TYPE}) as columnType, is_nullable as isNullable, column_key as columnKey,
         left(column_comment, ${CELL_CHARACTERS}) as columnComment, privileges as columnPrivileges
       from information_schema.columns
       where (table_schema, table_name) in (?)
       order by table_schema, table_name, ordinal_position`,
      [tables.map(({ parts }) => parts)],
    );
    const definitions = new TableDefinitions();
    for (const row of rows) {
      const table = byName.get(JSON.stringify([String(row['schemaName']), String(row['tableName'])]));
      if (!table) continue;
      const facts = this.#facts.of(table);
      const path = String(row['columnName']);
      const definition = definitions.open(table, facts.state);
      facts.types.set(path, String(row['dataType']).toLowerCase());
      definition.columns.push({
        path,
        nativeType: String(row['columnType']),
        isNullable: row['isNullable'] === 'YES',
        isKey: row['columnKey'] === 'PRI',
        comment: row['columnComment'] ? String(row['columnComment']) : null,
      });
      if (/\bselect\b/i.test(String(row['columnPrivileges']))) definition.readable.push(path);
    }
    return definitions;
  }

  async sample(table: ListedTable, columns: readonly string[], rows: number, onRow: (row: TextRow) => boolean): Promise<void> {
    const quoted = (name: string): string => escapeId(name, true);
    const { types } = this.#facts.of(table);
    const cells = columns.map((column) => cellOf(quoted(column), types.get(column) ?? ''));
    const sql = `select ${cells.join(', ')} from ${table.parts.map(quoted).join('.')} limit ${rows}`;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let wantsRows = true;
    const query = this.#connection.query({ sql, rowsAsArray: true, timeout: silenceAfter(this.#statementMilliseconds) });
    query.on('error', reject);
    // Rows that are not wanted any more are dropped as they arrive: the protocol has no end in the middle of an answer.
    query.on('result', (row) => {
      wantsRows &&= onRow(row as unknown as TextRow);
    });
    query.on('end', resolve);
    await this.#settled(promise);
  }

  close(): Promise<void> {
    this.#connection.destroy();
    return Promise.resolve();
  }

  async #optional(sql: string): Promise<void> {
    await this.#rows(sql).catch((error: unknown) => {
      if (error instanceof DatabaseUnusable) throw error;
    });
  }

  async #rows(sql: string, values: unknown[] = []): Promise<Row[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
    this.#connection.query({ sql, values, timeout: silenceAfter(this.#statementMilliseconds) }, (error, rows) =>
      error ? reject(error) : resolve(rows as Row[]),
    );
    return this.#settled(promise);
  }

  /** Waits for an answer. An error with a number comes from the server and concerns the statement, unless it ends the session. */
  async #settled<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await Promise.race([answer, this.#lost]);
    } catch (error) {
      const { errno, sqlState, fatal } = error as Partial<QueryError>;
      if (fatal || errno === undefined || sqlState === undefined || SESSION_ENDS.has(errno))
        throw new DatabaseUnusable(`The connection to the database was lost: ${faultReason(error)}`, { cause: error });
      throw STATEMENT_TIMEOUTS.has(errno) ? statementEndedError(this.#statementMilliseconds) : error;
    }
  }
}

function cellOf(column: string, type: string): string {
  if (BINARY.has(type)) return `concat('0x', lower(hex(left(${column}, ${BINARY_BYTES}))))`;
  if (GEOMETRY.test(type)) return `left(st_astext(${column}), ${CELL_CHARACTERS})`;
  return `left(${column}, ${CELL_CHARACTERS})`;
}
