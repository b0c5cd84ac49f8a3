/** Brings the database of DATABASE_URL up to date, before servers of this version start. Servers of the version before may run meanwhile. */
import { createLog } from '../packages/server/src/core/observability/log.ts';
import { readConfig } from '../packages/server/src/settings/config.ts';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { readOrCreateKeys } from '../packages/server/src/install-key.ts';
import { migrateInstall } from '../packages/server/src/migrate-install.ts';
import { readArguments, requireInstallKey, runCommand, say } from './operating/operator-command.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';

await runCommand(async () => {
  readArguments({}, operatorCommandText('migrate'));
  const config = readConfig();
  const { databaseUrl, home, tokenAlgorithm } = config;
  if (databaseUrl === undefined)
    throw new StartError(
      'DATABASE_URL is not set: name the database. An embedded database is brought up to date by the start of its server.',
    );
  requireInstallKey(config);
  const waiting = { say, log: createLog('silent'), stopping: new AbortController().signal };
  const applied = await migrateInstall(databaseUrl, await readOrCreateKeys(home, config), tokenAlgorithm, waiting);
  // The hook of the chart runs this in the region that waits, too, and must not fail there.
  if (applied === undefined) say('The database is a standby of another one: its primary migrates it. Nothing was changed.');
  else
    say(
      applied.length === 0
        ? 'The database is up to date.'
        : `The database was brought up to date (${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}).`,
    );
  return 0;
});
