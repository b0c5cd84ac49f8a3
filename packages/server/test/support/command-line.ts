/** The command line on the machine of an install: in the process of the test, and as a process for tests of signals. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCommand, type CommandResult } from '../../../cli/src/run-program.fixture.ts';
import { startInProcessInstall } from './in-process-install.ts';
import { programEnvironment } from './program-environment.ts';

export type { CommandResult };

const program = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

/** A running command, with its output so far. */
export type RunningCommand = { child: ChildProcess; out: string; err: string };

/** Starts an install in this process, with an engine for tests that run something, and returns its command line. */
export const startCommandLine = async (options: { engine?: boolean } = {}) => commandLineOf(await startInProcessInstall(options));

/** Returns an install with a folder for files, and with functions that run a command and get a token. The folder ends with the test file. */
export async function commandLineOf<Known extends { url: string; home: string }>(install: Known) {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-cli-'));
  after(() => rm(folder, { recursive: true, force: true }));

  const environmentOf = (environment: Record<string, string> = {}) => ({
    ...programEnvironment(),
    HOME: folder,
    MILLRACE_HOME: install.home,
    ...environment,
  });

  /** Starts a command as a process, without waiting for its end. */
  function start(words: string[]): RunningCommand {
    const child = spawn(process.execPath, [program, ...words], { env: environmentOf(), stdio: ['ignore', 'pipe', 'pipe'] });
    const running = { child, out: '', err: '' };
    child.stdout.on('data', (chunk) => (running.out += String(chunk)));
    child.stderr.on('data', (chunk) => (running.err += String(chunk)));
    return running;
  }

  const millrace = (words: string[], environment: Record<string, string> = {}): Promise<CommandResult> =>
    runCommand(words, { env: environmentOf(environment), workingFolder: folder });

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
