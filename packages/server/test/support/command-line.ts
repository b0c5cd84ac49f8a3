/** The command line as a process, on the machine of an install. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startInstall } from './install.ts';
import { programEnvironment } from './program-environment.ts';

const program = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

/** The exit code of a command, and its output. */
export type CommandResult = { code: number; out: string; err: string };

/** A running command, with its output so far. */
export type RunningCommand = { process: ChildProcess; out: string; err: string };

/** Starts an install, and returns it with a folder for files and functions that run a command and get a token. All end with the test file. */
export async function startCommandLine() {
  const install = await startInstall();
  const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-'));
  after(() => rm(folder, { recursive: true, force: true }));

  const environmentOf = (environment: Record<string, string> = {}) => ({
    ...programEnvironment(),
    HOME: folder,
    MILLRACE_HOME: install.home,
    ...environment,
  });

  /** Starts a command without waiting for its end. */
  function start(words: string[]): RunningCommand {
    const started = spawn(process.execPath, [program, ...words], { env: environmentOf(), stdio: ['ignore', 'pipe', 'pipe'] });
    const running = { process: started, out: '', err: '' };
    started.stdout.on('data', (chunk) => (running.out += String(chunk)));
    started.stderr.on('data', (chunk) => (running.err += String(chunk)));
    return running;
  }

  function millrace(words: string[], environment: Record<string, string> = {}): Promise<CommandResult> {
    const { promise, resolve } = Promise.withResolvers<CommandResult>();
    execFile(process.execPath, [program, ...words], { env: environmentOf(environment) }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
    return promise;
  }
  /** Returns an access token of a service account. */
  async function tokenOf(id: string, secret: string): Promise<string> {
    const issued = await fetch(`${install.url}/security/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials' }),
    });
    return ((await issued.json()) as { access_token: string }).access_token;
  }

  return { install, folder, millrace, start, tokenOf };
}
