/** The processes of the measured programs, and the PostgreSQL server of all contestants. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { Pool } from 'undici';
import { startEmbeddedPostgres } from '../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { SERVER_OPTIONS } from '../scripts/launch/server-options.mjs';
import type { Stage } from './contestant.ts';
import { stopOf } from './process-tree.ts';

/** A program that runs until it is stopped. */
export type Program = { child: ChildProcess; pid: number; stop(): Promise<void> };

/** The options of a started program. Its output goes to a log in the scratch folder, or to `onText`. */
type ProgramOptions = {
  name: string;
  environment?: Record<string, string>;
  folder?: string;
  uid?: number;
  gid?: number;
  onText?(text: string): void;
};

/** Starts a program. */
export function startProgram(stage: Stage, command: readonly string[], options: ProgramOptions): Program {
  const [file = '', ...args] = command;
  const log = openSync(join(stage.folder, `${options.name}.log`), 'a');
  const child = spawn(file, args, {
    cwd: options.folder ?? stage.folder,
    env: { ...process.env, ...options.environment },
    ...(options.uid !== undefined && { uid: options.uid }),
    ...(options.gid !== undefined && { gid: options.gid }),
    stdio: ['ignore', options.onText ? 'pipe' : log, log],
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => options.onText?.(text));
  child.on('error', () => undefined);
  const stop = stopOf(child);
  stage.onEnd(stop);
  return { child, pid: child.pid ?? 0, stop };
}

/** A peer in a separate process that answers questions (see peers/serve.ts). */
export type PeerProcess = { ask<Answer>(question: unknown): Promise<Answer>; stop(): Promise<void> };

/** Starts a peer with the options of Node that the server has, or by a `python`, and waits until it is ready. */
export async function startPeer(stage: Stage, name: string, environment: Record<string, string>, python?: string): Promise<PeerProcess> {
  const log = openSync(join(stage.folder, `${name}.log`), 'a');
  const child = fork(join(import.meta.dirname, 'peers', `${name}.${python === undefined ? 'ts' : 'py'}`), [], {
    cwd: stage.folder,
    env: { ...process.env, ...environment, ...(python !== undefined && { PYTHONDONTWRITEBYTECODE: '1' }) },
    ...(python === undefined ? { execArgv: [...SERVER_OPTIONS] } : { execPath: python, execArgv: [] }),
    stdio: ['ignore', log, log, 'ipc'],
  });
  const stop = stopOf(child);
  stage.onEnd(stop);
  const answer = async <Answer>(): Promise<Answer> => {
    const listeners = new AbortController();
    const ended = once(child, 'exit', listeners).then(([code]) => {
      throw new Error(`The peer ${name} ended with ${String(code)} in the middle of a round`);
    });
    const [message] = (await Promise.race([once(child, 'message', listeners), ended])) as [{ answer?: Answer; failure?: string }];
    ended.catch(() => undefined);
    listeners.abort();
    if (message.failure !== undefined) throw new Error(message.failure);
    return message.answer as Answer;
  };
  await answer();
  return {
    stop,
    ask: (question) => {
      child.send({ question });
      return answer();
    },
  };
}

/** Opens connections to a server for a turn. Each has one request at a time. */
export function openPool(url: string, turn: Stage, connections = 1): Pool {
  const pool = new Pool(url, { connections, pipelining: 1 });
  turn.onEnd(() => pool.close());
  return pool;
}

/** Waits until an address answers with success. Throws after `timeout` milliseconds. */
export async function untilAnswered(url: string, { timeout = 60_000, pause = 5, token = '', method = 'GET' } = {}): Promise<void> {
  const deadline = performance.now() + timeout;
  for (let failure: unknown; ; await wait(pause)) {
    try {
      const response = await fetch(url, { method, headers: token ? { authorization: `Bearer ${token}` } : {} });
      await response.arrayBuffer();
      if (response.ok) return;
      failure = response.status;
    } catch (error) {
      failure = error instanceof Error && error.cause instanceof Error ? error.cause.message : error;
    }
    if (performance.now() > deadline) throw new Error(`${url} does not answer: ${String(failure)}`);
  }
}

/** A server that creates empty databases for contestants. */
export type DatabaseServer = {
  /** Creates an empty database and returns its address. Drops an existing database of that name, and this one at the end of the turn. */
  create(name: string, turn?: Pick<Stage, 'onEnd'>): Promise<string>;
};

/** Starts the embedded server of the product, with the settings of the product but for the number of connections. Throws without durability. */
export async function startDatabaseServer(stage: Pick<Stage, 'folder' | 'onEnd'>): Promise<DatabaseServer> {
  await chmod(stage.folder, 0o711);
  const folder = join(stage.folder, 'postgres');
  const start = (): ReturnType<typeof startEmbeddedPostgres> => startEmbeddedPostgres({ folder, log: () => undefined });
  // The first start creates the folder. Some benchmarks run all contestants at once, and their pools exceed the limit of one install.
  await (await start()).stop();
  await writeFile(join(folder, 'data', 'own.conf'), 'max_connections = 200\n');
  const postgres = await start();
  stage.onEnd(() => postgres.stop());
  const admin = await connectTo(postgres.url, stage);
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await admin.query<{ value: string }>('select current_setting($1) as value', [setting]);
    if (rows[0]?.value !== 'on') throw new Error(`PostgreSQL runs with ${setting} = ${rows[0]?.value}: benchmarks need durability.`);
  }
  const drop = async (name: string): Promise<void> => void (await admin.query(`drop database if exists bench_${name} with (force)`));
  return {
    create: async (name, turn) => {
      await drop(name);
      turn?.onEnd(() => drop(name));
      await admin.query(`create database bench_${name}`);
      // Without a checkpoint, unwritten pages of the previous contestant would be written during the next turn.
      await admin.query('checkpoint');
      return withDatabase(postgres.url, `bench_${name}`);
    },
  };
}

/** Opens a connection for a turn. */
export async function connectTo(url: string, turn: Pick<Stage, 'onEnd'>): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  turn.onEnd(() => client.end());
  return client;
}

/** Runs statements on a new connection. */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The process of the database server behind an address. */
export function postmasterOf(url: string): Promise<number> {
  return onDatabase(url, async (client) => {
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    return Number.parseInt(await readFile(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8'), 10);
  });
}

/** Returns the address of another database of the same server. */
const withDatabase = (url: string, name: string): string => new URL(`/${name}`, url).href;
