/** Millrace as a new user starts it: by npm, with an empty home folder. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processTreeOf } from './process-tree.ts';
import { freePort } from '../packages/engine/test/free-port.ts';
import type { Program } from './processes.ts';

/** Returns the environment of a new user with an empty home folder and free ports. */
export async function userEnvironment(user: string): Promise<Record<string, string>> {
  await mkdir(user, { recursive: true, mode: 0o711 });
  return {
    HOME: user,
    MILLRACE_HOME: join(user, '.millrace'),
    MILLRACE_PORT: String(await freePort()),
    MILLRACE_METRICS_PORT: '0',
    npm_config_cache: join(user, '.npm'),
    DATABASE_URL: '',
  };
}

/** Waits until a server that npm started serves, and stops it. npm and the launcher end when the server ends. */
export async function stopCommand(program: Program | undefined, output: () => string): Promise<void> {
  if (!program || program.child.exitCode !== null) return;
  for (let tries = 0; tries < 600 && program.child.exitCode === null && !output().includes('Serving until'); tries += 1) await wait(100);
  const server = processTreeOf(program.pid).find(({ command }) => command.includes('scripts/start.ts'));
  if (!server) return program.stop();
  const ended = new Promise((resolve) => program.child.once('exit', resolve));
  process.kill(server.pid, 'SIGTERM');
  await ended;
}
