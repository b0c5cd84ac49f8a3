/** Starts the embedded PostgreSQL of an install, and keeps it running. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { explainFileError } from '../core/base/start-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { findRunning, isPostmasterAlive, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts';
import { changeOwner, chooseRunAs, commandAs, plainEnvironment, type RunAs, writeOwned } from './run-as.ts';
import { explainFailure } from './start-failures.ts';

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  /** The fastest address: the UNIX socket if its path is short enough, else the port. */
  readonly url: string;
  /** The address for programs that cannot use UNIX sockets, such as Java. */
  readonly tcpUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
};

/**
 * The folder of its files, the receiver of progress messages, whether data must survive a power failure (tests need not), and its programs: those of the
 * installed package, or of another version in tests. `onLaunch` is called when its process exists, which then needs some time until it accepts
 * connections.
 */
export type EmbeddedPostgresOptions = {
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly durable?: boolean;
  readonly binaries?: Binaries;
  readonly onLaunch?: () => void;
};

/**
 * Starts the embedded PostgreSQL of a folder, and creates its database at the first start. A PostgreSQL that an earlier process left running is used
 * as it is. The caller ensures that no two processes use one folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder } = options;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const realFolder = await realpath(folder);
    return handleOf(realFolder, await start(realFolder, options));
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

/** Finds the embedded PostgreSQL of a folder that another process of Millrace runs; undefined if none runs. Rejects if there is no such folder. */
export async function findEmbeddedPostgres(folder: string): Promise<Pick<EmbeddedPostgres, 'url'> | undefined> {
  const realFolder = await realpath(folder);
  const [postmaster, password] = [await findRunning(join(realFolder, 'data')), await readPassword(realFolder)];
  return postmaster && password !== undefined ? handleOf(realFolder, { postmaster, password }) : undefined;
}

async function start(
  folder: string,
  { log, durable = true, binaries: given, onLaunch }: EmbeddedPostgresOptions,
): Promise<{ postmaster: Postmaster; password: string }> {
  const data = join(folder, 'data');
  let password = await readPassword(folder);
  const running = await findRunning(data);
  if (running && password) {
    log(`Taking over the embedded database that still runs (process ${running.pid})`);
    return { postmaster: running, password };
  }

  const { runAs, binaries } = await chooseRunAs(folder, given ?? (await findBinaries()));
  await changeOwner(runAs.owner, folder);
  if (password === undefined) {
    log(`Creating the embedded database in ${folder}`);
    password = await createDataFolder({ folder, binaries, runAs, durable });
  }
  return { postmaster: await launchPostmaster({ folder, binaries, runAs, durable, log, onLaunch }), password };
}

function handleOf(folder: string, { postmaster, password }: { postmaster: Postmaster; password: string }): EmbeddedPostgres {
  const { pid, port, socketFolder } = postmaster;
  const urlAt = (host: string): string => `postgres://${databaseOwner}:${password}@${host}:${port}/${databaseOwner}`;
  const tcpUrl = urlAt('127.0.0.1');
  let stopping: Promise<void> | undefined;
  return {
    url: socketFolder ? urlAt(encodeURIComponent(socketFolder)) : tcpUrl,
    tcpUrl,
    pid,
    stop: () => (stopping ??= stopPostmaster(pid, join(folder, 'data'))),
  };
}

/** Milliseconds between two checks of the database. */
const CHECK_MILLISECONDS = 250;
/** The longest pause between two starts that fail. */
const MAX_PAUSE_MILLISECONDS = 10_000;

/** Receives warnings about the embedded database. */
type WarningReceiver = (message: string, facts: Record<string, unknown>) => void;

/**
 * Starts the embedded PostgreSQL, and restarts it when its process has ended: at the same address, unless another program has taken its port. The
 * addresses of the result are those of the first start.
 */
export async function keepEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  warn: WarningReceiver,
): Promise<Pick<EmbeddedPostgres, 'url' | 'tcpUrl' | 'stop'>> {
  let current = await startEmbeddedPostgres(options);
  const stopping = new AbortController();
  const { url, tcpUrl } = current;

  async function keep(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      await sleep(CHECK_MILLISECONDS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted || isPostmasterAlive(current.pid)) continue;
      warn('the embedded database ended; it is started again', { pid: current.pid });
      try {
        current = await startEmbeddedPostgres(options);
        failures = 0;
      } catch (error) {
        failures += 1;
        warn('the embedded database does not start', { err: error });
        await sleep(Math.min(MAX_PAUSE_MILLISECONDS, 500 * 2 ** failures), undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const kept = keep();
  return {
    url,
    tcpUrl,
    stop: async () => {
      stopping.abort();
      await kept;
      await current.stop();
    },
  };
}

/** The user and the database that a new data folder gets; the user owns everything. */
const databaseOwner = 'millrace';

/** Reads the password of the owner of the database; undefined for a new folder. */
async function readPassword(folder: string): Promise<string | undefined> {
  return existsSync(join(folder, 'data')) ? readFile(join(folder, 'password'), 'utf8') : undefined;
}

/** Creates an empty database. The folder gets its final name when it is complete, so that a folder left by a crash is never used. */
async function createDataFolder(options: { folder: string; binaries: Binaries; runAs: RunAs; durable: boolean }): Promise<string> {
  const { folder, binaries, runAs, durable } = options;
  const partial = join(folder, 'data.new');
  await rm(partial, { recursive: true, force: true });
  const password = randomBytes(24).toString('base64url');
  await writeOwned(runAs.owner, join(folder, 'password'), password);

  const target = ['-D', partial, '-U', databaseOwner, `--pwfile=${join(folder, 'password')}`];
  // The built-in locale C.UTF-8 of PostgreSQL sorts equally on every machine; locales of the C library differ.
  // Tests also run on versions before 17, which have only those of the C library.
  const provider = Number.parseInt(binaries.version, 10) < 17 ? [] : ['--locale-provider=builtin'];
  const content = ['-E', 'UTF8', '--locale=C.UTF-8', ...provider, '--auth=scram-sha-256', '--no-instructions'];
  await run(options, [join(binaries.folder, 'bin/initdb'), ...target, ...content, ...(durable ? [] : ['--no-sync'])]);
  await run(
    options,
    [join(binaries.folder, 'bin/postgres'), '--single', '-D', partial, '-c', `fsync=${durable ? 'on' : 'off'}`, 'postgres'],
    `create database ${databaseOwner};\n`,
  );
  await rename(partial, join(folder, 'data'));
  return password;
}

async function run({ folder, runAs }: { folder: string; runAs: RunAs }, command: readonly string[], input = ''): Promise<void> {
  const { file, args, options } = commandAs(runAs, command);
  const running = promisify(execFile)(file, args, { ...options, env: plainEnvironment, cwd: '/' });
  running.child.stdin?.end(input);
  try {
    await running;
  } catch (error) {
    await rm(join(folder, 'data.new'), { recursive: true, force: true });
    const message = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw explainFailure(message, folder);
  }
}
