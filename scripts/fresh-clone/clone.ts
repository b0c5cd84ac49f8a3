/** A clone of this repository as a new user gets it: the last commit, no packages installed, an empty home folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../packages/engine/test/free-port.ts';
import { pageBlocks } from '../house/page-commands.ts';
import { readText, root } from '../house/source-files.ts';

/** The exit code of a command, and its output: stdout and stderr together. */
export type CommandResult = { code: number | null; text: string };
/** Variables of a command in addition to the environment of the user, and its standard input. */
export type CommandInput = { environment?: Record<string, string>; input?: string };

/** A clone with the home folder of its user. */
export type Clone = {
  folder: string;
  /** `HOME`; Millrace keeps its own folder in it. */
  home: string;
  url: string;
  /** Runs shell lines in the clone and returns their output. Fails if a line fails. */
  run(lines: string, input?: CommandInput): Promise<string>;
  /** Runs shell lines in the clone and returns their exit code and output. */
  runAnyway(lines: string, input?: CommandInput): Promise<CommandResult>;
  /** Starts a server by a command and waits until it serves. Returns its output up to then. */
  start(command: string, input?: CommandInput): Promise<string>;
  /** Stops the server as Ctrl-C does, and waits until it has ended. */
  stop(): Promise<void>;
  remove(): Promise<void>;
};

/** Variables that configure the registry and the proxies of this machine. */
const NETWORK =
  /^(?:(?:https?|no|all)_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir)|npm_config_(?:registry|https?_proxy|proxy|noproxy|cafile))$/i;
/** Milliseconds after which a server must serve; the first start installs everything. */
const START_MILLISECONDS = 240_000;

/**
 * Clones into a new folder. Only the settings and the cache of npm are those of this machine: Node 24 and the packages come from that cache as they
 * would from the registry, and npm compares them with their checksums.
 */
export async function makeClone(): Promise<Clone> {
  const scratch = await mkdtemp(join(tmpdir(), 'millrace-clone-'));
  // When root runs the server, PostgreSQL runs as another user, which must be able to enter the folder.
  await chmod(scratch, 0o711);
  const [folder, home] = [join(scratch, 'millrace'), join(scratch, 'home')];
  await mkdir(home, { mode: 0o711 });
  const port = await freePort();
  const environment: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))),
    // The user does not have the Node that the launcher put first into the path.
    PATH: (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('/runtime/node-')).join(delimiter), // prettier-ignore
    HOME: home,
    LANG: 'C.UTF-8',
    npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    // The default port 8600 may be in use on this machine.
    MILLRACE_PORT: String(port),
    MILLRACE_METRICS_PORT: '0',
  };
  let server: { child: ChildProcess; output(): string } | undefined;

  const spawnShell = (lines: string, { environment: more = {}, input = '' }: CommandInput): { child: ChildProcess; output(): string } => {
    const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', lines], {
      cwd: folder,
      env: { ...environment, ...more },
      detached: true,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    child.stdin.on('error', () => undefined).end(input);
    return { child, output: () => text };
  };
  const runAnyway: Clone['runAnyway'] = async (lines, input = {}) => {
    const { child, output } = spawnShell(lines, input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, text: output() };
  };
  const stop: Clone['stop'] = async () => {
    const running = server;
    server = undefined;
    if (!running || running.child.exitCode !== null) return;
    const ended = once(running.child, 'close');
    process.kill(-(running.child.pid ?? 0), 'SIGINT');
    await ended;
  };
  const git = spawn('git', ['clone', '--quiet', root, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(git, 'close')) as [number | null];
  if (code !== 0) throw new Error('This checkout cannot be cloned: these tests need git, and the .git folder of the checkout.');
  return {
    folder,
    home,
    url: `http://127.0.0.1:${port}`,
    runAnyway,
    stop,
    run: async (lines, input) => {
      const result = await runAnyway(lines, input);
      if (result.code !== 0) throw new Error(`${lines}\nended with ${result.code}:\n${result.text}`);
      return result.text;
    },
    start: async (command, input = {}) => {
      const startedAt = performance.now();
      const running = (server = spawnShell(command, input));
      while (!running.output().includes('Serving until you press Ctrl-C.')) {
        if (running.child.exitCode !== null || performance.now() - startedAt > START_MILLISECONDS)
          throw new Error(`${command} does not serve:\n${running.output()}`);
        await wait(100);
      }
      return running.output();
    },
    remove: async () => {
      await stop();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Returns the block of a page that begins with a text, as a user copies it. Only the port is replaced by the port of the clone. */
export function blockOf(page: string, begins: string, { url }: Clone): string {
  const block = pageBlocks(readText(page)).find(({ text }) => text.startsWith(begins));
  if (!block) throw new Error(`${page} has no block that begins with: ${begins}`);
  return block.text.replaceAll('http://127.0.0.1:8600', url);
}
