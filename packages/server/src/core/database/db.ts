/** The database: pooled transactions for writes, two pipelined connections for single statements. */
import { monotonicMilliseconds } from '../base/clock.ts';
import { ConnectionWatch, endSessions, workingSessions, type DatabaseSession } from './connection-watch.ts';
import { DatabaseUnavailable, isRefusedCommit, isServerError, troubleOf, type Trouble, retryAfterDeadlock } from './database-errors.ts';
import {
  openPool,
  WatchedClient,
  type ClientConfig,
  type ClosablePool,
  type PoolClient,
  type PoolConfig,
  type QueryConfig,
  type QueryResult,
} from './driver.ts';
import { createTx, type Tx } from './sql.ts';

export { DatabaseUnavailable, isLockTimeout, refusedBy, refusesText } from './database-errors.ts';
export { tryForeignDatabase, type ForeignDatabase } from './driver.ts';

/** The address and the pool of the database. `onStandby` is called whenever a connection was opened that leads to a standby. */
export type DatabaseOptions = { url: string; poolSize?: number; onError: (error: Error) => void; onStandby?: () => void };

/** Milliseconds after which the server cancels a statement. The connection watch handles statements that the server cannot cancel. */
const STATEMENT_TIMEOUT = 30_000;
const CONNECT_TIMEOUT = 5_000;
/** Milliseconds for which a fault that a statement met is reported. */
const TROUBLE_IS_RECENT = 10_000;
/** Milliseconds after which a connection to a read-only database is opened again, because another server may be the primary now. */
const READ_ONLY_KEPT = 10_000;
const READERS = 2;
/** The positions of the other two connections, after the readers: one for health checks, one for questions about sessions of the server. */
const WATCHER = READERS;
const CHECKER = READERS + 1;

/** A connection for one purpose; `opened` settles when it is open, `since` is the time at which it began to open. */
type DedicatedConnection = { client: WatchedClient; opened: Promise<WatchedClient>; since: number };

