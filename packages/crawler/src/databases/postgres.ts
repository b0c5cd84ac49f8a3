/** Reads PostgreSQL. */
import type { Socket } from 'node:net';
import { Client, DatabaseError } from 'pg';
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
  type TextRow,
  faultReason,
} from './database.ts';
import { DatabaseUnusable } from '../faults.ts';
import type { EngineOutbound } from './outbound.ts';

/**
 * The maximum number of cells of the first fetch and of each further one: rows of many columns are fetched in smaller parts, which bounds the memory. The
 * first fetch is small because a few rows with large cells may fill the sample; the other rows would be read in vain.
 */
const FIRST_CELLS = 1500;
const MAX_CELLS = 15_000;
const QUERY_CANCELED = '57014';
/** With these settings those of the account do not change the texts of values, and the session cannot write. */
const SESSION = `
  set default_transaction_read_only = on;
  set time zone 'UTC';
  set datestyle = 'ISO, MDY';
  set intervalstyle = 'iso_8601';
  set extra_float_digits = 1;
  set client_encoding = 'UTF8'`;

type TableFacts = { oid: string; binary: Set<string> };

/** Opens a database of PostgreSQL. Throws `ServerClosed` for an address that is not open, and `DatabaseUnusable`. */
export async function openPostgres(
  target: ServerTarget,
  outbound: EngineOutbound,
  statementMilliseconds: number,
): Promise<CrawledDatabase> {
  const { host, port, database, user, password, authorities } = target;
  const socket = await outbound.connect(target);
  const client = new Client({
    host,
    port,
    database,
    user,
    password,
    ssl: authorities && { ca: authorities, rejectUnauthorized: true },
    application_name: 'millrace-crawler',
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    statement_timeout: statementMilliseconds,
    query_timeout: silenceAfter(statementMilliseconds),
    keepAlive: true,
    stream: () => alreadyConnected(socket),
  });
  const open = new Postgres(client, statementMilliseconds);
  await open.start();
  return open;
}

/** The driver calls `connect` of its socket. This socket is connected already, so that `connect` only emits the event. */
function alreadyConnected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect: (): Socket => {
      process.nextTick(() => socket.emit('connect'));
      return socket;
    },
  });
}

class Postgres implements CrawledDatabase {
  readonly #client: Client;
  readonly #milliseconds: number;
  readonly #facts = new ListedFacts<TableFacts>();

  /** The error that ended the session while no statement ran. */
  #ended: Error | undefined;

