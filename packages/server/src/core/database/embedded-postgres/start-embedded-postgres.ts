import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { explainFileError } from '../../base/start-error.ts';
import { findBinaries } from './binaries.ts';
import { createDataFolder, databaseOwner, readPassword } from './data-folder.ts';
import { launchPostmaster } from './launch-postmaster.ts';
import { changeOwner } from './ownership.ts';
import { findRunning, stopPostmaster } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';
import { chooseRunAs } from './run-as.ts';

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  /** The fastest address: the UNIX socket if its path is short enough, else the port. */
  readonly url: string;
  /** The address for programs that cannot use UNIX sockets, such as Java. */
  readonly tcpUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
};

/** The folder of its files, the receiver of progress messages, and whether data must survive a power failure (tests need not). */
export type EmbeddedPostgresOptions = {
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly durable?: boolean;
};

/**
 * Starts the embedded PostgreSQL of a folder, and creates its database at the first start. A PostgreSQL that an earlier process left running is used
 * as it is. The caller ensures that no two processes use one folder.
 */
export async function startEmbeddedPostgres({ folder, log, durable = true }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const realFolder = await realpath(folder);
    return describe(realFolder, await start(realFolder, log, durable));
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

/** Finds the embedded PostgreSQL of a folder that another process of Millrace runs. */
export async function findEmbeddedPostgres(folder: string): Promise<Pick<EmbeddedPostgres, 'url'> | undefined> {
  const realFolder = await realpath(folder);
  const [postmaster, password] = [await findRunning(join(realFolder, 'data')), await readPassword(realFolder)];
  return postmaster && password !== undefined ? describe(realFolder, { postmaster, password }) : undefined;
}

async function start(folder: string, log: (line: string) => void, durable: boolean): Promise<{ postmaster: Postmaster; password: string }> {
  const data = join(folder, 'data');
  let password = await readPassword(folder);
  const running = await findRunning(data);
  if (running && password) {
    log(`Taking over the embedded database that still runs (process ${running.pid})`);
    return { postmaster: running, password };
  }

  const { runAs, binaries } = await chooseRunAs(folder, await findBinaries());
  await changeOwner(runAs.owner, folder);
  if (password === undefined) {
    log(`Creating the embedded database in ${folder}`);
    password = await createDataFolder({ folder, binaries, runAs, durable });
  }
  return { postmaster: await launchPostmaster({ folder, binaries, runAs, durable, log }), password };
}

function describe(folder: string, { postmaster, password }: { postmaster: Postmaster; password: string }): EmbeddedPostgres {
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
