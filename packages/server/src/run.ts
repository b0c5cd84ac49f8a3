/** Runs Millrace as a program: from its start until a signal, also when the signal comes in the middle of the start. */
import type { Config } from './core/config.ts';
import { StartError } from './core/start-error.ts';
import { startMillrace, type Running } from './start.ts';

/** Starts, does `work` once it serves, and goes on serving until SIGINT or SIGTERM; answers the exit code. */
export async function runMillrace(
  readConfig: () => Config,
  say: (line: string) => void,
  work: (running: Running) => Promise<void>,
): Promise<number> {
  const told = Promise.withResolvers<'told to stop'>();
  // Once only: a second Ctrl-C ends the program at once, and the next start takes over what it leaves.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => told.resolve('told to stop'));
  let running: Running | undefined;
  try {
    running = await startMillrace(readConfig(), say);
    // Work that breaks ends the program; work that breaks because of the stop does not matter any more.
    await Promise.race([told.promise, work(running).then(() => told.promise)]);
    say('Stopping …');
    await running.stop();
    return 0;
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    await running?.stop();
    return 1;
  }
}
