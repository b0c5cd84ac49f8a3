/** The driver of PostgreSQL: watched connections, pools, and connections to databases of callers. */
import { Socket } from 'node:net';
import { Client, Pool, types, type ClientConfig as DriverConfig, type PoolConfig as DriverPoolConfig, type QueryConfig } from 'pg';
import { type ConnectionWatch, type WatchedConnection, ownSession, type OwnSession } from './connection-watch.ts';
import { DatabaseStartError } from '../base/start-error.ts';
import { ResultForms } from './prepared-query.ts';

export type { Client, PoolClient, QueryConfig, QueryResult } from 'pg';

/** The options of a connection; `pipeline`: statements are sent without waiting for the answer to the one before. */
export type ClientConfig = DriverConfig & { pipeline?: boolean };
/** The options of a pool. */
export type PoolConfig = DriverPoolConfig & { pipeline?: boolean };
/** A pool; `close` waits until its connections are closed, which `end` of the pool does not. */
export type ClosablePool = { pool: Pool; close(): Promise<void> };

/** Milliseconds without traffic after which the kernel tests a connection, because firewalls drop idle ones. */
const KEEP_ALIVE = 10_000;
/** Milliseconds after which the attempt to connect ends. */
const CONNECT_MILLISECONDS = 10_000;

const INT8 = 20;
/** Big integers as numbers: ours stay far below 2^53. */
const parsers: ClientConfig['types'] = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 ? Number : types.getTypeParser(oid, format as 'text')),
};

const isNamed = (config: unknown): config is QueryConfig =>
  typeof config === 'object' && config !== null && 'name' in config && Boolean(config.name);

/** Replaces the stack of an error of the driver, which only shows the reading of its socket, by that of the caller that waits. */
function rethrow(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}

/** A connection that a watch knows; it reads big integers as numbers. */
export class WatchedClient extends Client implements WatchedConnection {
  readonly socket: Socket;
  session: OwnSession | undefined;
  isBusy = false;
  isEnding = false;

  constructor({ watch, ...config }: ClientConfig & { watch: ConnectionWatch | undefined }) {
    const socket = new Socket();
    super({ types: parsers, ...config, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE, stream: () => socket } as DriverConfig);
    this.socket = socket;
    // Replaced by assignment, because a method could not have all the overloads that the driver declares. The pool of the driver uses both.
    const { query, end } = this;
    const forms = new ResultForms(this.connection);
    this.query = ((...parameters: unknown[]) => {
      this.isBusy = true;
      const [config] = parameters;
      if (parameters.length > 1 || !isNamed(config)) return Reflect.apply(query, this, parameters) as unknown;
      return new Promise((resolve, reject) => {
        const prepared = forms.prepared(config, (error, result) => (error ? reject(error) : resolve(result)));
        Reflect.apply(query, this, [prepared]);
      }).catch(rethrow);
    }) as Client['query'];
    this.end = ((...parameters: unknown[]) => {
      this.isEnding = true;
      return Reflect.apply(end, this, parameters) as unknown;
    }) as Client['end'];
    this.on('drain', () => (this.isBusy = false));
    watch?.add(this);
  }

  /** Asks the server for its session behind this connection. */
  async learnSession(): Promise<void> {
    this.session = await ownSession((text) => this.query<OwnSession>(text));
  }

  /** Tests the connection. Sends nothing in a transaction, because the server could then not end a transaction that was left open. */
  async ping(): Promise<void> {
    if (this.getTransactionStatus() === 'I') await this.query('').catch(() => undefined);
  }
}

/** Opens a pool of watched connections. `onError` is called with errors of idle connections. */
export function openPool(config: PoolConfig, onError: (error: Error) => void, watch: ConnectionWatch): ClosablePool {
  const pool = new Pool({
    ...config,
    watch,
    Client: WatchedClient,
    onConnect: (client: WatchedClient) => client.learnSession(),
  } as unknown as DriverPoolConfig);
  const ends = new Set<Promise<void>>();
  // Without a listener a broken idle connection would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // If a connection is lost while it is in use, its next statement fails.
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

/**
 * Ignores the second release of a connection by a callback of `connect`. If the job queue loses its connection while it ends, it releases that
 * connection twice. The pool would throw an error that nothing catches, and the process would end.
 */
export function ignoreSecondReleases(pool: Pool): void {
  const connect = pool.connect.bind(pool);
  type Done = Parameters<typeof connect>[0];
  const once = (done: Done): Done => {
    let isReleased = false;
    return (error, client, release) =>
      done(error, client, (broken) => {
        // Without a connection, as after a timeout, the pool passes no function.
        if (!isReleased && client) release(broken);
        isReleased = true;
      });
  };
  pool.connect = ((done?: Done) => (done ? connect(once(done)) : connect())) as Pool['connect'];
}

/** A database of a caller. */
export type ForeignDatabase = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl: false | { ca?: string[] };
};

/** Tries to connect to a database over the given socket, and closes the connection again. Fails with the error of the driver. */
export async function tryForeignDatabase(database: ForeignDatabase, stream: () => Socket): Promise<void> {
  const client = new Client({ ...database, stream, application_name: 'millrace' });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    // Not awaited, because the server may not answer any more.
    void client.end().catch(() => undefined);
  }
}

/** Opens a connection whose statements have no time limit, or throws a `DatabaseStartError`. Keep-alive detects that the network has dropped it. */
export async function openUnlimitedClient(url: string, name: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    types: parsers,
  } as DriverConfig);
  // If the connection breaks between two statements, the next one fails.
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => Promise.reject(unusableDatabase(client, cause)));
  return client;
}

/** Turns the error of a server that cannot be reached, or that refuses the connection, into a message for the operator. */
function unusableDatabase({ host, port, database }: Client, cause: unknown): DatabaseStartError {
  const { message, code } = cause as { message: string; code?: string };
  return new DatabaseStartError(
    `The database '${database}' on ${host}:${port} cannot be used: ${message || code}. Check DATABASE_URL and that its server runs.`,
    { cause },
  );
}
