/** Runs Millrace as a program, from its start until a signal, which may come during the start. */
import type { Config } from './settings/config.ts';
import { monotonicMilliseconds } from './core/base/clock.ts';
import { sayFailure } from './core/observability/say.ts';
import { startMillrace, type Running } from './start.ts';

/** Milliseconds in which further signals count as the first one: see `stopSignal`. */
const SAME_SIGNAL_MILLISECONDS = 1000;

/**
 * What the program starts, how (default `startMillrace`), and what it does when that serves; `isAgain`: it has served before, and then waited as a
 * standby.
 */
export type ProgramStart = { config: Config; start?: typeof startMillrace; work(running: Running, isAgain: boolean): Promise<void> };

/**
 * Starts what `readStart` returns, and serves until SIGINT or SIGTERM. Starts it again when its database has become a standby: that start waits for the
 * promotion. Returns the exit code. An error of `readStart` is printed as one of the start.
 */
export async function runMillrace(readStart: () => ProgramStart, say: (line: string) => void): Promise<number> {
  const stopRequested = stopSignal();
  const stopping = new AbortController();
  void stopRequested.then(() => stopping.abort());
  let running: Running | undefined;
  try {
    const { config, start = startMillrace, work } = readStart();
    let signal: NodeJS.Signals | undefined;
    let isAgain = false;
    do {
      running = await start(config, say, stopping.signal);
      // An error of the work ends the program, unless the program is stopping already.
      signal = (await Promise.race([stopRequested, running.server.demoted, work(running, isAgain).then(() => stopRequested)])) ?? undefined;
      if (signal === undefined) {
        say('The database has become a standby of another one: the server stops, and waits until its database is promoted');
        await running.stop();
        running = undefined;
        isAgain = true;
      }
    } while (signal === undefined || running === undefined);
    say('Stopping …');
    // A person that presses Ctrl-C does not want to wait; an orchestrator sends SIGTERM while others still call.
    await running.stop({ drains: signal === 'SIGTERM' });
    return 0;
  } catch (error) {
    // The signal came while the start waited for its database; the start has undone its steps.
    if (error === stopping.signal.reason) return 0;
    sayFailure(error);
    await running?.stop();
    return 1;
  }
}

/**
 * Resolves with the first SIGINT or SIGTERM. A signal to a whole group of processes reaches the launcher and the server, and the launcher passes it on. So
 * signals right after the first one count as the same one, and do not abort the stop. A later Ctrl-C ends the process at once.
 */
function stopSignal(): Promise<'SIGINT' | 'SIGTERM'> {
  const stopRequested = Promise.withResolvers<'SIGINT' | 'SIGTERM'>();
  let since: number | undefined;
  process.on('SIGTERM', () => {
    since ??= monotonicMilliseconds();
    stopRequested.resolve('SIGTERM');
  });
  process.on('SIGINT', () => {
    if (since !== undefined && monotonicMilliseconds() - since > SAME_SIGNAL_MILLISECONDS) process.exit(130);
    since ??= monotonicMilliseconds();
    stopRequested.resolve('SIGINT');
  });
  return stopRequested.promise;
}
