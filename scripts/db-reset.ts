/** Deletes the embedded database of the home folder and the files that belong to it, after a question; --yes skips the question. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { findRunning, stopPostmaster } from '../packages/server/src/embedded-postgres/postmaster.ts';
import { readConfig } from '../packages/server/src/settings/config.ts';
import { takeHomeLock } from '../packages/server/src/core/platform/home.ts';
import { confirms, readArguments, runCommand } from './operating/operator-command.ts';

/** The database, the content of its artifacts, and the tokens and credentials that only this database accepts. The key and the logs stay. */
const PARTS = ['postgres', 'blobs', 'admin.token', 'server.json', join('engine', 'built-in.credential')];

async function reset(yes: boolean): Promise<void> {
  const { home, databaseUrl } = readConfig();
  if (databaseUrl !== undefined)
    throw new StartError(
      'DATABASE_URL names an external database, which this command does not change: drop it with the tools of PostgreSQL.',
    );
  const parts = PARTS.map((name) => join(home, name)).filter((path) => existsSync(path));
  if (parts.length === 0) throw new StartError(`The home folder ${home} has no database.`);
  const lock = takeHomeLock({ path: home });
  try {
    console.log(`This permanently deletes:\n${parts.map((path) => `  ${path}`).join('\n')}`);
    if (!yes && !(await confirms('Every artifact, task, execution and log of this install is lost.')))
      throw new StartError('Nothing was deleted.');
    const data = join(home, 'postgres', 'data');
    const running = existsSync(data) ? await findRunning(data) : undefined;
    if (running) await stopPostmaster(running.pid, data);
    for (const path of parts) await rm(path, { recursive: true, force: true });
    console.log('Deleted. The next start sets up an empty database.');
  } finally {
    lock.release();
  }
}

await runCommand(async () => {
  const options = { yes: { type: 'boolean', default: false } } as const;
  await reset(readArguments({ options }, 'npm run db:reset, or npm run db:reset -- --yes').values.yes);
  return 0;
});
