import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';

/** Runs a script with the given Node, passes signals to it and returns its exit code. The process environment overrides `environment`. */
export async function runToItsEnd(node, args, environment = {}) {
  const PATH = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter);
  const child = spawn(node, args, { stdio: 'inherit', env: { ...environment, ...process.env, PATH } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']) {
    // A terminal also sends these signals to the child. Passed on, they would arrive twice, and a second one often means "stop at once".
    const fromTerminal = process.stdin.isTTY && signal !== 'SIGTERM' && signal !== 'SIGUSR2';
    process.on(signal, () => fromTerminal || child.kill(signal));
  }
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
