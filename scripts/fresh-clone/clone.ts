/** A clone of this repository as a reader gets it: the last commit, nothing installed, a home folder with nothing in it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../bench/processes.ts';
import { pageBlocks } from '../house/page-commands.ts';
import { readText, root } from '../house/source-files.ts';

/** What a command said, on both outputs, and how it ended. */
export type Said = { code: number | null; text: string };
/** What a command is given beyond the environment of the reader. */
export type Given = { environment?: Record<string, string>; input?: string };

/** A clone with the home folder of its reader. */
export type Clone = {
  folder: string;
  /** `HOME`; Millrace keeps its own folder in it. */
  home: string;
  url: string;
  /** Runs lines of a shell in the clone, and fails unless the last one ends well. */
  run(lines: string, given?: Given): Promise<string>;
  /** The same, whatever comes of it. */
  tell(lines: string, given?: Given): Promise<Said>;
  /** Starts a server by a command, and waits until it serves; answers what it has said by then. */
  start(command: string, given?: Given): Promise<string>;
  /** Presses Ctrl-C. */
  stop(): Promise<void>;
  remove(): Promise<void>;
};

/** Variables that lead to the registry and through the network of this machine. */
const NETWORK =
  /^(?:(?:https?|no|all)_proxy|node_extra_ca_certs|ssl_cert_(?:file|dir)|npm_config_(?:registry|https?_proxy|proxy|noproxy|cafile))$/i;
/** Milliseconds for a server to come up; the first start installs everything. */
const PATIENCE = 240_000;

/**
 * Clones into a new folder. Only npm's settings and its cache are those of this machine: Node 24 and the packages come from there as they would from the
 * registry, and npm compares them with their checksums.
 */
export async function makeClone(): Promise<Clone> {
  const place = await mkdtemp(join(tmpdir(), 'millrace-clone-'));
  // Root's PostgreSQL runs as another user, which has to pass through.
  await chmod(place, 0o711);
  const [folder, home] = [join(place, 'millrace'), join(place, 'home')];
  await mkdir(home, { mode: 0o711 });
  const port = await freePort();
  const environment: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name))),
    // The Node that the launcher put first is none of the reader's.
    PATH: (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.includes('/runtime/node-')).join(delimiter), // prettier-ignore
    HOME: home,
    LANG: 'C.UTF-8',
    npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    // 8600 may be in use here.
    MILLRACE_PORT: String(port),
    MILLRACE_METRICS_PORT: '0',
  };
  let server: { child: ChildProcess; said(): string } | undefined;

  const begin = (lines: string, { environment: more = {}, input = '' }: Given): { child: ChildProcess; said(): string } => {
    const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', lines], {
      cwd: folder,
      env: { ...environment, ...more },
      detached: true,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    child.stdin.on('error', () => undefined).end(input);
    return { child, said: () => text };
  };
  const tell: Clone['tell'] = async (lines, given = {}) => {
    const { child, said } = begin(lines, given);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, text: said() };
  };
  const stop: Clone['stop'] = async () => {
    const running = server;
    server = undefined;
    if (!running || running.child.exitCode !== null) return;
    const ended = once(running.child, 'close');
    process.kill(-(running.child.pid ?? 0), 'SIGINT');
    await ended;
  };
  const cloned = spawn('git', ['clone', '--quiet', root, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(cloned, 'close')) as [number | null];
  if (code !== 0) throw new Error('This checkout cannot be cloned: these tests need git, and the .git folder of the checkout.');
  return {
    folder,
    home,
    url: `http://127.0.0.1:${port}`,
    tell,
    stop,
    run: async (lines, given) => {
      const said = await tell(lines, given);
      if (said.code !== 0) throw new Error(`${lines}\nended with ${said.code}:\n${said.text}`);
      return said.text;
    },
    start: async (command, given = {}) => {
      const began = performance.now();
      const running = (server = begin(command, given));
      while (!running.said().includes('Serving until you press Ctrl-C.')) {
        if (running.child.exitCode !== null || performance.now() - began > PATIENCE)
          throw new Error(`${command} does not serve:\n${running.said()}`);
        await wait(100);
      }
      return running.said();
    },
    remove: async () => {
      await stop();
      await rm(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** The block of a page that begins so, as a reader copies it; only the port is that of the clone. */
export function blockOf(page: string, begins: string, { url }: Clone): string {
  const found = pageBlocks(readText(page)).find((block) => block.text.startsWith(begins));
  if (!found) throw new Error(`${page} has no block that begins with: ${begins}`);
  return found.text.replaceAll('http://127.0.0.1:8600', url);
}
