/** The health of a process: its JSON, and the checks of what the process needs for its work. */
import type { Schema } from '@millrace/contract';
import { type CachedQuery, QueryTimeout } from '../../../core/base/in-memory.ts';
import { DatabaseUnavailable, sentenceOf } from '../../../core/database/database-errors.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { programVersion } from '../../../core/base/program-version.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { sendsHeartbeats } from '../../processing/task-executions/index.ts';
import { countFaults } from '../content/index.ts';
import { operatorCommandText } from '../../../core/base/operator-command-text.ts';

/** A part that the process needs. */
export type Part = Schema<'HealthPart'>;

/** Builds the answer of a process without failing parts. */
export const healthy = (): Schema<'Health'> => ({ status: 'ok', version: programVersion() });

/** Builds the answer of a process that serves calls, except those that need a failing part. */
export const degraded = (reason: string, failing: Part[]): Schema<'Health'> => ({
  status: 'degraded',
  version: programVersion(),
  reason,
  failing,
});

/** Builds the answer of a process that serves no calls. */
export const unavailable = (reason: string, failing: Part[]): Schema<'Health'> => ({
  status: 'unavailable',
  version: programVersion(),
  reason,
  failing,
});

/** A failing part and the reason; `degrades`: the process can do most of its work without the part. */
type Failing = { part: Part; reason: string; degrades?: boolean };

/** Timeout in milliseconds of the check of a part. */
const TIMEOUT = 1500;
/** Milliseconds for which the result of the check of the store is cached, because each check writes a file. */
const STORE_CACHE_TIME = 5000;

/** Milliseconds without a byte after which a connection is silent; asking the database server about it may take as long. */
const SILENCE_TIMEOUT = 600;

/** Builds a check whose result is cached for so many milliseconds. */
const check = <Answer>(run: (platform: Platform) => Promise<Answer>, cacheMilliseconds: number): CachedQuery<Platform, Answer> => ({
  run,
  cacheMilliseconds,
  timeoutMilliseconds: TIMEOUT,
});

const state = check(({ db, program }) => selectState(db.watcher, program.newestMigration), 0);
const connections = check(({ db }) => db.countSilent(SILENCE_TIMEOUT), 0);
const isolation = check(({ db }) => selectIsolation(db.watcher), 1000);
const store = check(({ blobs }) => blobs.check(), STORE_CACHE_TIME);
const faults = check(({ db }) => countFaults(db.watcher), 1000);

/**
 * Lists the failing parts; empty if the process is ready. The reasons name no host, path or address, because any caller may read them; the log has the
 * causes.
 */
export async function failingParts(platform: Platform): Promise<Failing[]> {
  if (platform.stopping.aborted) return [{ part: 'stopping', reason: 'The process is stopping.' }];
  const [database, content] = await Promise.all([checkDatabase(platform), checkStoredContent(platform)]);
  // Without the database, timers fail too: that is no second reason.
  return [database ?? checkTimers(platform), content, checkLog(platform)].filter((failing) => failing !== undefined);
}

/** Returns the weakest isolation among the engines that send heartbeats; undefined without one, and while the database does not answer. */
export const weakestIsolation = (platform: Platform): Promise<Schema<'Isolation'> | undefined> =>
  platform.cache.get(isolation, platform).then(
    (answer) => answer.isolation ?? undefined,
    () => undefined,
  );

async function checkDatabase(platform: Platform): Promise<Failing | undefined> {
  try {
    // Check the pooled connections, too: a new connection says nothing about them.
    const [{ is_too_new: isTooNew, is_writable: isWritable, is_standby: isStandby }, silent = Infinity] = await Promise.all([
      platform.cache.get(state, platform),
      platform.cache.get(connections, platform),
    ]);
    // Not degraded: a standby shows the state of another region, and the process is about to stop its work.
    if (isStandby) return { part: 'standby', reason: `${sentenceOf('standby')}.` };
    if (silent > 0) return { part: 'database', reason: 'Connections to the database do not respond; they are being replaced.' };
    if (!isTooNew) return checkTrouble(platform, isWritable);
    // An upgrade may migrate the database before its first process serves: without the old ones, no process would answer calls meanwhile.
    return {
      part: 'migrations',
      reason: 'The database was migrated by a newer version of the program: start that version here, too.',
      degrades: platform.process.roles.api,
    };
  } catch (error) {
    if (error instanceof QueryTimeout) platform.db.closeWatcher();
    platform.log.warn({ err: error }, 'not ready: the database does not answer');
    const trouble = error instanceof DatabaseUnavailable ? error.trouble : 'unreachable';
    return { part: 'database', reason: trouble === 'unreachable' ? 'The database does not answer.' : `${sentenceOf(trouble)}.` };
  }
}

