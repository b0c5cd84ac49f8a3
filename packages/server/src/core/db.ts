/** The database: pooled transactions for writes, two pipelined connections for single statements. */
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError, Pool, types, type ClientConfig, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import { Problem } from './problem.ts';
import { statement, type Sql } from './sql.ts';

/** Something that runs statements; a function that takes a `Tx` says by that that it takes part in the caller's transaction. */
export type Tx = {
  rows<Row>(query: Sql): Promise<Row[]>;
  one<Row>(query: Sql): Promise<Row | undefined>;
  /** The row of a statement that always has one. */
  only<Row>(query: Sql): Promise<Row>;
};

/** A lost or unreachable database: the same call may work in a moment. */
export class DatabaseUnavailable extends Error {}

/** How to reach the database. */
export type DatabaseOptions = { url: string; poolSize?: number; onError: (error: Error) => void };

const INT8 = 20;
/** Big integers as numbers: ours stay far below 2^53. */
const parsers: ClientConfig['types'] = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 ? Number : types.getTypeParser(oid, format as 'text')),
};

/** Milliseconds after which a statement is given up. */
const STATEMENT_TIMEOUT = 30_000;
const CONNECT_TIMEOUT = 5_000;
const RETRIES = 3;
const RETRY_MILLISECONDS = 50;
const READERS = 2;
/** The place of the connection of those who watch, after the readers. */
const WATCHER = READERS;

/** One database with its connections. */
export class Database {
  readonly #options: DatabaseOptions;
  readonly #pool: Pool;
  readonly #closePool: () => Promise<void>;
  readonly #kept: (Promise<Client> | undefined)[] = [];
  /** How many statements are under way on each connection of readers. */
  readonly #underWay = new Int32Array(READERS);
  #watched: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** Single statements outside a transaction; many of them share a connection without waiting for each other. */
  readonly reader: Tx;
  /** Single statements on pooled connections, each its own transaction: commits of several connections share a flush, those of one do not. */
  readonly writer: Tx;
  /** Single statements of those who watch, on a connection of their own: no slow statement of others stands before them. */
  readonly watcher: Tx;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    const { pool, close } = openPool(
      { ...this.#connection('millrace'), max: options.poolSize ?? 10, pipeline: true } as PoolConfig,
      options.onError,
    );
    this.#pool = pool;
    this.#closePool = close;
    this.reader = runner(async (query) => {
      // The first unless it is busier: a backend that has just worked answers sooner than one that has slept.
      const place = this.#underWay.indexOf(Math.min(...this.#underWay));
      this.#count(place, 1);
      try {
        return await (await this.#keep(place)).query(query);
      } finally {
        this.#count(place, -1);
      }
    });
    this.watcher = runner((query) => {
      // One after the other, not pipelined: a connection that hangs in the middle of one can be ended at once.
      const ask = async (): Promise<QueryResult> => (await this.#keep(WATCHER)).query(query);
      const asked = this.#watched.then(ask, ask);
      this.#watched = asked;
      return asked;
    });
    this.writer = runner((query) => this.#pool.query(query));
  }

  /** Runs `work` in one transaction and again when the database chose it as the victim of a deadlock. */
  async transaction<T>(work: (tx: Tx) => Promise<T>, mode: 'read write' | 'read only' = 'read write'): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(work, mode);
      } catch (error) {
        if (attempt >= RETRIES || !isVictim(error)) throw error;
        // The other side was only just woken: who comes back at once takes the same row from it again.
        await wait(attempt * RETRY_MILLISECONDS);
      }
    }
  }

  /** A connection of its own for LISTEN; the caller ends it. */
  async connect(name: string): Promise<Client> {
    const client = new Client(this.#connection(name));
    client.on('error', this.#options.onError);
    await client.connect().catch(unavailable);
    return client;
  }

  /** Gives up the connection of those who watch, on which the database does not answer; the next statement opens another one. */
  letGoOfWatcher(): void {
    const kept = this.#kept[WATCHER];
    this.#kept[WATCHER] = undefined;
    // Not waited for: what is under way on it fails now, the connection itself may take long to end.
    void kept?.then((client) => client.end()).catch(() => undefined);
  }

  /** How many pooled connections are in use and idle, and how many callers wait for one. */
  usage(): { used: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Waits for what runs and closes every connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#closePool(), ...this.#kept.map(async (kept) => (await kept?.catch(() => undefined))?.end())]);
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>, mode: string): Promise<T> {
    const client = await this.#pool.connect().catch(unavailable);
    let broken: Error | undefined;
    const mark = (error: Error): void => void (broken = error);
    client.on('error', mark);
    try {
      // Not awaited: on a pipelined connection it travels with the first statement.
      const begun = client.query(mode === 'read only' ? 'begin isolation level repeatable read read only' : 'begin');
      begun.catch(() => undefined);
      const result = await work(runner((query) => client.query(query)));
      await begun;
      const { command } = await client.query('commit');
      // The database commits nothing, and says so only here, when the error of a statement was caught and not passed on.
      if (command !== 'COMMIT') throw new Error('A statement of the transaction failed unheard, and nothing was kept');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure));
      return rethrow(error);
    } finally {
      client.off('error', mark);
      client.release(broken);
    }
  }

