/** Millrace as a newcomer starts it: by npm, in a home of his own. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { familyOf } from './process-tree.ts';
import { freePort, type Program } from './processes.ts';

/** The environment of a user who has nothing yet, on ports of his own. */
export async function homeOf(user: string): Promise<Record<string, string>> {
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

/** Ends a command that runs below npm, once it has nothing else to do: the server is told, and the others end with it. */
export async function stopCommand(program: Program | undefined, said: () => string): Promise<void> {
  if (!program || program.child.exitCode !== null) return;
  for (let tries = 0; tries < 600 && program.child.exitCode === null && !said().includes('Serving until'); tries += 1) await wait(100);
  const server = familyOf(program.pid).find((one) => one.command.includes('scripts/start.ts'));
  if (!server) return program.stop();
  const ended = new Promise((resolve) => program.child.once('exit', resolve));
  process.kill(server.pid, 'SIGTERM');
  await ended;
}