  constructor(client: Client, milliseconds: number) {
    this.#client = client;
    client.on('error', (error) => (this.#ended ??= error));
    this.#milliseconds = milliseconds;
  }

  async start(): Promise<void> {
    try {
      await this.#client.connect();
      await this.#client.query(SESSION);
      // A wait for the control plane must not end the session. Servers before version 14 have no such setting.
      await this.#client.query('set idle_session_timeout = 0').catch(() => {});
    } catch (cause) {
      throw openingError(cause);
    }
  }

  async list(): Promise<Listing> {
    const rows = await this.#rows<{
      oid: string;
      schema: string;
      name: string;
      kind: string;
      comment: string | null;
      uses: boolean;
      reads: boolean;
    }>(
      `select c.oid::text as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
         left(obj_description(c.oid, 'pg_class'), ${CELL_CHARACTERS}) as comment,
         has_schema_privilege(n.oid, 'usage') as uses,
         has_any_column_privilege(c.oid, 'select') as reads
       from pg_catalog.pg_class c
       join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'f', 'v', 'm')
         and not c.relispartition
         and n.nspname !~ '^pg_'
         and n.nspname <> 'information_schema'
       order by n.nspname, c.relname`,
    );
    const tables = rows.map(({ oid, schema, name, kind, comment, uses, reads }) => {
      const refusal = uses ? reads === false && NO_SELECT : noUsage(schema);
      const table: ListedTable = {
        parts: [schema, name],
        kind: kind === 'v' || kind === 'm' ? 'VIEW' : 'TABLE',
        comment,
        ...(refusal && { refusal }),
      };
      this.#facts.set(table, { oid, binary: new Set() });
      return table;
    });
    // `pg_catalog` shows every table to every account, so a table that is not in it does not exist.
    return { tables, provesAbsence: true };
  }

  async define(tables: readonly ListedTable[]): Promise<Map<ListedTable, TableDefinition>> {
    const byOid = new Map(tables.map((table) => [this.#facts.of(table).oid, table]));
    const oids = [...byOid.keys()];
    const states = await this.#rows<{ oid: string; state: string | null }>(STATES, [oids]);
    const columns = await this.#rows<ColumnRow>(COLUMNS, [oids]);
    const definitions = new Map<string, TableDefinition>(states.map(({ oid, state }) => [oid, { columns: [], readable: [], state }]));
    for (const { oid, path, native, nullable, key, comment, reads, binary } of columns) {
      const definition = definitions.get(oid);
      const table = byOid.get(oid);
      if (!definition || !table) continue;
      definition.columns.push({ path, nativeType: native, isNullable: nullable, isKey: key, comment });
      if (reads) definition.readable.push(path);
      if (binary) this.#facts.of(table).binary.add(path);
    }
    return new Map([...definitions].flatMap(([oid, definition]) => (byOid.has(oid) ? [[byOid.get(oid) as ListedTable, definition]] : [])));
  }

  async sample(table: ListedTable, columns: readonly string[], rows: number, onRow: (row: TextRow) => boolean): Promise<void> {
    const quoted = (name: string): string => this.#client.escapeIdentifier(name);
    const { binary } = this.#facts.of(table);
    const cells = columns.map((column) =>
      binary.has(column)
        ? `'0x' || encode(substring(${quoted(column)} from 1 for ${BINARY_BYTES}), 'hex')`
        : `left(${quoted(column)}::text, ${CELL_CHARACTERS})`,
    );
    const select = `select ${cells.join(', ')} from ${table.parts.map(quoted).join('.')} limit ${rows}`;
    let fetchRows = fetchRowsFor(FIRST_CELLS, columns, rows);
    try {
      let fetched = await this.#fetch(`begin read only; declare millrace no scroll cursor for ${select}; fetch ${fetchRows} from millrace`);
      while (fetched.every((row) => onRow(row)) && fetched.length === fetchRows) {
        fetchRows = fetchRowsFor(MAX_CELLS, columns, rows);
        fetched = await this.#fetch(`fetch ${fetchRows} from millrace`);
      }
    } finally {
      // After a lost connection the first error is the one to show.
      await this.#client.query('rollback').catch(() => {});
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #fetch(text: string): Promise<TextRow[]> {
    try {
      // A text of several statements has several results, of which the last one has the rows.
      const results = [await this.#client.query<TextRow>({ text, rowMode: 'array' })].flat();
      return results.at(-1)?.rows ?? [];
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  async #rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    try {
      return (await this.#client.query<Row>(text, values)).rows;
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  /** An error that the server reports for one statement concerns its table; any other one means that the session has ended. */
  #faultOf(error: unknown): unknown {
    const ended =
      !(error instanceof DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC' || error.code?.startsWith('08');
    if (ended)
      return new DatabaseUnusable(`The connection to the database was lost: ${faultReason(this.#ended ?? error)}`, { cause: error });
    return error.code === QUERY_CANCELED && /statement timeout/.test(error.message) ? statementEndedError(this.#milliseconds) : error;
  }
}

const NO_SELECT = 'The account may read none of its columns: grant it SELECT';
const noUsage = (schema: string): string => `The account may not use the schema ${JSON.stringify(schema)}: grant it USAGE and SELECT`;

const fetchRowsFor = (cells: number, columns: readonly string[], rows: number): number =>
  Math.max(1, Math.min(rows, Math.floor(cells / columns.length)));

type ColumnRow = {
  oid: string;
  path: string;
  native: string;
  nullable: boolean | null;
  key: boolean;
  comment: string | null;
  reads: boolean;
  binary: boolean;
};

const COLUMNS = `
  select a.attrelid::text as oid, a.attname as path, format_type(a.atttypid, a.atttypmod) as native,
    case when c.relkind in ('v', 'm') then null else not a.attnotnull end as nullable,
    i.indrelid is not null as key,
    left(col_description(a.attrelid, a.attnum), ${CELL_CHARACTERS}) as comment,
    coalesce(has_column_privilege(a.attrelid, a.attnum, 'select'), false) as reads,
    coalesce(nullif(t.typbasetype, 0), t.oid) = 'pg_catalog.bytea'::regtype as binary
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  join pg_catalog.pg_type t on t.oid = a.atttypid
  left join pg_catalog.pg_index i on i.indrelid = a.attrelid and i.indisprimary and a.attnum = any ((i.indkey::int2[])[0:i.indnkeyatts - 1])
  where a.attrelid = any ($1::oid[])
    and a.attnum > 0
    and not a.attisdropped
  order by a.attrelid, a.attnum`;

/**
 * The state of a table, a text that differs after each change of the rows: the file of the table (TRUNCATE and REFRESH write a new one) and its counters
 * of changed rows, together with all that sets counters back. Null where the server does not count: views, foreign tables, tables with children (their
 * rows are counted elsewhere) or with row security (other accounts decide which rows are seen), and replicas.
 * Two kinds of changes are seen late or never: a session of a server before version 15 reports its last change when it does something else or ends, a
 * newer one within a minute; and a renamed label of an enumeration changes no row.
 */
const STATES = `
  select c.oid::text as oid,
    case
      when c.relkind in ('r', 'm') and not c.relhassubclass and not c.relrowsecurity
        and not pg_is_in_recovery() and current_setting('track_counts') = 'on'
      then concat_ws('|', d.oid, pg_postmaster_start_time(), pg_stat_get_db_stat_reset_time(d.oid), c.oid, pg_relation_filenode(c.oid),
        pg_stat_get_tuples_inserted(c.oid), pg_stat_get_tuples_updated(c.oid), pg_stat_get_tuples_deleted(c.oid))
    end as state
  from pg_catalog.pg_class c, pg_catalog.pg_database d
  where d.datname = current_database()
    and c.oid = any ($1::oid[])`;
