/** Brings a database up to date without starting a server. */
import { whenDatabaseIsReady, type Waiting } from './core/database/await-database.ts';
import { DatabaseUnavailable, withOpenDatabase } from './core/database/db.ts';
import type { Config } from './settings/config.ts';
import { createSecrets } from './core/secrets/secrets.ts';
import { prepareInstall } from './first-start.ts';
import type { Keys } from './install-key.ts';
import { prepareDatabase } from './server.ts';

/**
 * Applies missing migrations, sets up an empty database and requires the keys of the install; waits while the database is unreachable. Returns the names
 * of the applied migrations; undefined for a standby, which is left as it is. Servers may start and run meanwhile.
 */
export function migrateInstall(
  url: string,
  keys: Keys,
  algorithm: Config['tokenAlgorithm'],
  waiting: Waiting,
): Promise<string[] | undefined> {
  return whenDatabaseIsReady(async () => {
    try {
      const applied = await prepareDatabase(url);
      await withOpenDatabase(url, (db) => prepareInstall(db, keys, createSecrets(keys), algorithm));
      return applied;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.trouble === 'standby') return undefined;
      throw error;
    }
  }, waiting);
}
