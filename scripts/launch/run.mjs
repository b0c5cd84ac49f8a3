import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { delimiter, dirname } from 'node:path';

/** Runs a script with the Node given and settings that the environment may override, passes signals on to it and answers its exit code. */
export async function runToItsEnd(node, args, environment = {}) {
  const PATH = [dirname(node), process.env.PATH].filter(Boolean).join(delimiter);
  const child = spawn(node, args, { stdio: 'inherit', env: { ...environment, ...process.env, PATH } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']) {
    // A terminal sends these to the child as well; passing them on would make it see two, and a second one often means "at once".
    const fromTerminal = process.stdin.isTTY && signal !== 'SIGTERM' && signal !== 'SIGUSR2';
    process.on(signal, () => fromTerminal || child.kill(signal));
  }
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
