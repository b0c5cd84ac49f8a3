/** A running server: the platform, the HTTP side and the background side, as the configuration asks. */
import type { Logger } from 'pino';
import { features } from './api.ts';
import { openBlobs } from './core/blobs/open-blobs.ts';
import { programVersion, type Config } from './core/config.ts';
import { Database } from './core/db.ts';
import { serveDocs } from './core/docs.ts';
import { createDownloadLinks } from './core/download-links.ts';
import { createHttpServer } from './core/http.ts';
import { migrateJobs, startBackground } from './core/jobs.ts';
import { migrate, readMigrations } from './core/migrate.ts';
import { createTell } from './core/notices.ts';
import { servedDocument } from './core/served-document.ts';
import type { Platform } from './core/platform.ts';
import { keepPresence } from './core/presence.ts';
import { createSecrets } from './core/secrets.ts';
import { Rates } from './core/rates.ts';
import { StartError } from './core/start-error.ts';
import { orchestration } from './core/surfaces/orchestration.ts';
import { Together } from './core/together.ts';
import { Wakeups } from './core/wakeups.ts';
import { prepareInstall } from './first-start.ts';
import type { Keys } from './install-key.ts';
import { allows } from './identity/permissions.ts';
import { createTokens } from './identity/tokens.ts';
import { jobs, timers } from './worker.ts';

/** A server that serves until it is stopped. */
export type Server = { url: string; platform: Platform; stop(): Promise<void> };

/** Brings the database up to date. */
export async function prepareDatabase(url: string): Promise<string[]> {
  const applied = await migrate(url, await readMigrations());
  await migrateJobs(url);
  return applied;
}

/** Starts a server on a prepared database. */
export async function startServer(config: Config, databaseUrl: string, keys: Keys, log: Logger): Promise<Server> {
  const db = new Database({
    url: databaseUrl,
    poolSize: config.poolSize,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const wakeups = new Wakeups();
  const closers: (() => Promise<unknown>)[] = [() => db.close()];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  let listening = '';
  try {
    const secrets = createSecrets(keys);
    const tokens = createTokens(await prepareInstall(db, keys, secrets));
    const publicUrl = (): string => config.publicUrl ?? listening;
    const downloads = createDownloadLinks(keys, publicUrl);
    const platform: Platform = {
      db,
      log,
      wakeups,
      blobs: await openBlobs(config, downloads),
      blobKeys: features.flatMap((feature) => feature.blobKeys ?? []),
      downloads,
      tokens,
      secrets,
      limits: config.limits,
      tell: createTell(features.flatMap((feature) => feature.listeners ?? [])),
      publicUrl,
      together: new Together(db),
      rates: new Rates(),
    };
    await wakeups.start(db, log);
    closers.push(() => wakeups.stop());
    if (config.roles.worker) {
      const background = await startBackground(databaseUrl, jobs, timers, platform);
      closers.push(() => background.stop());
    }
    if (!config.roles.api) return { url: '', platform, stop };
    const app = await createHttpServer({ platform, features, allows, checkAnswers: config.checkAnswers, fallbackSurface: orchestration });
    await serveDocs(app, servedDocument(features), programVersion());
    closers.push(() => app.close());
    listening = await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      throw listenError(error, config);
    });
    const presence = keepPresence(platform);
    closers.push(() => presence.stop());
    return { url: listening, platform, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listenError(error: NodeJS.ErrnoException, { host, port }: Config): unknown {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is in use: stop the program that uses it, or set MILLRACE_PORT to another port.`);
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} may not be opened by this user: set MILLRACE_PORT to a port above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(`${host} is not an address of this machine: set MILLRACE_HOST to one that is.`);
  return error;
}