  #count(place: number, more: number): void {
    this.#underWay[place] = (this.#underWay[place] ?? 0) + more;
  }

  #keep(place: number): Promise<Client> {
    const open = this.#kept[place];
    if (open) return open;
    if (this.#closed) return Promise.reject(new DatabaseUnavailable('The database connections are closed'));
    const config = place === WATCHER ? this.#connection('millrace watcher') : { ...this.#connection('millrace reader'), pipeline: true };
    const client = new Client(config as ClientConfig);
    const forget = (): void => {
      if (this.#kept[place] === opening) this.#kept[place] = undefined;
    };
    client.on('error', (error) => {
      forget();
      this.#options.onError(error);
    });
    client.on('end', forget);
    const opening: Promise<Client> = client.connect().then(() => client, unavailable);
    opening.catch(forget);
    this.#kept[place] = opening;
    return opening;
  }

  #connection(name: string): ClientConfig {
    return {
      connectionString: this.#options.url,
      types: parsers,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      statement_timeout: STATEMENT_TIMEOUT,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
      keepAlive: true,
    };
  }
}

/** A database that is not ours. */
export type ForeignDatabase = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl: false | { ca?: string[] };
};

/** Opens a database that is not ours over a socket of the caller, and closes it again; fails with what its driver says. */
export async function openForeignDatabase(database: ForeignDatabase, stream: () => Socket): Promise<void> {
  const client = new Client({ ...database, stream, application_name: 'millrace' });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    // Not waited for: a server that no longer answers must not hold up the caller.
    void client.end().catch(() => undefined);
  }
}

/** A pool that hears its errors, and whose end can be waited for: its own is over before its connections are. */
export function openPool(config: PoolConfig, onError: (error: Error) => void): { pool: Pool; close(): Promise<void> } {
  const pool = new Pool(config);
  const ends = new Set<Promise<void>>();
  // Without a listener a broken idle connection would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // A connection that somebody holds tells of its loss by the next statement.
    client.on('error', () => undefined);
    const end = new Promise<void>((resolve) => void client.once('end', resolve));
    ends.add(end);
    void end.then(() => ends.delete(end));
  });
  const close = async (): Promise<void> => {
    await pool.end();
    await Promise.all(ends);
  };
  return { pool, close };
}

/** The name of the constraint that refused a write, if that is what the error is. */
export function refusedBy(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;
}

/** Whether a statement gave up waiting for a lock. */
export const isLockTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '55P03';

/** Whether the database refused a text because of a character that it cannot keep: U+0000, or in JSON half of a surrogate pair. */
export function refusesText(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  return error.code === '22021' || error.code === '22P05' || (error.code === '22P02' && /surrogate/.test(error.detail ?? ''));
}

function runner(query: (text: QueryConfig) => Promise<QueryResult>): Tx {
  const rows = async <Row>(fragment: Sql): Promise<Row[]> => {
    try {
      return (await query(statement(fragment))).rows as Row[];
    } catch (error) {
      return rethrow(error);
    }
  };
  const one = async <Row>(fragment: Sql): Promise<Row | undefined> => (await rows<Row>(fragment))[0];
  const only = async <Row>(fragment: Sql): Promise<Row> => {
    const row = await one<Row>(fragment);
    if (row === undefined) throw new Error('A statement that always has a row had none');
    return row;
  };
  return { rows, one, only };
}

function isVictim(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001');
}

/** Server shutting down (57P01 to 57P03), connection failures (08…), too many connections (53300). */
function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(08...|57P0[123]|53300)$/.test(error.code ?? '');
  // A refusal may speak of a timeout.
  if (!(error instanceof Error) || error instanceof Problem) return false;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return (
    /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENOENT)/.test(code) ||
    /Connection terminated|not queryable|timeout/i.test(error.message)
  );
}

function rethrow(error: unknown): never {
  if (isUnavailable(error)) throw new DatabaseUnavailable(`The database cannot be reached: ${(error as Error).message}`, { cause: error });
  throw error;
}

function unavailable(error: unknown): never {
  throw new DatabaseUnavailable(`The database cannot be reached: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}