/** One database with its connections. */
export class Database {
  readonly #options: DatabaseOptions;
  readonly #watch: ConnectionWatch;
  readonly #pool: ClosablePool;
  readonly #dedicated: (DedicatedConnection | undefined)[] = [];
  /** The number of running statements on each connection of readers. */
  readonly #runningStatements = new Int32Array(READERS);
  /** The last moment of each fault, by the monotonic clock. */
  readonly #troubles = new Map<Trouble, number>();
  #watched: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** Single statements outside a transaction; many of them share a connection without waiting for each other. */
  readonly reader: Tx;
  /** Single statements on pooled connections, each its own transaction: commits of several connections share a flush, those of one do not. */
  readonly writer: Tx;
  /** Single statements of health checks, on a connection of their own, so that they never wait behind a slow statement. */
  readonly watcher: Tx;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.#watch = new ConnectionWatch({
      working: (sessions, overNewConnection) => this.#working(sessions, overNewConnection),
      end: (sessions) => void this.#end(sessions).catch(() => undefined),
    });
    this.#pool = this.openPool('millrace', options.poolSize ?? 10, { pipeline: true });
    this.reader = this.#single(async (query) => {
      // The first connection, unless it is busier: a backend that has just worked answers faster than an idle one.
      const index = this.#runningStatements.indexOf(Math.min(...this.#runningStatements));
      this.#count(index, 1);
      try {
        return await (await this.#dedicatedClient(index)).query(query);
      } finally {
        this.#count(index, -1);
      }
    });
    this.watcher = this.#single((query) => {
      // One attempt after the other, so that each has the whole time limit.
      const ask = async (): Promise<QueryResult> => (await this.#dedicatedClient(WATCHER)).query(query);
      const asked = this.#watched.then(ask, ask);
      return (this.#watched = asked);
    });
    this.writer = this.#single(async (query) => {
      const client = await this.#checkOut();
      let broken: Error | undefined;
      try {
        return await client.query(query);
      } catch (error) {
        if (!isServerError(error) || troubleOf(error) !== undefined) broken = error as Error;
        throw error;
      } finally {
        client.release(broken);
      }
    });
  }

  /** Runs `work` in one transaction, and again for some seconds when the database ended it because of a deadlock: `work` may run several times. */
  transaction<T>(work: (tx: Tx) => Promise<T>, mode: 'read write' | 'read only' = 'read write'): Promise<T> {
    return retryAfterDeadlock(() => this.#attempt(work, mode));
  }

  /** A connection of its own for LISTEN; the caller ends it. */
  async connect(name: string): Promise<WatchedClient> {
    const client = new WatchedClient({ ...this.#connection(name), pipeline: true, watch: this.#watch });
    client.on('error', this.#options.onError);
    return this.#opened(client);
  }

  /** A pool of watched connections, for a library that needs one. */
  openPool(name: string, max: number, config: PoolConfig = {}): ClosablePool {
    return openPool({ ...this.#connection(name), max, ...config }, this.#options.onError, this.#watch);
  }

  /** Closes the connection of health checks, on which the database does not answer; the next statement opens a new one. */
  closeWatcher(): void {
    this.#destroy(WATCHER);
  }

  /** The number of silent connections, after a wait of so many milliseconds; undefined where no connection answers. */
  async countSilent(milliseconds: number): Promise<number | undefined> {
    return this.#watch.isSilent ? undefined : this.#watch.countSilent(milliseconds);
  }

  /** The recent faults of the database that statements have met. */
  recentTroubles(): Trouble[] {
    const since = monotonicMilliseconds() - TROUBLE_IS_RECENT;
    return [...this.#troubles].filter(([, at]) => at > since).map(([trouble]) => trouble);
  }

  /** The numbers of used and idle pooled connections, and of callers that wait for one. */
  usage(): { used: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool.pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Waits for running statements and closes every connection; one that does not end in time is destroyed. */
  async close(): Promise<void> {
    this.#closed = true;
    const open = this.#dedicated.slice(0, CHECKER);
    await Promise.all([this.#pool.close(), ...open.map(async (kept) => (await kept?.opened.catch(() => undefined))?.end())]);
    // Last, because the watch uses it to ask about running statements.
    this.#destroy(CHECKER);
    this.#watch.stop();
  }

  async #attempt<T>(work: (tx: Tx) => Promise<T>, mode: string): Promise<T> {
    this.#requireNotSilent();
    const client = await this.#checkOut();
    let broken: Error | undefined;
    let committing = false;
    const mark = (error: Error): void => void (broken = error);
    client.on('error', mark);
    try {
      // Do not await this: on a pipelined connection it is sent together with the first statement.
      const begun = client.query(mode === 'read only' ? 'begin isolation level repeatable read read only' : 'begin');
      begun.catch(() => undefined);
      const result = await work(createTx((query) => client.query(query)));
      await begun;
      committing = true;
      const { command } = await client.query('commit');
      // If code caught the error of a statement, the database commits nothing and reports it only here.
      if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, its error was ignored, and nothing was committed');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure));
      // A write in a read-only transaction is a fault of the server program.
      if (mode === 'read only' && troubleOf(error) === 'read-only') throw error;
      // A new connection may lead to another server, which is the primary now.
      if (troubleOf(error) === 'read-only') broken = error as Error;
      return this.#fail(error, !committing || isRefusedCommit(error));
    } finally {
      client.off('error', mark);
      client.release(broken);
    }
  }

  #checkOut(): Promise<PoolClient> {
    return this.#pool.pool.connect().catch((error: unknown) => {
      // The pool uses this message if all connections were busy, and other messages if a connection could not be opened in time.
      if (error instanceof Error && error.message === 'timeout exceeded when trying to connect') return this.#fail(error, true, 'busy');
      return this.#failOpening(error);
    });
  }

  /** Builds a `Tx` of single statements; `send` sends one of them. */
  #single(send: (query: QueryConfig) => Promise<QueryResult>): Tx {
    const once = async (query: QueryConfig): Promise<QueryResult> => {
      this.#requireNotSilent();
      try {
        return await send(query);
      } catch (error) {
        return this.#fail(error, isServerError(error) && isRefusedCommit(error));
      }
    };
    return createTx((query) => retryAfterDeadlock(() => once(query)));
  }

  #requireNotSilent(): void {
    if (this.#watch.isSilent)
      throw new DatabaseUnavailable('unreachable', { cause: new Error('it does not answer'), nothingCommitted: true });
  }

  /** Throws the classified error for the caller. */
  #fail(error: unknown, nothingCommitted: boolean, trouble = troubleOf(error)): never {
    if (trouble === undefined || error instanceof DatabaseUnavailable) throw error;
    this.#troubles.set(trouble, monotonicMilliseconds());
    throw new DatabaseUnavailable(trouble, { cause: error, nothingCommitted });
  }

  /** Any error while a connection opens means that the database is unavailable. */
  #failOpening(error: unknown): never {
    return this.#fail(error, true, troubleOf(error) ?? 'unreachable');
  }

  #count(index: number, more: number): void {
    this.#runningStatements[index] = (this.#runningStatements[index] ?? 0) + more;
  }

  #dedicatedClient(index: number): Promise<WatchedClient> {
    const open = this.#dedicated[index];
    if (open && !isOutdated(open)) return open.opened;
    // Statements that already run on it end normally.
    void open?.client.end().catch(() => undefined);
    if (this.#closed && index !== CHECKER) {
      const cause = new Error('its connections are closed');
      return Promise.reject(new DatabaseUnavailable('unreachable', { cause, nothingCommitted: true }));
    }
    const name = index < READERS ? 'millrace reader' : index === WATCHER ? 'millrace watcher' : 'millrace checker';
    const watch = index === CHECKER ? undefined : this.#watch;
    const client = new WatchedClient({ ...this.#connection(name), pipeline: index !== WATCHER, watch });
    const forget = (): void => {
      if (this.#dedicated[index]?.client === client) this.#dedicated[index] = undefined;
    };
    client.on('error', (error) => {
      forget();
      this.#options.onError(error);
    });
    client.on('end', forget);
    const opened = this.#opened(client);
    opened.catch(forget);
    this.#dedicated[index] = { client, opened, since: monotonicMilliseconds() };
    return opened;
  }

  async #opened(client: WatchedClient): Promise<WatchedClient> {
    try {
      await client.connect();
      await client.learnSession();
      if (client.session?.standby) this.#options.onStandby?.();
      return client;
    } catch (error) {
      client.socket.destroy();
      return this.#failOpening(error);
    }
  }

  /** Destroys a connection: its running statements fail, and the next statement opens a new one. */
  #destroy(index: number): void {
    this.#dedicated[index]?.client.socket.destroy();
    this.#dedicated[index] = undefined;
  }

  async #working(sessions: readonly DatabaseSession[], overNewConnection: boolean): Promise<ReadonlySet<number> | undefined> {
    if (overNewConnection) this.#destroy(CHECKER);
    try {
      const checker = await this.#dedicatedClient(CHECKER);
      return await workingSessions((text) => checker.query(text), sessions);
    } catch (error) {
      // A server that refuses a connection can be reached.
      if (isServerError(error instanceof DatabaseUnavailable ? error.cause : error)) return undefined;
      throw error;
    }
  }

  async #end(sessions: readonly DatabaseSession[]): Promise<void> {
    const checker = await this.#dedicatedClient(CHECKER);
    await endSessions((text) => checker.query(text), sessions);
  }

  #connection(name: string): ClientConfig {
    return {
      connectionString: this.#options.url,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      statement_timeout: STATEMENT_TIMEOUT,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
    };
  }
}

/** Opens a database for some work, and closes it afterwards. */
export async function withOpenDatabase<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = new Database({ url, poolSize: 2, onError: () => undefined });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const isOutdated = ({ client, since }: DedicatedConnection): boolean =>
  client.session?.readOnly === true && monotonicMilliseconds() - since > READ_ONLY_KEPT;
