/** Reads any database by a JDBC driver of the connection, through a Java program of its own. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { JdbcTarget } from '../connection-target.ts';
import { DatabaseUnusable, SettingsFault } from '../faults.ts';
import {
  openingError,
  type CrawledDatabase,
  ListedFacts,
  type ListedTable,
  type Listing,
  silenceAfter,
  statementEndedError,
  type TableDefinition,
  type TextRow,
} from './database.ts';
import { jdbcHosts } from './jdbc-hosts.ts';
import type { EngineOutbound } from './outbound.ts';

const READER = fileURLToPath(import.meta.resolve('./JdbcReader.java'));
/** A small heap, a fast start, and no files outside of the folder of the run. */
const JVM_OPTIONS = ['-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData'];
const JAVA = [...JVM_OPTIONS, '-Duser.timezone=UTC', '-Dfile.encoding=UTF-8', READER];
const NEEDS_JAVA = 'A connection with a driver of its own needs Java 11 or newer on the machine of the engine, with its compiler (a JDK)';
const START_MILLISECONDS = 60_000;
/** The maximum number of cells of one answer. */
const PART_CELLS = 30_000;
const MAX_ERROR_CHARACTERS = 300;
const TABLE = /table$|^system versioned$/i;
const VIEW = /view$/i;
const OF_SYSTEM = /^system (?!versioned)|temporary/i;
/** Schemas of products with tables that are not data of users. The drivers list them beside the others. */
const SYSTEM_SCHEMAS = new RegExp(
  `^(?:information_schema|pg_(?:catalog|toast.*)|performance_schema|sys|mysql|sys(?:ibm|ibmadm|cat|stat|tools|proc|fun|public|cs_.*|diag)?|xdb|mdsys|ctxsys|
  wmsys|ordsys|orddata|ordplugins|olapsys|dbsnmp|outln|appqossys|audsys|gsmadmin_internal|lbacsys|dvsys|ojvmsys|dbsfwuser|remote_scheduler_agent|
  system|system_lobs|sqlj|nullid)$`.replaceAll(/\s/g, ''),
  'i',
);

type JavaProcess = ChildProcessByStdio<Writable, Readable, Readable>;
/** The program that reads the database. When it has ended, `lastLine` resolves to the last line of its error output. */
type Reader = { process: JavaProcess; frames: AsyncGenerator<TextRow>; lastLine: () => Promise<string> };
type TableName = { catalog: string | null; schema: string | null; name: string };

/** Starts a Java program that opens a database by its driver. Throws a `SettingsFault` without Java, and `DatabaseUnusable`. */
export async function openJdbc(target: JdbcTarget, outbound: EngineOutbound, statementMilliseconds: number): Promise<CrawledDatabase> {
  const open = new Jdbc(target, outbound, statementMilliseconds);
  await open.start();
  return open;
}

class Jdbc implements CrawledDatabase {
  readonly #target: JdbcTarget;
  readonly #outbound: EngineOutbound;
  readonly #milliseconds: number;
  readonly #names = new ListedFacts<TableName>();
  #reader: Reader | undefined;

  constructor(target: JdbcTarget, outbound: EngineOutbound, milliseconds: number) {
    this.#target = target;
    this.#outbound = outbound;
    this.#milliseconds = milliseconds;
  }

  /** Starts the program, and lets it open the database. A driver opens its own sockets, so the servers of the URL are checked before. */
  async start(): Promise<void> {
    const { url, user, password, jars, driverClass } = this.#target;
    for (const host of jdbcHosts(url)) await this.#outbound.requireOpen(host);
    const reader = startReader();
    this.#reader = reader;
    const { done } = await this.#within(START_MILLISECONDS, reader.frames.next(), notIn('Java did not start'));
    if (done) throw new SettingsFault(`${NEEDS_JAVA}: ${await reader.lastLine()}`);
    try {
      await this.#ask(['open', url, user, password, jars, driverClass], START_MILLISECONDS, notIn('The driver did not connect'));
    } catch (cause) {
      throw openingError(cause, (cause as Error).message);
    }
  }

  async list(): Promise<Listing> {
    const rows = await this.#ask(['list'], silenceAfter(this.#milliseconds));
    const tables = rows.flatMap(([catalog = null, schema = null, name, type, comment]) => {
      const kind = kindOf(type ?? '');
      if (kind === undefined || !name || SYSTEM_SCHEMAS.test(schema ?? catalog ?? '')) return [];
      const table: ListedTable = { parts: [schema ?? catalog, name].filter((part) => part !== null), kind, comment: comment || null };
      this.#names.set(table, { catalog, schema, name });
      return [table];
    });
    // JDBC does not say whether the account sees all tables.
    return { tables, provesAbsence: false };
  }

  async define(tables: readonly ListedTable[]): Promise<Map<ListedTable, TableDefinition>> {
    const definitions = new Map<ListedTable, TableDefinition>();
    for (const table of tables) {
      const { catalog, schema, name } = this.#names.of(table);
      const rows = await this.#ask(['define', catalog, schema, name], silenceAfter(this.#milliseconds));
      if (rows.length === 0) continue;
      const columns = rows.map(([path, native, nullable, key, comment]) => ({
        path: path ?? '',
        nativeType: native || 'OTHER',
        isNullable: table.kind === 'VIEW' || !nullable ? null : nullable === 'yes',
        isKey: key === 'yes',
        comment: comment || null,
      }));
      // A driver does not report whether rows have changed, so they are read each time.
      definitions.set(table, { columns, readable: columns.map(({ path }) => path), state: null });
    }
    return definitions;
  }

