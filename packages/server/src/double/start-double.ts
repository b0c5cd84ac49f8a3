/** Starts the local double for test authors: a server of Millrace with a database, a clock and ids of its own, behind a front that applies faults. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceClock } from '../core/base/clock.ts';
import { makeIdsBy } from '../core/base/id.ts';
import { StartError } from '../core/base/start-error.ts';
import { Database, withOpenDatabase } from '../core/database/db.ts';
import { keepEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { sql, verbatim } from '../core/database/sql.ts';
import type { Config } from '../settings/config.ts';
import { takeHomeLock, openHome, writeAddress } from '../core/platform/home.ts';
import { type Running, startMillrace } from '../start.ts';
import { timers } from '../worker.ts';
import { DoubleClock, readClock } from './clock.ts';
import { Control } from './control.ts';
import { Faults } from './faults.ts';
import { answerStarting, fromServer, Front, requireLoopbackHost } from './front.ts';
import { SeededIds } from './ids.ts';

/** The options of the double. */
type DoubleOptions = { seed: string };

/**
 * Starts a double as `startMillrace` starts a server, or refuses settings that a double does not have. It is empty at each start, and keeps its files
 * below the home folder.
 */
export async function startDouble(
  config: Config,
  { seed }: DoubleOptions,
  say: (line: string) => void,
  stopping: AbortSignal,
): Promise<Running> {
  requireDoubleSettings(config);
  process.umask(0o077);
  const closers: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const outer = await openHome(join(config.home, 'double'));
    const lock = takeHomeLock(outer);
    closers.push(() => lock.release());
    const [home, snapshots] = [join(outer.path, 'home'), join(outer.path, 'snapshots')];
    for (const folder of [home, snapshots]) await rm(folder, { recursive: true, force: true });
    await mkdir(snapshots, { recursive: true });

    const [faults, clock, ids] = [new Faults(), new DoubleClock(), new SeededIds(seed)];
    let control: Control | undefined;
    const front = new Front({
      faults,
      control: async (request, response) => {
        if (control) await control.answer(request, response);
        else answerStarting(response);
      },
    });
    const url = await front.listen(config.host, config.port);
    closers.push(() => front.close());

    const database = await startDoubleDatabase(join(outer.path, 'postgres'), say);
    closers.push(() => database.stop());
    const db = new Database({ url: database.url, poolSize: 2, onError: () => undefined });
    closers.push(() => db.close());
    clock.follow(await readClock(db.reader));
    replaceClock(clock.at);
    makeIdsBy(ids.make);
    closers.push(ids.watch());

    const blobs = join(home, 'blobs');
    const running = await startMillrace(
      {
        ...config,
        home,
        blobFolder: blobs,
        s3: undefined,
        databaseUrl: database.url,
        host: '127.0.0.1',
        port: 0,
        publicUrl: config.publicUrl ?? url,
      },
      say,
      stopping,
    );
    closers.push(() => running.stop());
    await writeAddress(home, { url, watchUrl: running.watchUrl });
    // The first snapshot contains the data of the first heartbeat of the engine.
    await running.isolation;
    control = new Control({
      db,
      clock,
      ids,
      faults,
      timers,
      platform: running.server.platform,
      folders: { blobs, snapshots },
      hold: (work) => front.hold(work),
    });
    await control.takeFirst();
    front.answerBy(fromServer(running.url, (method) => ids.numberRequest(method)));
    return { ...running, url, toolsUrl: database.toolsUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Requires settings of no real server: the double deletes what it finds, and everyone who reaches it may reset it. */
function requireDoubleSettings({ databaseUrl, host, roles }: Config): void {
  if (databaseUrl !== undefined)
    throw new StartError(
      'DATABASE_URL is set, and the double deletes its database at each start. It has a database of its own: unset DATABASE_URL.',
    );
  requireLoopbackHost(host);
  if (!roles.api || !roles.worker)
    throw new StartError('MILLRACE_ROLE divides a server into processes, and the double is one process: unset it.');
}

const NAME = 'millrace_double';

/** An empty database; `url` is the address for the server, `toolsUrl` the address for other programs. */
type DoubleDatabase = { url: string; toolsUrl: string; stop(): Promise<void> };

/** Starts an embedded PostgreSQL with a new database, whose statements read the clock of the double. That of an earlier double is deleted. */
async function startDoubleDatabase(folder: string, say: (line: string) => void): Promise<DoubleDatabase> {
  const postgres = await keepEmbeddedPostgres({ folder, log: say, durable: false }, (message) => say(message));
  const urlIn = (server: string): string => server.replace(/\/[^/]*$/, `/${NAME}`);
  try {
    await withOpenDatabase(postgres.url, async ({ writer }) => {
      await writer.rows(sql`drop database if exists ${verbatim(NAME)} with (force)`);
      await writer.rows(sql`create database ${verbatim(NAME)}`);
      await writer.rows(sql`alter database ${verbatim(NAME)} set search_path = public, pg_catalog`);
    });
    const text = await readFile(new URL('double.sql', import.meta.url), 'utf8');
    await withOpenDatabase(urlIn(postgres.url), ({ writer }) =>
      writer.rows(verbatim(`do $double$ begin\nexecute $text$${text}$text$;\nend $double$`)),
    );
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { url: urlIn(postgres.url), toolsUrl: urlIn(postgres.tcpUrl), stop: () => postgres.stop() };
}
