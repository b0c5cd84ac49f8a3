/** Starts everything that the configuration asks for, in order, and stops it in the reverse order. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { arm } from '@millrace/wire/fault-points';
import { captureConsole } from '@millrace/wire/process-log';
import type { Config } from './settings/config.ts';
import { keepEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';
import { explainFullDisk } from './core/base/start-error.ts';
import { takeHomeLock, openHome } from './core/platform/home.ts';
import { createLog, LogDestination } from './core/observability/log.ts';
import type { Server, StopWay } from './server.ts';

/** A Millrace that runs until it is stopped. */
export type Running = {
  /** Empty if no API is served. */
  url: string;
  /** The address of metrics and health; empty if they are not served. */
  watchUrl: string;
  login: string;
  /** The file of the administrator's token, which is never printed; undefined if none is written. */
  tokenFile: string | undefined;
  /** The file of the link by which the administrator sets a password; undefined if there is a password, or if no such files are written. */
  linkFile: string | undefined;
  /** Undefined if the log goes to standard output. */
  logFile: string | undefined;
  /** The address of the database for other programs, over TCP; the server itself may use a socket. */
  toolsUrl: string;
  server: Server;
  /** The isolation of the built-in engine, when it is known; undefined without an engine, and if the engine does not report it within ten seconds. */
  isolation: Promise<string | undefined>;
  stop(way?: StopWay): Promise<void>;
};

/** Starts everything; `say` prints messages about slow steps. A start that waits for its database ends with the reason of `stopping`. */
export async function startMillrace(config: Config, say: (line: string) => void, stopping: AbortSignal): Promise<Running> {
  // Files in the home folder are for this user only.
  process.umask(0o077);
  arm(config.fault);
  const closers: ((way: StopWay) => unknown)[] = [];
  const stop = async (way: StopWay = {}): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close(way);
  };
  try {
    const home = await openHome(config.home);
    const lock = takeHomeLock(home);
    closers.push(() => lock.release());
    await mkdir(join(home.path, 'logs'), { recursive: true });
    const logFile = config.log.output === 'file' ? join(home.path, 'logs', 'server.log') : undefined;
    const destination = new LogDestination(logFile, config.log);
    await destination.opened;
    const log = createLog(config.logLevel, destination);
    closers.push(captureConsole((level, message) => log[level](message)));

    let url = config.databaseUrl;
    let toolsUrl = url;
    if (url === undefined) {
      const launched = Promise.withResolvers<void>();
      const options = { folder: join(home.path, 'postgres'), log: say, onLaunch: launched.resolve };
      const starting = keepEmbeddedPostgres(options, (message, facts) => log.warn(facts, message));
      closers.push(async () => (await starting.catch(() => undefined))?.stop());
      await Promise.race([launched.promise, starting]);
      // Most modules of the program load while the database starts.
      await import('./start-on-database.ts');
      ({ url, tcpUrl: toolsUrl } = await starting);
    }
    const { startOnDatabase } = await import('./start-on-database.ts');
    const running = await startOnDatabase(config, { home: home.path, log, logFile, url, closers, say, stopping });
    return { ...running, toolsUrl: toolsUrl ?? url, stop };
  } catch (error) {
    await stop();
    throw explainFullDisk(error, config.home);
  }
}