  async sample(table: ListedTable, columns: readonly string[], rows: number, onRow: (row: TextRow) => boolean): Promise<void> {
    const { catalog, schema, name } = this.#names.of(table);
    const answerRows = Math.max(1, Math.min(rows, Math.floor(PART_CELLS / columns.length)));
    const seconds = String(Math.ceil(this.#milliseconds / 1000));
    const timeout = silenceAfter(this.#milliseconds);
    let read = await this.#ask(['first', seconds, String(rows), String(answerRows), catalog, schema, name, ...columns], timeout);
    let count = read.length;
    // Not every driver bounds the rows of a statement.
    while (read.every((row) => onRow(row)) && read.length === answerRows && count < rows) {
      read = await this.#ask(['next', String(Math.min(answerRows, rows - count))], timeout);
      count += read.length;
    }
  }

  close(): Promise<void> {
    this.#reader?.process.kill('SIGKILL');
    return Promise.resolve();
  }

  /** Asks the program. A driver that does not end its statement in time is ended with its program; the next request starts another one. */
  async #ask(request: TextRow, timeout: number, late = statementEndedError(timeout)): Promise<TextRow[]> {
    if (this.#reader === undefined) await this.start();
    const reader = this.#reader;
    if (reader === undefined) throw new DatabaseUnusable('The program that reads the database has ended');
    reader.process.stdin.write(jdbcFrame(request));
    return this.#within(timeout, this.#answer(reader), late);
  }

  async #answer({ frames, lastLine }: Reader): Promise<TextRow[]> {
    const rows: TextRow[] = [];
    for (;;) {
      const { done, value } = await frames.next();
      if (done) throw new DatabaseUnusable(`The program that reads the database has ended: ${await lastLine()}`);
      const [kind, ...cells] = value as TextRow;
      if (kind === 'row') rows.push(cells);
      else if (kind === 'end') return rows;
      else throw this.#faultOf(cells);
    }
  }

  #faultOf([kind, message]: TextRow): Error {
    const reason = (message ?? '').split('\n', 1)[0] ?? '';
    if (kind === 'unusable') return new DatabaseUnusable(reason);
    return kind === 'late' ? statementEndedError(this.#milliseconds) : new Error(reason);
  }

  /** Waits for an answer. If it is late, ends the program and throws `late`. */
  async #within<Answer>(milliseconds: number, answer: Promise<Answer>, late: Error): Promise<Answer> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#reader?.process.kill('SIGKILL');
      this.#reader = undefined;
      reject(late);
    }, milliseconds);
    // When the program is killed, its answer fails, too.
    answer.catch(() => {});
    return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
  }
}

const notIn = (what: string): Error => new Error(`${what} within ${START_MILLISECONDS / 1000} seconds`);

function startReader(): Reader {
  const process = spawn('java', JAVA, { stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  process.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-10 * MAX_ERROR_CHARACTERS)));
  process.on('error', (error) => (errors = error.message));
  // Ignore failed writes to a program that has ended: the end of its answers shows that it has.
  process.stdin.on('error', () => {});
  const ended = new Promise((resolve) => process.once('close', resolve));
  const lastLine = async (): Promise<string> => {
    await ended;
    return errors.trim().split('\n').at(-1)?.slice(0, MAX_ERROR_CHARACTERS) ?? '';
  };
  return { process, frames: framesOf(process.stdout), lastLine };
}

/** The kind of a type of tables of a driver, such as BASE TABLE or MATERIALIZED VIEW; undefined for types without rows of users. */
function kindOf(type: string): ListedTable['kind'] | undefined {
  if (OF_SYSTEM.test(type)) return undefined;
  if (VIEW.test(type)) return 'VIEW';
  return TABLE.test(type) ? 'TABLE' : undefined;
}

/* The frames between the crawl and its Java program: a number of texts, and each text as its length in bytes (-1 for none) and its bytes. */

const LENGTH_BYTES = 4;

/** Returns a frame. */
function jdbcFrame(texts: TextRow): Buffer {
  const parts = texts.flatMap((text) => {
    const bytes = Buffer.from(text ?? '');
    return [numberBytes(text === null ? -1 : bytes.length), bytes];
  });
  return Buffer.concat([numberBytes(texts.length), ...parts]);
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Yields the frames of a stream until it ends. */
async function* framesOf(stream: Readable): AsyncGenerator<TextRow> {
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let first = firstFrame(rest); first; first = firstFrame(rest)) {
        rest = rest.subarray(first.end);
        yield first.texts;
      }
    }
  } catch {
    // A program that did not start has no stream: it ends here, too.
  }
}

/** Returns the first frame, if it has arrived whole, and where it ends. */
function firstFrame(bytes: Buffer): { texts: TextRow; end: number } | undefined {
  if (bytes.length < LENGTH_BYTES) return undefined;
  const texts: TextRow = [];
  let end = LENGTH_BYTES;
  for (let count = bytes.readInt32BE(0); count > 0; count -= 1) {
    if (bytes.length < end + LENGTH_BYTES) return undefined;
    const length = bytes.readInt32BE(end);
    end += LENGTH_BYTES;
    if (bytes.length < end + length) return undefined;
    texts.push(length < 0 ? null : bytes.toString('utf8', end, end + length));
    end += Math.max(length, 0);
  }
  return { texts, end };
}
