/** A control plane as a process, for tests on a real cluster: pods reach it by the address of the node. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { Schema } from '@millrace/contract';
import { type Client, createClient } from '@millrace/contract/client';
import { demoDatabase } from '../../../../scripts/demo/demo-database.ts';
import { temporaryFolder } from '../engine.ts';
import { NODE_ADDRESS } from './cluster-support.ts';

const MAX_WAIT_SECONDS = 120;
const ENDED = /^(?:DEPLOY_FAILED|EXECUTION_(?:SUCCESS|REJECTED|FAILED|TERMINATED.*))$/;

/** The folder of this repository. */
export const repository = resolve(import.meta.dirname, '../../../..');
const program = (name: string): string => join(repository, 'packages', name, 'src', 'main.ts');

/** Polls until a function returns something other than undefined or false; errors count as undefined. */
export async function until<T>(description: string, poll: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  const end = Date.now() + MAX_WAIT_SECONDS * 1000;
  let fault: unknown;
  while (Date.now() < end) {
    try {
      const found = await poll();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      fault = error;
    }
    await new Promise((resolvePause) => setTimeout(resolvePause, 300));
  }
  throw new Error(`Waited ${MAX_WAIT_SECONDS} s for ${description}`, { cause: fault });
}

/** A control plane with an embedded database and without an engine of its own. */
export class ControlPlaneProcess {
  readonly url: string;
  readonly home: string;
  #child: ChildProcess | undefined;
  #token = '';
  #output = '';

  private constructor(home: string, port: number) {
    this.home = home;
    this.url = `http://${NODE_ADDRESS}:${port}`;
  }

  static async start(port: number): Promise<ControlPlaneProcess> {
    const plane = new ControlPlaneProcess(await temporaryFolder(), port);
    try {
      await plane.run();
      plane.#token = await until('the token of the administrator', async () =>
        (await readFile(join(plane.home, 'home', 'admin.token'), 'utf8')).trim(),
      );
      return plane;
    } catch (error) {
      await plane.end();
      throw new Error(`The control plane does not start: ${plane.#output}`, { cause: error });
    }
  }

  get client(): Client {
    return createClient({ baseUrl: this.url, token: this.#token });
  }

  async run(): Promise<void> {
    const environment = {
      ...process.env,
      MILLRACE_HOME: join(this.home, 'home'),
      MILLRACE_HOST: '0.0.0.0',
      MILLRACE_PORT: new URL(this.url).port,
      MILLRACE_METRICS_PORT: '0',
      MILLRACE_PUBLIC_URL: this.url,
      MILLRACE_ENGINE: 'none',
    };
    const child = spawn(process.execPath, [program('server')], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (this.#output += part.toString()));
    this.#child = child;
    await until('the control plane', async () => (await fetch(`${this.url}/healthz`)).ok);
  }

  /** Ends the process: by SIGKILL as a crash would, or by SIGTERM, which also stops its database. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Runs the command line as the administrator. */
  cli(...words: string[]): string {
    const env = { PATH: process.env['PATH'], HOME: this.home, MILLRACE_URL: this.url, MILLRACE_TOKEN: this.#token };
    return execFileSync(process.execPath, [program('cli'), ...words], { encoding: 'utf8', env, cwd: this.home });
  }

  /** Publishes a bundle, and creates a task of it. */
  async addTask(workspace: string, name: string, bundle: Buffer, parameters: object = {}): Promise<void> {
    // A name may be longer than that of a file.
    const id = crypto.randomUUID();
    const [file, values] = [join(this.home, `${id}.zip`), join(this.home, `${id}.json`)];
    await writeFile(file, bundle);
    await writeFile(values, JSON.stringify(parameters));
    this.cli('artifact', 'publish', file, '--workspace', workspace, '--name', name);
    this.cli('task', 'create', name, '--artifact', name, '--workspace', workspace, '--parameters-file', values);
  }

  /** Creates a database that pods reach by the address of the node; `close` ends the proxy to it. */
  async openDatabase(port: number): Promise<{ url: string; close: () => void }> {
    const read = async (file: string): Promise<string> => (await readFile(join(this.home, 'home', 'postgres', file), 'utf8')).trim();
    const databasePort = Number(await read('port'));
    const database = await demoDatabase(`postgres://millrace:${await read('password')}@127.0.0.1:${databasePort}/millrace`);
    if (!('url' in database)) throw new Error(database.reason);
    const proxy = createServer((socket) => {
      const upstream = connect(databasePort, '127.0.0.1');
      socket.pipe(upstream).pipe(socket);
      for (const one of [socket, upstream]) one.on('error', () => [socket, upstream].forEach((each) => each.destroy()));
    });
    proxy.listen(port, NODE_ADDRESS);
    await once(proxy, 'listening');
    return { url: database.url.replace(`127.0.0.1:${databasePort}`, `${NODE_ADDRESS}:${port}`), close: () => void proxy.close() };
  }

  /** Starts a task; returns the id of the execution. */
  startTask(name: string): string {
    return (JSON.parse(this.cli('task', 'run', name, '--json')) as { executionId: string }).executionId;
  }

  /** Waits for the end of an execution. */
  ended(executionId: string): Promise<Schema<'JobExecutionStatus'>> {
    return until(`the end of ${executionId}`, async () => {
      const { body } = await this.client.call('GET /processing/executions/{executionId}', { path: { executionId } });
      return ENDED.test(body.executionStatus) && body;
    });
  }

  /** The log of an execution. */
  entries(executionId: string): Schema<'LogEntry'>[] {
    const page = JSON.parse(this.cli('execution', 'logs', executionId, '--count', '100000', '--json')) as { data: Schema<'LogEntry'>[] };
    return page.data;
  }

  /** The lines that the task of an execution has written to its standard output. */
  lines(executionId: string): string[] {
    return this.entries(executionId).flatMap(({ logType, logMessage }) => (logType === 'STDOUT' ? [logMessage] : []));
  }

  /** Waits until the task of an execution has written some lines. */
  awaitLines(executionId: string): Promise<unknown> {
    // A plain call, because a command for each poll would keep a small machine busy.
    return until('the first lines', async () => {
      const query = { order: 'ASC', count: 20 } as const;
      const { body } = await this.client.call('GET /monitoring/executions/{id}/logs', { path: { id: executionId }, query });
      return body.data.filter(({ logType }) => logType === 'STDOUT').length > 5;
    });
  }
}
