/** Writes a backup of the whole install into a new folder; --without-content leaves the content out. A server may run meanwhile. */
import { join } from 'node:path';
import { megabytes } from '../packages/server/src/backup/progress.ts';
import { writeBackup } from '../packages/server/src/backup/write-backup.ts';
import { openBlobs } from '../packages/server/src/core/blobs/open-blobs.ts';
import { readConfig } from '../packages/server/src/settings/config.ts';
import { readOrCreateKeys } from '../packages/server/src/install-key.ts';
import { readBackupArguments, requireInstallKey, runCommand, say, withDatabase } from './operating/operator-command.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';

await runCommand(async () => {
  process.umask(0o077);
  const { folder, withContent } = readBackupArguments('backup');
  const config = readConfig();
  requireInstallKey(config);
  const keyFile = join(config.home, 'key');
  const keys = await readOrCreateKeys(config.home, config);
  const { manifest, faults } = await withDatabase(config, async (databaseUrl) =>
    writeBackup({
      folder,
      databaseUrl,
      blobs: await openBlobs(config),
      keys,
      keyFile: config.key === undefined ? keyFile : undefined,
      withContent,
      say,
    }),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { content, key } = manifest;
  say(
    `${folder} holds the state of ${manifest.at}: ${rows} rows, ${content ? `${content.rows} files of content (${megabytes(content.bytes)})` : 'no content'}.`,
  );
  say(
    key.held
      ? 'It holds the key too: anyone who can read this folder can read every secret.'
      : 'It does not hold the key: keep MILLRACE_KEY in another place. Without it, the secrets cannot be decrypted.',
  );
  if (faults.length > 0)
    console.error(
      `WARNING  ${faults.length} files of content were missing or damaged before the backup: run ${operatorCommandText('verify')}, which says what they belong to.`,
    );
  return 0;
});
