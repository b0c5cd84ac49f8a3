/** What a process needs for its work. What is told of it names no host, path or address, since anybody may read it; the log has the cause. */
import { Overdue, type Question } from '../../../core/fresh.ts';
import type { Platform } from '../../../core/platform.ts';
import type { Part } from './json.ts';
import { selectNewestMigration } from './queries.ts';

/** Something that is missing, in a word and in a sentence; `degrades` where most of the work can be done without it. */
export type Failing = { part: Part; reason: string; degrades?: boolean };

/** Milliseconds in which each part has to answer. */
const PATIENCE = 1500;
/** Milliseconds for which an answer of the store holds: each look writes a file. */
const STORE_KEEP = 5000;

const newest: Question<Platform, string> = {
  ask: async ({ db }) => (await selectNewestMigration(db.watcher)).name ?? '',
  keep: 0,
  patience: PATIENCE,
};
const store: Question<Platform, void> = { ask: ({ blobs }) => blobs.check(), keep: STORE_KEEP, patience: PATIENCE };

/** All that is missing; nothing where the process is ready. */
export async function failings(platform: Platform): Promise<Failing[]> {
  if (platform.stopping.aborted) return [{ part: 'stopping', reason: 'The process is stopping.' }];
  const [database, content] = await Promise.all([databaseFailing(platform), storeFailing(platform)]);
  // Timers that need a database which is away are no second reason.
  return [database ?? timersFailing(platform), content].filter((one) => one !== undefined);
}

async function databaseFailing(platform: Platform): Promise<Failing | undefined> {
  try {
    const name = await platform.fresh.get(newest, platform);
    if (name <= platform.newestMigration) return undefined;
    return {
      part: 'migrations',
      reason: 'The database was brought up to date by a newer version of the program: start that version here too.',
    };
  } catch (error) {
    if (error instanceof Overdue) platform.db.letGoOfWatcher();
    platform.log.warn({ err: error }, 'not ready: the database does not answer');
    return { part: 'database', reason: 'The database does not answer.' };
  }
}

async function storeFailing(platform: Platform): Promise<Failing | undefined> {
  try {
    await platform.fresh.get(store, platform);
    return undefined;
  } catch (error) {
    platform.log.warn({ err: error }, 'not ready: content cannot be stored');
    // Were calls no longer led here, engines would be cut off from work that needs no store, and be taken to be dead.
    return {
      part: 'content',
      reason: 'The store of content takes nothing in: it cannot be reached or written.',
      degrades: platform.roles.api,
    };
  }
}

/** A process that answers calls goes on doing so whatever its timers do: their age is among its numbers. */
function timersFailing({ roles, timers }: Platform): Failing | undefined {
  if (roles.api) return undefined;
  const stalled = timers.stalled();
  return stalled.length === 0 ? undefined : { part: 'timers', reason: `Timers have not done their work for long: ${stalled.join(', ')}.` };
}
