import { setTimeout as sleep } from 'node:timers/promises';
import { isPostmasterAlive } from './postmaster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres, type EmbeddedPostgresOptions } from './start-embedded-postgres.ts';

/** Milliseconds between two checks of the database. */
const CHECK_MILLISECONDS = 250;
const MAX_PAUSE_MILLISECONDS = 10_000;

/** Receives warnings about the embedded database. */
export type WarningReceiver = (message: string, facts: Record<string, unknown>) => void;

/** Starts the embedded PostgreSQL, and restarts it at the same address when its process has ended. */
export async function keepEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  warn: WarningReceiver,
): Promise<Pick<EmbeddedPostgres, 'url' | 'tcpUrl' | 'stop'>> {
  let current = await startEmbeddedPostgres(options);
  const stopping = new AbortController();
  const { url, tcpUrl } = current;

  async function keep(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      await sleep(CHECK_MILLISECONDS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted || isPostmasterAlive(current.pid)) continue;
      warn('the embedded database ended; it is started again', { pid: current.pid });
      try {
        current = await startEmbeddedPostgres(options);
        failures = 0;
      } catch (error) {
        failures += 1;
        warn('the embedded database does not start', { err: error });
        await sleep(Math.min(MAX_PAUSE_MILLISECONDS, 500 * 2 ** failures), undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const kept = keep();
  return {
    url,
    tcpUrl,
    stop: async () => {
      stopping.abort();
      await kept;
      await current.stop();
    },
  };
}
