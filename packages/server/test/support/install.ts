/** A complete install: the server program as a process, with its built-in engine, its home folder and its database. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Schema } from '@millrace/contract';
import { createClient, type Client } from '@millrace/contract/client';
import { createDatabase } from './database.ts';
import { publication } from './bundles.ts';
import { programEnvironment } from './program-environment.ts';
import { folderBesideTasks } from './task-files.ts';
import { SERVER_OPTIONS } from '../../../../scripts/launch/server-options.mjs';

const currentProgram = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** What a server writes when it serves: `main.ts`, or the script of the launcher and of packages. */
const SERVES = /(?:serves on|^ {2}API {7}) ([^\s"]+)/m;

/** An execution as the API returns it. */
export type Execution = Schema<'JobExecutionStatus'>;

/** A running install that can be killed and started again. */
export class Install {
  readonly home: string;
  /** The program of the next start: the server of this checkout, or that of another version. */
  program = currentProgram;
  readonly #environment: Record<string, string>;
  #server: ChildProcess | undefined;
  #port = 0;

  constructor(home: string, environment: Record<string, string>) {
    this.home = home;
    this.#environment = environment;
  }

  /** Starts the server and waits until it serves. `environment` is used only for this start. */
  async start(environment: Record<string, string> = {}): Promise<void> {
    const server = spawn(process.execPath, [...SERVER_OPTIONS, this.program], {
      env: {
        ...programEnvironment(),
        MILLRACE_HOME: this.home,
        MILLRACE_PORT: String(this.#port),
        // The default is the next port, which another install may use.
        MILLRACE_METRICS_PORT: '0',
        MILLRACE_ENGINE: 'built-in',
        MILLRACE_CHECK_ANSWERS: 'on',
        ...this.#environment,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#server = server;
    let output = '';
    const servedUrl = new Promise<string>((resolve, reject) => {
      const collect = (chunk: Buffer): void => {
        output += chunk.toString();
        const url = SERVES.exec(output)?.[1];
        if (url) resolve(url);
      };
      server.stdout?.on('data', collect);
      server.stderr?.on('data', collect);
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
    });
    this.#port = Number(new URL(await servedUrl).port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The address of the external database; empty for the embedded database. */
  get databaseUrl(): string {
    return this.#environment['DATABASE_URL'] ?? '';
  }

  /** The process id of the server. */
  get pid(): number {
    return this.#server?.pid ?? 0;
  }

  /** Returns a client with the token of the administrator. */
  async client(): Promise<Client> {
    return createClient({ baseUrl: this.url, token: await this.token() });
  }

  /** Reads the token of the administrator. */
  async token(): Promise<string> {
    return (await readFile(join(this.home, 'admin.token'), 'utf8')).trim();
  }

  /** Kills the server by SIGKILL. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops the server by SIGTERM. Returns its exit code; null if it did not run. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** Stops the server with several signals, as when a whole process group is signalled. */
  async stopGroup(): Promise<number | null> {
    const ended = this.#end('SIGTERM');
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) this.#server?.kill(signal);
    return ended;
  }

  /** Waits until the server has ended. Returns the signal that ended it. */
  died(): Promise<NodeJS.Signals | null> {
    return endOf(this.#server);
  }

  /** Returns the process id of the built-in engine, a child process of the server. */
  async engineProcess(): Promise<number> {
    return eventually('the built-in engine runs', async () => {
      const children = await readFile(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8');
      for (const child of children.trim().split(' ').filter(Boolean)) {
        const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
        if (command.includes('--with-parent')) return Number(child);
      }
      return undefined;
    });
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return null;
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    server.kill(signal);
    return ended;
  }
}

/** Waits until a process has ended. Returns the signal that ended it. */
export async function endOf(child: ChildProcess | undefined): Promise<NodeJS.Signals | null> {
  if (child && child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve));
  return child?.signalCode ?? null;
}

/** Starts an install with an embedded database. It ends with the test file. */
export async function startEmbeddedInstall(): Promise<Install> {
  const home = await folderBesideTasks('millrace-install-');
  const install = new Install(home, {});
  after(async () => {
    await install.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  await install.start();
  return install;
}

/** Starts an install on a database of the test server. It ends with the test file. */
export async function startInstall(environment: Record<string, string> = {}): Promise<Install> {
  const [database, home] = await Promise.all([createDatabase(), folderBesideTasks('millrace-install-')]);
  const install = new Install(home, { DATABASE_URL: database.url, ...environment });
  after(async () => {
    await install.stop();
    await database.drop();
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  await install.start();
  return install;
}

/** Publishes a bundle and creates a task of it that runs on any engine. */
export async function publishTask(
  client: Client,
  content: Buffer,
  options: { name: string; timeout?: number; parameters?: Record<string, string>; resources?: Record<string, string> },
): Promise<string> {
  const { body: workspaces } = await client.call('GET /orchestration/workspaces');
  const workspace = workspaces.find((one) => one.type === 'shared');
  assert.ok(workspace?.id && workspace.environment);
  const { name, timeout, parameters = {}, resources = {} } = options;
  const { body: version } = await client.call('POST /orchestration/artifacts', {
    form: publication({ workspaceId: workspace.id, name }, content),
  });
  const { body: page } = await client.call('GET /orchestration/artifacts', { query: { name } });
  const artifact = { id: page.items[0]?.id ?? '', version: version.version };
  const { body: task } = await client.call('POST /orchestration/executables/tasks', {
    body: { workspaceId: workspace.id, environmentId: workspace.environment.id, name, artifact, parameters, resources },
  });
  await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: task.id },
    body: {
      trigger: { type: 'MANUAL' },
      runtime: { type: 'CLOUD' },
      parallelExecutionAllowed: true,
      logLevel: 'INFO',
      ...(timeout && { timeout }),
    },
  });
  return task.id;
}

/** Starts a task. Returns the id of the execution. */
export async function startRun(client: Client, task: string): Promise<string> {
  return (await client.call('POST /processing/executions', { body: { executable: task } })).body.executionId;
}

/** Reads an execution. */
export const readRun = async (client: Client, executionId: string): Promise<Execution> =>
  (await client.call('GET /processing/executions/{executionId}', { path: { executionId } })).body;

/** Waits until an execution is finished. Repeats calls that fail while a server is down. */
export const finished = (client: Client, executionId: string): Promise<Execution> =>
  eventually('the execution is finished', async () => {
    const execution = await readRun(client, executionId).catch(() => undefined);
    return execution?.finishTimestamp ? execution : undefined;
  });

/** Reads every line of a log, oldest first. */
export async function wholeLog(client: Client, id: string): Promise<Schema<'LogEntry'>[]> {
  const lines: Schema<'LogEntry'>[] = [];
  for (let startIndex: number | undefined = 0; startIndex !== undefined;) {
    const { body }: { body: Schema<'LogPage'> } = await client.call('GET /monitoring/executions/{id}/logs', {
      path: { id },
      query: { order: 'ASC', count: 200, startIndex },
    });
    lines.push(...body.data);
    startIndex = body.nextIndex;
  }
  return lines;
}

/** Calls `read` every 100 ms until it returns a value. Throws after a minute; `condition` names what the caller waits for. */
export async function eventually<T>(condition: string, read: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = await read();
    if (found !== undefined) return found;
    await wait(100);
  }
  throw new Error(`This did not happen within a minute: ${condition}`);
}

/** Returns whether a process still runs. A zombie process has ended. */
export async function isAlive(pid: number | string): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
}
