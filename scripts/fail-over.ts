/** Makes the standby of DATABASE_URL the primary. --yes asks no question, --primary-stopped promotes although the standby still receives. */
import { openBlobs } from '../packages/server/src/core/blobs/open-blobs.ts';
import { StoreUnavailable, type BlobStore } from '../packages/server/src/core/blobs/blob-store.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { withOpenDatabase, type Database } from '../packages/server/src/core/database/db.ts';
import type { StandbyState } from '../packages/server/src/core/database/standby-watch.ts';
import { findMissingContent, promoteStandby, readStandby } from '../packages/server/src/fail-over.ts';
import { readConfig, type Config } from '../packages/server/src/settings/config.ts';
import { confirms, readArguments, requireContent, runCommand, say } from './operating/operator-command.ts';

const OPTIONS = { yes: { type: 'boolean', default: false }, 'primary-stopped': { type: 'boolean', default: false } } as const;

const TWO_PRIMARIES =
  'Two primaries would both fire schedules and hand out work, and the states of the two regions could never be joined again.';

/** What a standby has, for people. */
const whereItStands = ({ replayedUntil, age, waiting }: StandbyState): string =>
  `${replayedUntil === null ? 'It has replayed no transaction since its start' : `Its last replayed transaction was committed at ${replayedUntil} (${(age ?? 0).toFixed(1)} s ago)`}; ` +
  `${waiting} bytes are received and not replayed yet.`;

/** Opens the store before anything is changed: in a wrong one, all content would count as missing, also in the rows of the new primary. */
async function openContent(config: Config): Promise<BlobStore> {
  try {
    requireContent(config);
    return await openBlobs(config);
  } catch (error) {
    throw error instanceof StartError ? new StartError(`${error.message} Nothing was changed.`) : error;
  }
}

async function failOver(blobs: BlobStore, db: Database, options: { yes: boolean; 'primary-stopped': boolean }): Promise<number> {
  const before = await readStandby(db.watcher);
  say(`The standby ${before.receives ? 'is connected to its primary' : 'receives nothing from a primary'}. ${whereItStands(before)}`);
  if (!before.isOwnVersion)
    say('The database is that of another version of Millrace than this command: it can be promoted, and its content cannot be checked.');
  if (before.receives && !options['primary-stopped'])
    throw new StartError(
      `The primary still sends to the standby, so the first region may still work. ${TWO_PRIMARIES} Nothing was changed. Stop the servers and the PostgreSQL ` +
        'of the first region, or cut its machines off, then run this command again. When they are stopped and only the connection has not ended yet, as after a loss ' +
        'of power, add --primary-stopped.',
    );
  if (!before.receives)
    say(`That does not prove that the first region is stopped: the network between the regions may be cut. ${TWO_PRIMARIES}`);
  if (!options.yes && !(await confirms('The first region must be stopped or cut off, and must stay so.')))
    throw new StartError('Nothing was changed. (Without a terminal, --yes confirms that the first region is stopped.)');
  const after = await promoteStandby(db, (state) => say(`The standby is being promoted. ${whereItStands(state)}`));
  say('The database accepts writes. The waiting servers of this region begin to serve by themselves.');
  say(
    after.replayedUntil === null
      ? 'Nothing was replayed since the PostgreSQL of the standby was started, so the moment until which everything is here is not known. With synchronous replication, everything that was answered is here. With asynchronous replication, what had not arrived here is lost.'
      : `Everything that the former primary committed until ${after.replayedUntil} is here. With synchronous replication, so is everything that was answered. ` +
          `With asynchronous replication, what was committed after that moment is lost: at most what the first region did from then on.`,
  );
  return checkContent(blobs, db);
}

/** The state of the content is no reason to undo anything: a bucket may be behind for a while. */
async function checkContent(blobs: BlobStore, db: Database): Promise<number> {
  try {
    const { contents, faults } = await findMissingContent(db, blobs, (sentence) => console.error(sentence));
    if (faults === 0) say(`All ${contents} files of content that the database refers to are in the store.`);
    else
      console.error(
        `${faults} of ${contents} files of content are missing in the store of this region. When its replication is only behind, they are there soon: check with ${operatorCommandText('verify', '--sizes')}.`,
      );
    return faults === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartError) && !(error instanceof StoreUnavailable)) throw error;
    console.error(`The database was promoted, but the content could not be checked. ${error.message}`);
    return 1;
  }
}

await runCommand(async () => {
  const { values } = readArguments(
    { options: OPTIONS },
    `${operatorCommandText('fail-over')}, with --yes to answer its question, or with --primary-stopped`,
  );
  const config = readConfig();
  if (config.databaseUrl === undefined)
    throw new StartError('DATABASE_URL is not set: name the standby of the second region. An embedded database has no standby.');
  const blobs = await openContent(config);
  return withOpenDatabase(config.databaseUrl, (db) => failOver(blobs, db, values));
});
