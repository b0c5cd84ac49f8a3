/** Runs Millrace as a program: from its start until a signal, also when the signal comes in the middle of the start. */
import type { Config } from './core/platform/config.ts';
import { monotonicMilliseconds } from './core/base/clock.ts';
import { sayFailure } from './core/observability/say.ts';
import { startMillrace, type Running } from './start.ts';

/** Milliseconds in which further signals count as the first one. */
const SAME_WISH = 1000;

/** Starts, does `work` once it serves, and goes on serving until SIGINT or SIGTERM; answers the exit code. */
export async function runMillrace(
  readConfig: () => Config,
  say: (line: string) => void,
  work: (running: Running) => Promise<void>,
): Promise<number> {
  const told = stopSignal();
  const stopping = new AbortController();
  void told.then(() => stopping.abort());
  let running: Running | undefined;
  try {
    running = await startMillrace(readConfig(), say, stopping.signal);
    // Work that breaks ends the program; work that breaks because of the stop does not matter any more.
    await Promise.race([told, work(running).then(() => told)]);
    say('Stopping …');
    await running.stop();
    return 0;
  } catch (error) {
    // The start was waiting for its database, and nothing is left of it.
    if (error === stopping.signal.reason) return 0;
    sayFailure(error);
    await running?.stop();
    return 1;
  }
}

/**
 * Resolves at the first SIGINT or SIGTERM. Whoever stops a whole group of processes signals the launcher and the server, and the launcher passes its
 * signal on: what follows the first at once is the same wish, and must not cut the stop off. A later Ctrl-C is impatience.
 */
function stopSignal(): Promise<void> {
  const told = Promise.withResolvers<void>();
  let since: number | undefined;
  process.on('SIGTERM', () => {
    since ??= monotonicMilliseconds();
    told.resolve();
  });
  process.on('SIGINT', () => {
    if (since !== undefined && monotonicMilliseconds() - since > SAME_WISH) process.exit(130);
    since ??= monotonicMilliseconds();
    told.resolve();
  });
  return told.promise;
}
