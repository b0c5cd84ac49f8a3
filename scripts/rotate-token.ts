/** Replaces the administrator's token in the home folder; the old one is refused at once. A server may run meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Config } from '../packages/server/src/core/config.ts';
import { DatabaseUnavailable } from '../packages/server/src/core/db.ts';
import { keepEmbeddedPostgres } from '../packages/server/src/core/embedded-postgres/keep-embedded-postgres.ts';
import { findEmbeddedPostgres } from '../packages/server/src/core/embedded-postgres/start-embedded-postgres.ts';
import { takeHomeLock } from '../packages/server/src/core/home-lock.ts';
import { explainFileError, StartError } from '../packages/server/src/core/start-error.ts';
import { installKeys } from '../packages/server/src/install-key.ts';
import { rotateToken, type FormerToken } from '../packages/server/src/rotate-token.ts';

const say = (line: string): void => console.log(line);

const SAID: Record<FormerToken, string> = {
  revoked: 'The one that was there is refused from now on.',
  none: 'There was none before.',
  unknown: 'The one that was there was refused already.',
};

async function rotate(): Promise<void> {
  const config = readConfig();
  if (!existsSync(join(config.home, 'home.json')))
    throw new StartError(`There is no install in ${config.home}: set MILLRACE_HOME to the home folder of the server.`);
  if (config.key === undefined && !existsSync(join(config.home, 'key')))
    throw new StartError(`${config.home} holds no key: set MILLRACE_KEY to the key of the server.`);
  const keys = await installKeys(config.home, config);
  const file = join(config.home, 'admin.token');
  const former = await withDatabase(config, (url) => rotateToken(url, keys, file)).catch((error: unknown) =>
    Promise.reject(explainFileError(error, file)),
  );
  say(`${file} holds a new token. ${SAID[former]}`);
}

/** The database of the install: an external one, the embedded one that a server runs, or else the embedded one, started for this. */
async function withDatabase<T>({ home, databaseUrl }: Config, work: (url: string) => Promise<T>): Promise<T> {
  if (databaseUrl !== undefined) return work(databaseUrl);
  const folder = join(home, 'postgres');
  if (!existsSync(join(folder, 'data')))
    throw new StartError(`${home} has no embedded database: set DATABASE_URL to the database of the server.`);
  let lock: ReturnType<typeof takeHomeLock>;
  try {
    lock = takeHomeLock({ path: home });
  } catch (error) {
    const running = await findEmbeddedPostgres(folder);
    if (!running) throw error;
    return work(running.url);
  }
  try {
    const postgres = await keepEmbeddedPostgres({ folder, log: say }, say);
    return await work(postgres.url).finally(() => postgres.stop());
  } finally {
    lock.release();
  }
}

try {
  await rotate();
} catch (error) {
  if (!(error instanceof StartError) && !(error instanceof DatabaseUnavailable)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