/** Checks whether the database, which answers, refuses a part of the work. Other calls, such as reads, are still served. */
function checkTrouble({ db, process: { roles } }: Platform, isWritable: boolean): Failing | undefined {
  const recent = db.recentTroubles();
  const trouble = isWritable ? (['short', 'crowded'] as const).find((candidate) => recent.includes(candidate)) : 'read-only';
  return trouble && { part: 'database', reason: `${sentenceOf(trouble)}.`, degrades: roles.api };
}

/** Checks the store and its content. Missing or damaged content only degrades, because runs with intact content work. */
async function checkStoredContent(platform: Platform): Promise<Failing | undefined> {
  const failure = await checkStore(platform);
  if (failure) return failure;
  // If the database does not answer, that is the reason to report.
  const { faults: count } = await platform.cache.get(faults, platform).catch(() => ({ faults: 0 }));
  if (count === 0) return undefined;
  const subject = count === 1 ? '1 file of content is' : `${count} files of content are`;
  return { part: 'content', reason: `${subject} missing or damaged: ${operatorCommandText('verify')} names the owners.`, degrades: true };
}

async function checkStore(platform: Platform): Promise<Failing | undefined> {
  try {
    await platform.cache.get(store, platform);
    return undefined;
  } catch (error) {
    platform.log.warn({ err: error }, 'not ready: content cannot be stored');
    // If a load balancer sent no calls here, engines could not do work that needs no store, and would look dead.
    return {
      part: 'content',
      reason: 'The content store accepts no content: it cannot be reached or written.',
      degrades: platform.process.roles.api,
    };
  }
}

/** Checks the log, on which no work depends. It writes a line, so that the next check notices a disk that has room again. */
function checkLog({ log, process: { logDestination } }: Platform): Failing | undefined {
  if (!logDestination?.isFailing) return undefined;
  log.warn('the log file could not be written');
  return {
    part: 'log',
    reason: 'The log file cannot be written: its disk is full or fails. Lines wait in memory, and are lost when there are too many.',
    degrades: true,
  };
}

/** Checks the timers. They only degrade a process that serves calls. */
function checkTimers({ process: { roles, timers } }: Platform): Failing | undefined {
  const stalled = timers.stalled();
  if (stalled.length === 0) return undefined;
  return { part: 'timers', reason: `Timers have not succeeded for a long time: ${stalled.join(', ')}.`, degrades: roles.api };
}

/** Selects whether the database has migrations with which this version does not work, whether it is writable, and whether it is a standby. */
const selectState = (tx: Tx, newestMigration: string): Promise<{ is_too_new: boolean; is_writable: boolean; is_standby: boolean }> =>
  tx.only(sql`
    select exists (
             select
             from schema_migration
             where name > ${newestMigration}
               and coalesce(string_to_array(works_with, '.')::int[] > string_to_array(${programVersion()}, '.')::int[], true)) as is_too_new,
           current_setting('transaction_read_only') = 'off' as is_writable,
           pg_is_in_recovery() as is_standby`);

/** Selects the weakest isolation among the engines that send heartbeats; null without an engine. */
const selectIsolation = (tx: Tx): Promise<{ isolation: Schema<'Isolation'> | null }> =>
  tx.only(sql`
    select case
             when bool_or(isolation = 'none') then 'none'
             when bool_or(isolation = 'namespace') then 'namespace'
             else min(isolation)
           end as isolation
    from engine g
    where ${sendsHeartbeats}`);
