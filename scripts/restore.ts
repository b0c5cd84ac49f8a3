/** Restores a backup into an empty home folder and an empty database; --without-content leaves the store as it is. */
import { existsSync } from 'node:fs';
import { copyFile, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_PARTS, readBackupManifest, type Manifest } from '../packages/server/src/backup/files.ts';
import {
  requireUsableBackup,
  requireRestorableDatabase,
  requireBackupKeys,
  requireEmptyStore,
  restore,
  type Restored,
} from '../packages/server/src/backup/restore.ts';
import { takeRestoreHome } from '../packages/server/src/backup/restore-home.ts';
import { openBlobs } from '../packages/server/src/core/blobs/open-blobs.ts';
import { readConfig, type Config } from '../packages/server/src/settings/config.ts';
import { keepEmbeddedPostgres } from '../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { readOrCreateKeys } from '../packages/server/src/install-key.ts';
import { readBackupArguments, runCommand, say } from './operating/operator-command.ts';

await runCommand(async () => {
  process.umask(0o077);
  const { folder, withContent } = readBackupArguments('restore');
  const config = readConfig();
  const manifest = await readBackupManifest(folder);
  if (withContent && manifest.content === undefined)
    throw new StartError(
      'The backup was made without content: add --without-content, and name the store of the install by MILLRACE_BLOB_FOLDER or MILLRACE_BLOB_STORE.',
    );
  requireBackupKeys(manifest, await keysFor(config, folder, manifest));
  await requireUsableBackup(folder, manifest, withContent, say);
  const restored = await restoreInto(config, folder, manifest, withContent);
  say(`Restored the state of ${manifest.at}: ${restored.rows} rows, ${restored.files} files of content.`);
  const { executions, plans, calls } = restored;
  if (executions + plans + calls > 0)
    say(
      `Ended, because it is unknown how they continued after the backup: ${executions} executions and ${plans} plan executions; ${calls} webhook calls that had not started an execution were removed.`,
    );
  say('Start the server: it writes a new token of the administrator into its home folder. Older tokens stay valid.');
  return 0;
});

/** Restores into the home folder, the store and the database of the settings. A refusal before the first change leaves the home folder as it was. */
async function restoreInto(config: Config, folder: string, manifest: Manifest, withContent: boolean): Promise<Restored> {
  const { home } = config;
  const blobs = await openBlobs(config);
  const restoreHome = await takeRestoreHome(config);
  let hasChangedTarget = restoreHome.isRepeated;
  try {
    if (withContent && !restoreHome.isRepeated) await requireEmptyStore(blobs);
    if (config.databaseUrl !== undefined) await requireRestorableDatabase(config.databaseUrl, manifest, restoreHome.isRepeated);
    hasChangedTarget = true;
    if (config.key === undefined) {
      await copyFile(join(folder, BACKUP_PARTS.key), join(home, 'key'));
      await chmod(join(home, 'key'), 0o600);
    }
    const options = { folder, manifest, blobs, withContent, isRepeated: restoreHome.isRepeated, say };
    const restored = await withTargetDatabase(config, (databaseUrl) => restore({ ...options, databaseUrl }));
    await restoreHome.removeMark();
    return restored;
  } catch (error) {
    if (!hasChangedTarget) await restoreHome.removeMark();
    throw error;
  } finally {
    restoreHome.release();
  }
}

/** Runs `work` with the address of the database to restore into: that of DATABASE_URL, or the embedded one, which is started for this. */
async function withTargetDatabase(config: Config, work: (url: string) => Promise<Restored>): Promise<Restored> {
  if (config.databaseUrl !== undefined) return work(config.databaseUrl);
  const postgres = await keepEmbeddedPostgres({ folder: join(config.home, 'postgres'), log: say }, say);
  return work(postgres.url).finally(() => postgres.stop());
}

/** Returns the keys that the restored install will use. */
async function keysFor(config: Config, folder: string, manifest: Manifest): ReturnType<typeof readOrCreateKeys> {
  if (config.key !== undefined) return readOrCreateKeys(config.home, config);
  if (!manifest.key.held || !existsSync(join(folder, BACKUP_PARTS.key)))
    throw new StartError('The backup holds no key: set MILLRACE_KEY to the key of the install that was backed up.');
  // The file has the same name as in a home folder.
  return readOrCreateKeys(folder, config);
}
