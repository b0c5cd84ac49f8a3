/** The driver of PostgreSQL: connections that are watched, pools that can be waited for, and connections to databases of others. */
import { Socket } from 'node:net';
import { Client, Pool, types, type ClientConfig as DriverConfig, type PoolConfig as DriverPoolConfig } from 'pg';
import type { ConnectionWatch, WatchedConnection } from './connection-watch.ts';
import { ownSession, type OwnSession } from './sessions.ts';

export type { PoolClient, QueryConfig, QueryResult } from 'pg';

/** How a connection is opened; `pipeline`: statements are sent without waiting for the answer to the one before. */
export type ClientConfig = DriverConfig & { pipeline?: boolean };
/** How a pool is opened. */
export type PoolConfig = DriverPoolConfig & { pipeline?: boolean };
/** A pool, and what closes it: its own end is over before its connections are. */
export type KeptPool = { pool: Pool; close(): Promise<void> };

/** Milliseconds without traffic after which the kernel tries a connection: firewalls forget those on which nothing moves. */
const KEEP_ALIVE = 10_000;

const INT8 = 20;
/** Big integers as numbers: ours stay far below 2^53. */
const parsers: ClientConfig['types'] = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 ? Number : types.getTypeParser(oid, format as 'text')),
};

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
    // Here and not as methods: the driver overloads both, and its pool calls them too.
    const { query, end } = this;
    this.query = ((...given: unknown[]) => {
      this.isBusy = true;
      return Reflect.apply(query, this, given) as unknown;
    }) as Client['query'];
    this.end = ((...given: unknown[]) => {
      this.isEnding = true;
      return Reflect.apply(end, this, given) as unknown;
    }) as Client['end'];
    this.on('drain', () => (this.isBusy = false));
    watch?.add(this);
  }

  /** Asks the server for its session behind this connection. */
  async learnSession(): Promise<void> {
    this.session = await ownSession((text) => this.query<OwnSession>(text));
  }

  /** In a transaction nothing is sent: it would keep the server from ending one that was left open. */
  async ping(): Promise<void> {
    if (this.getTransactionStatus() === 'I') await this.query('').catch(() => undefined);
  }
}

/** A pool of watched connections that hears their errors. */
export function openPool(config: PoolConfig, onError: (error: Error) => void, watch: ConnectionWatch): KeptPool {
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
    // A connection that is in use tells of its loss by the next statement.
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
 * Has callbacks of `connect` release a connection as often as they like. The job queue releases the connection on which it listens a second time when
 * that is lost while the queue ends; the pool would throw where nothing catches it, and the process would end.
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

/** A connection for work that takes as long as it takes: its statements have no limit, and a network that forgets it is noticed. */
export async function openPatientClient(url: string, name: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: KEEP_ALIVE,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    types: parsers,
  } as DriverConfig);
  // One that breaks between two statements fails the next one.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
