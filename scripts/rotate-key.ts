/** Encrypts all secrets again with MILLRACE_KEY; MILLRACE_OLD_KEYS decrypts them. It can be interrupted and run again. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../packages/server/src/settings/config.ts';
import { keepEmbeddedPostgres } from '../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { takeHomeLock } from '../packages/server/src/core/platform/home.ts';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { readOrCreateKeys } from '../packages/server/src/install-key.ts';
import { rotateKeys } from '../packages/server/src/rotate-keys.ts';
import { readArguments, requireInstallKey, runCommand, say } from './operating/operator-command.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';

async function rotate(): Promise<number> {
  readArguments({}, operatorCommandText('rotate:key'));
  const config = readConfig();
  if (config.databaseUrl === undefined && !existsSync(join(config.home, 'postgres', 'data')))
    throw new StartError(`${config.home} has no embedded database: set MILLRACE_HOME or DATABASE_URL to those of the server.`);
  requireInstallKey(config);
  const keys = await readOrCreateKeys(config.home, config);
  if (config.databaseUrl !== undefined) return report(await rotateKeys(config.databaseUrl, keys));
  const lock = takeHomeLock({ path: config.home });
  try {
    const postgres = await keepEmbeddedPostgres({ folder: join(config.home, 'postgres'), log: say }, say);
    try {
      return report(await rotateKeys(postgres.url, keys));
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}

function report(secrets: number): number {
  say(
    `${secrets} secrets were encrypted again; all secrets use the current key. Remove MILLRACE_OLD_KEYS when every server runs with this key.`,
  );
  return 0;
}

await runCommand(rotate);
