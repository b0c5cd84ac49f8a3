/** Timers of single processes that store what the process has gathered in memory. */
import { startTimer, type Timer } from './jobs.ts';
import type { Platform } from '../platform/platform.ts';

/** Runs a timer until it is stopped, and once more then. */
export function flushUntilStopped(timer: Timer, platform: Platform): { stop(): Promise<void> } {
  const running = startTimer(timer, platform);
  return {
    stop: async () => {
      await running.stop();
      await timer.run(platform).catch(() => undefined);
    },
  };
}
