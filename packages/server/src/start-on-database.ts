/** Starts what needs the database: the server, the files of the administrator and the built-in engine. `start.ts` imports it while the database starts. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { refreshLinkAtStart } from './administrator-link.ts';
import { startBuiltInEngine } from './built-in-engine.ts';
import { programVersion } from './core/base/program-version.ts';
import { whenDatabaseIsReady } from './core/database/await-database.ts';
import type { OpenLog } from './core/observability/log.ts';
import { writeAddress } from './core/platform/home.ts';
import { readSecretFile, writeSecretFile } from './core/secrets/secret-file.ts';
import { ADMINISTRATOR, BUILT_IN_ENGINE, createAdministratorToken, isolationOfBuiltInEngine, pairBuiltInEngine } from './first-start.ts';
import { readOrCreateKeys } from './install-key.ts';
import { prepareDatabase, startServer, type Server, type StopWay } from './server.ts';
import type { Config } from './settings/config.ts';
import { WaitingServer } from './waiting-server.ts';

/** What has started before: `home` is the path of the home folder, `url` the address of the database; what starts adds how it is stopped to `closers`. */
type Started = {
  home: string;
  log: OpenLog;
  logFile: string | undefined;
  url: string;
  closers: ((way: StopWay) => unknown)[];
  say(line: string): void;
  stopping: AbortSignal;
};

/** Starts everything else that the configuration asks for. */
export async function startOnDatabase(config: Config, started: Started) {
  const { home, log, logFile, url, closers, say, stopping } = started;
  const keys = await readOrCreateKeys(home, config);
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
  const tokenFile = config.roles.api && config.writesAdministratorFiles ? join(home, 'admin.token') : undefined;
  let linkFile: string | undefined;
  if (tokenFile !== undefined) {
    await whenDatabaseIsReady(
      () => ensureSecret(tokenFile, () => createAdministratorToken(server.platform.db, server.platform.identity.tokens)),
      waiting,
    );
    linkFile = await whenDatabaseIsReady(() => refreshLinkAtStart(join(home, 'admin.link'), server.platform), waiting);
  }
  if (config.roles.api) {
    await writeAddress(home, server);
  }
  let isolation: Promise<string | undefined> = Promise.resolve(undefined);
  if (config.engine.enabled && config.roles.api) {
    const credential = await whenDatabaseIsReady(() => engineCredential(join(home, 'engine'), server), waiting);
    const engine = startBuiltInEngine({
      name: BUILT_IN_ENGINE,
      url: server.url,
      credential,
      folder: join(home, 'engine'),
      home,
      capacity: config.engine.capacity,
      environment: config.engine.environment,
      logFile: logFile && join(home, 'logs', 'engine.log'),
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
    server,
    isolation,
  };
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
