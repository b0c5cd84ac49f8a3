/** Starts everything that the configuration asks for, in order, and stops it in the reverse order. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { arm } from '@millrace/wire/fault-points';
import { captureConsole } from '@millrace/wire/process-log';
import { startBuiltInEngine } from './built-in-engine.ts';
import { whenDatabaseIsReady } from './core/database/await-database.ts';
import { programVersion } from './core/base/program-version.ts';
import type { Config } from './settings/config.ts';
import { keepEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';
import { takeHomeLock, openHome, writeAddress } from './core/platform/home.ts';
import { createLog, LogDestination } from './core/observability/log.ts';
import { readSecretFile, writeSecretFile } from './core/secrets/secret-file.ts';
import { ADMINISTRATOR, BUILT_IN_ENGINE, createAdministratorToken, isolationOfBuiltInEngine, pairBuiltInEngine } from './first-start.ts';
import { refreshLinkAtStart } from './administrator-link.ts';
import { readOrCreateKeys } from './install-key.ts';
import { prepareDatabase, startServer, type Server, type StopWay } from './server.ts';
import { WaitingServer } from './waiting-server.ts';

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

    let databaseUrl = config.databaseUrl;
    let toolsUrl = databaseUrl;
    if (databaseUrl === undefined) {
      const postgres = await keepEmbeddedPostgres({ folder: join(home.path, 'postgres'), log: say }, (message, facts) =>
        log.warn(facts, message),
      );
      closers.push(() => postgres.stop());
      databaseUrl = postgres.url;
      toolsUrl = postgres.tcpUrl;
    }
    const keys = await readOrCreateKeys(home.path, config);
    const url = databaseUrl;
    const waitingServer = new WaitingServer(config, url);
    closers.push(() => waitingServer.close());
    const waiting = { say, log, stopping };
    const server = await whenDatabaseIsReady(
      async () => {
        const applied = await prepareDatabase(url);
        await waitingServer.close();
        if (applied.length > 0) say(`Database brought up to date (${applied.length} migrations)`);
        return startServer(config, url, keys, log);
      },
      { ...waiting, onTrouble: (trouble, sentence) => waitingServer.onTrouble(trouble, sentence) },
    );
    closers.push((way) => server.stop(way));

    // A process without an API needs no token.
    const tokenFile = config.roles.api && config.writesAdministratorFiles ? join(home.path, 'admin.token') : undefined;
    let linkFile: string | undefined;
    if (tokenFile !== undefined) {
      await whenDatabaseIsReady(
        () => ensureSecret(tokenFile, () => createAdministratorToken(server.platform.db, server.platform.identity.tokens)),
        waiting,
      );
      linkFile = await whenDatabaseIsReady(() => refreshLinkAtStart(join(home.path, 'admin.link'), server.platform), waiting);
    }
    if (config.roles.api) {
      await writeAddress(home.path, server);
    }
    let isolation: Running['isolation'] = Promise.resolve(undefined);
    if (config.engine.enabled && config.roles.api) {
      const credential = await whenDatabaseIsReady(() => engineCredential(join(home.path, 'engine'), server), waiting);
      const engine = startBuiltInEngine({
        name: BUILT_IN_ENGINE,
        url: server.url,
        credential,
        folder: join(home.path, 'engine'),
        home: home.path,
        capacity: config.engine.capacity,
        environment: config.engine.environment,
        logFile: logFile && join(home.path, 'logs', 'engine.log'),
        log,
      });
      // Stopped before the server, so that the engine can still report the runs that it ends.
      closers.push(() => engine.stop());
      isolation = isolationOfBuiltInEngine(server.platform.db, server.platform.stopping).catch(() => undefined);
    }
    log.info({ url: server.url, watchUrl: server.watchUrl, version: programVersion() }, 'started');
    return {
      url: server.url,
      watchUrl: server.watchUrl,
      login: ADMINISTRATOR,
      tokenFile,
      linkFile,
      logFile,
      toolsUrl: toolsUrl ?? url,
      server,
      isolation,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function engineCredential(folder: string, { platform }: Server): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'built-in.credential');
  const known = await readSecretFile(file);
  return ensureSecret(file, () => pairBuiltInEngine(platform.db, platform.identity.tokens, known), true);
}

/** Reads a secret of the home folder, or creates it; with `always`, `make` is called even if there is one. */
async function ensureSecret(file: string, make: () => Promise<string>, always = false): Promise<string> {
  const known = await readSecretFile(file);
  if (known !== undefined && !always) return known;
  const secret = await make();
  if (secret !== known) await writeSecretFile(file, secret);
  return secret;
}
