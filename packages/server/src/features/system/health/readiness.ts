/** What a process needs for its work. What is told of it names no host, path or address, since anybody may read it; the log has the cause. */
import type { Schema } from '@millrace/contract';
import { DatabaseUnavailable, sentenceOf } from '../../../core/database/database-errors.ts';
import { QueryTimeout, type CachedQuery } from '../../../core/base/single-flight-cache.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { countFaults } from '../content/index.ts';
import type { Part } from './json.ts';
import { selectIsolation, selectState } from './queries.ts';

/** Something that is missing, in a word and in a sentence; `degrades` where most of the work can be done without it. */
export type Failing = { part: Part; reason: string; degrades?: boolean };

/** Milliseconds in which each part has to answer. */
const PATIENCE = 1500;
/** Milliseconds for which an answer of the store holds: each look writes a file. */
const STORE_KEEP = 5000;

/** Milliseconds in which a connection has to say something; the server may then be asked about it for as long. */
const CONNECTION_PATIENCE = 600;

const state: CachedQuery<Platform, Awaited<ReturnType<typeof selectState>>> = {
  ask: ({ db }) => selectState(db.watcher),
  keep: 0,
  patience: PATIENCE,
};
const connections: CachedQuery<Platform, number | undefined> = {
  ask: ({ db }) => db.countSilent(CONNECTION_PATIENCE),
  keep: 0,
  patience: PATIENCE,
};
const isolation: CachedQuery<Platform, Awaited<ReturnType<typeof selectIsolation>>> = {
  ask: ({ db }) => selectIsolation(db.watcher),
  keep: 1000,
  patience: PATIENCE,
};
const store: CachedQuery<Platform, void> = { ask: ({ blobs }) => blobs.check(), keep: STORE_KEEP, patience: PATIENCE };

const faults: CachedQuery<Platform, { faults: number }> = { ask: ({ db }) => countFaults(db.watcher), keep: 1000, patience: PATIENCE };

/** All that is missing; nothing where the process is ready. */
export async function failings(platform: Platform): Promise<Failing[]> {
  if (platform.stopping.aborted) return [{ part: 'stopping', reason: 'The process is stopping.' }];
  const [database, content] = await Promise.all([databaseFailing(platform), contentFailing(platform)]);
  // Timers that need a database which is away are no second reason.
  return [database ?? timersFailing(platform), content, logFailing(platform)].filter((one) => one !== undefined);
}

/** The weakest isolation of tasks among the engines that are there; undefined without one, and while the database does not say it. */
export const weakestIsolation = (platform: Platform): Promise<Schema<'Isolation'> | undefined> =>
  platform.cache.get(isolation, platform).then(
    (answer) => answer.isolation ?? undefined,
    () => undefined,
  );

async function databaseFailing(platform: Platform): Promise<Failing | undefined> {
  try {
    // Over the connections of the work as well: a new one says nothing about them.
    const [{ newest, takes_writes: takesWrites }, silent = Infinity] = await Promise.all([
      platform.cache.get(state, platform),
      platform.cache.get(connections, platform),
    ]);
    if (silent > 0) return { part: 'database', reason: 'Connections to the database say nothing; they are being replaced.' };
    if ((newest ?? '') <= platform.newestMigration) return refusesFailing(platform, takesWrites);
    return {
      part: 'migrations',
      reason: 'The database was brought up to date by a newer version of the program: start that version here too.',
    };
  } catch (error) {
    if (error instanceof QueryTimeout) platform.db.letGoOfWatcher();
    platform.log.warn({ err: error }, 'not ready: the database does not answer');
    const trouble = error instanceof DatabaseUnavailable ? error.trouble : 'unreachable';
    return { part: 'database', reason: trouble === 'unreachable' ? 'The database does not answer.' : `${sentenceOf(trouble)}.` };
  }
}

/** What the database answers and yet refuses. Calls that it does not refuse, reads above all, are still served. */
function refusesFailing({ db, roles }: Platform, takesWrites: boolean): Failing | undefined {
  const met = db.recentTroubles();
  const trouble = takesWrites ? (['short', 'crowded'] as const).find((one) => met.includes(one)) : 'read-only';
  return trouble && { part: 'database', reason: `${sentenceOf(trouble)}.`, degrades: roles.api };
}

/** Each run whose content is whole goes on, so what has a fault takes no process out of service. */
async function contentFailing(platform: Platform): Promise<Failing | undefined> {
  const away = await storeFailing(platform);
  if (away) return away;
  // While the database does not say it, that is the reason which is told.
  const { faults: count } = await platform.cache.get(faults, platform).catch(() => ({ faults: 0 }));
  if (count === 0) return undefined;
  const what = count === 1 ? '1 file of content is' : `${count} files of content are`;
  return { part: 'content', reason: `${what} missing or damaged: npm run verify names what that belongs to.`, degrades: true };
}

async function storeFailing(platform: Platform): Promise<Failing | undefined> {
  try {
    await platform.cache.get(store, platform);
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

/** No work depends on the log. The look writes a line, so that the next one notices a disk which takes lines again. */
function logFailing({ log, logFile }: Platform): Failing | undefined {
  if (!logFile?.isFailing) return undefined;
  log.warn('the file of the log could not be written');
  return {
    part: 'log',
    reason: 'The log cannot be written: its disk is full or fails. Lines wait, and are lost when they become too many.',
    degrades: true,
  };
}

/** A process that answers calls goes on doing so whatever its timers do. */
function timersFailing({ roles, timers }: Platform): Failing | undefined {
  const stalled = timers.stalled();
  if (stalled.length === 0) return undefined;
  return { part: 'timers', reason: `Timers have not done their work for long: ${stalled.join(', ')}.`, degrades: roles.api };
}
