import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';

import { makeFolder } from './home.mjs';

/** Returns the environment variables with which programs of Node start fast and use little memory. `home` is the home folder. */
export const nodeEnvironment = (home) => ({
  // Cached compiled code makes each start after the first one faster, with less memory.
  NODE_COMPILE_CACHE: makeFolder(home, 'cache', 'compiled'),
  // Without a fixed threshold, glibc raises it when large buffers are freed, and then no longer returns the memory of later buffers to the system.
  MALLOC_MMAP_THRESHOLD_: '262144',
});

/**
 * Runs a script with the given Node, passes signals to it and returns its exit code; after a signal, that is 128 and its number. The process environment
 * overrides `environment`.
 */
export async function runToItsEnd(node, args, environment = {}) {
  const PATH = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter);
  const child = spawn(node, args, { stdio: 'inherit', env: { ...environment, ...process.env, PATH } });
  const pass = (signal) => {
    // A terminal also sends these signals to the child. Passed on, they would arrive twice, and a second one often means "stop at once".
    const fromTerminal = process.stdin.isTTY && signal !== 'SIGTERM' && signal !== 'SIGUSR2';
    if (!fromTerminal) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];
  for (const signal of signals) process.on(signal, pass);
  const [code, signal] = await once(child, 'exit');
  for (const name of signals) process.off(name, pass);
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
