/** Makes the standby of a second region its primary: where the standby stands, the promotion, and what may be missing after it. */
import { setTimeout as wait } from 'node:timers/promises';
import { features } from './api.ts';
import { StartError } from './core/base/start-error.ts';
import type { BlobStore } from './core/blobs/blob-store.ts';
import type { Database } from './core/database/db.ts';
import { readInstallVersion, requireOwnVersion } from './core/database/migrate.ts';
import { sql, type Tx } from './core/database/sql.ts';
import { selectStandbyState, type StandbyState } from './core/database/standby-watch.ts';
import { sentenceOfFault, verifyExpected, type Verified } from './features/system/content/index.ts';

const PAUSE = 200;
/** Milliseconds between two lines of progress. */
const PROGRESS = 10_000;

/**
 * Reads where the standby stands, and whether its install is of this version. Throws a `StartError` if the database is no standby, if its role may not
 * promote it, or if it holds no install of Millrace.
 */
export async function readStandby(tx: Tx): Promise<StandbyState & { isOwnVersion: boolean }> {
  const { standby, role, may } = await tx.only<{ standby: boolean; role: string; may: boolean }>(sql`
    select pg_is_in_recovery() as standby,
           current_user::text as role,
           has_function_privilege('pg_promote(boolean, integer)', 'execute') as may`);
  if (!standby)
    throw new StartError(
      'The database is no standby: it is a primary, and accepts writes. Nothing was changed. Set DATABASE_URL to the standby of the second region.',
    );
  if (!may)
    throw new StartError(
      `The role '${role}' may not promote the standby. Nothing was changed. Let an administrator of PostgreSQL promote it (select pg_promote()), and ` +
        `before the next time run this on the primary: grant execute on function pg_promote(boolean, integer) to "${role}".`,
    );
  const version = await readInstallVersion(tx);
  // If the standby of another program were promoted, that program would have two primaries.
  if (version === undefined) throw new StartError('The database holds no install of Millrace: check DATABASE_URL. Nothing was changed.');
  return { ...(await selectStandbyState(tx)), isOwnVersion: version === 'own' };
}

/** Promotes a standby and waits until it accepts writes. Returns its state after that: `replayedUntil` is where the new primary goes on. */
export async function promoteStandby(db: Database, onWait: (state: StandbyState) => void): Promise<StandbyState> {
  await db.watcher.rows(sql`select pg_promote(false)`);
  for (let waited = 0; ; waited += PAUSE) {
    const { standby } = await db.watcher.only<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`);
    const state = await selectStandbyState(db.watcher);
    if (!standby) return state;
    if (waited > 0 && waited % PROGRESS === 0) onWait(state);
    await wait(PAUSE);
  }
}

/** Checks that the store has the content that the rows refer to: presence and size, no bytes. Faults are stored, so that servers show them. */
export async function findMissingContent(db: Database, blobs: BlobStore, onFault: (sentence: string) => void): Promise<Verified> {
  await requireOwnVersion(db.reader);
  const content = features.flatMap((feature) => feature.content ?? []);
  return verifyExpected(
    { db, blobs, program: { content } },
    { read: false, onFault: (fault) => onFault(sentenceOfFault(fault)), onProgress: () => undefined },
  );
}
