/** Starts, finds and stops the process of the embedded PostgreSQL: its postmaster. */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@millrace/wire/process-identity';
import { monotonicMilliseconds } from '../core/base/clock.ts';
import { StartError } from '../core/base/start-error.ts';
import type { Binaries } from './binaries.ts';
import { commandAs, plainEnvironment, type RunAs, writeOwned } from './run-as.ts';
import { explainFailure, isPortTaken, isStillHeld } from './start-failures.ts';
import { choosePort, settingsText } from './postgresql-conf.ts';

/** Milliseconds for which a start waits until processes of a killed database release its shared memory. */
const HELD_MILLISECONDS = 30_000;
/** The most ports that a start tries, each after another program took the one before. */
const MAX_PORTS = 5;
/** Bytes of the log of the database from which a start rotates it. */
const MAX_LOG_BYTES = 10_000_000;

type Launch = {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly durable: boolean;
  readonly log: (line: string) => void;
  readonly onLaunch: (() => void) | undefined;
};

/**
 * Writes the settings of PostgreSQL, starts it on an existing data folder, and waits until it accepts connections. If it does not start, throws a
 * `StartError` that says what to do.
 */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const { folder, runAs, durable } = launch;
  const heldUntil = monotonicMilliseconds() + HELD_MILLISECONDS;
  for (let lostPorts = 0; ;) {
    const port = await choosePort(folder);
    await writeOwned(runAs.owner, join(folder, 'data', 'postgresql.conf'), settingsText({ folder, port, durable }));
    const result = await launchOnce(launch);
    if ('pid' in result) {
      await writeOwned(runAs.owner, join(folder, 'port'), String(port));
      return result;
    }
    const again = isStillHeld(result.printed)
      ? monotonicMilliseconds() < heldUntil
      : isPortTaken(result.printed) && ++lostPorts < MAX_PORTS;
    if (!again) throw explainFailure(result.printed, folder);
    await sleep(100);
  }
}

async function launchOnce({ folder, binaries, runAs, log, onLaunch }: Launch): Promise<Postmaster | { printed: string }> {
  const data = join(folder, 'data');
  const output = await openLog(join(folder, 'postgres.log'), runAs);
  try {
    const { size } = await output.stat();
    const { file, args, options } = commandAs(runAs, [join(binaries.folder, 'bin/postgres'), '-D', data]);
    // In a session of its own, so that Ctrl-C in the terminal does not reach PostgreSQL: Millrace stops it at the end of its own shutdown.
    const child = spawn(file, args, {
      ...options,
      env: plainEnvironment,
      cwd: '/',
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    child.unref();
    const ended: { reason?: string } = {};
    child.once('error', (error) => (ended.reason = error.message));
    child.once('exit', () => (ended.reason ??= ''));
    onLaunch?.();

    for (let waited = 1; ended.reason === undefined; waited += 1) {
      const postmaster = readPostmaster(data);
      if (postmaster && postmaster.pid === child.pid && isOpen(postmaster)) return postmaster;
      if (waited % 1000 === 0) log('The embedded database is still starting (after a crash it repairs itself first)');
      await sleep(5);
    }
    const printed = Buffer.alloc(16_384);
    const { bytesRead } = await output.read(printed, 0, printed.length, size);
    return { printed: printed.toString('utf8', 0, bytesRead) + ended.reason };
  } finally {
    await output.close();
  }
}

/** Opens the log of the database; rotates it first if it has reached its maximum size. */
async function openLog(path: string, { owner }: RunAs): Promise<Awaited<ReturnType<typeof open>>> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  const file = await open(path, 'a+', 0o600);
  if (process.getuid?.() === 0) await file.chown(owner.uid, owner.gid);
  return file;
}

/** The content of `postmaster.pid`, which a running PostgreSQL has in its data folder. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  readonly status: string;
};

/** Whether it accepts connections; one that is a standby answers reads. */
const isOpen = ({ status }: Postmaster): boolean => status === 'ready' || status === 'standby';

/** Reads `postmaster.pid` of a data folder. Its process may have ended already. */
export function readPostmaster(data: string): Postmaster | undefined {
  let text: string;
  try {
    text = readFileSync(join(data, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
  const [pid, , , port, socketFolder, , , status] = text.split('\n');
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? '', status: (status ?? '').trim() };
}

/**
 * Finds a PostgreSQL that an earlier process of Millrace left running, and waits until it accepts connections. If it has crashed, removes its files;
 * undefined then, and if there is none.
 */
export async function findRunning(data: string): Promise<Postmaster | undefined> {
  for (;;) {
    const found = readPostmaster(data);
    if (!found) return undefined;
    if (!isPostmasterAlive(found.pid) || !isPostmaster(found.pid, data)) {
      await removeStaleFiles(found.pid, data);
      return undefined;
    }
    if (isOpen(found)) return found;
    await sleep(20);
  }
}

/**
 * Removes the files of a PostgreSQL that crashed. PostgreSQL does so itself, unless a process with its id exists: a zombie, or another program after
 * a restart of the machine or container. Then it would refuse to start.
 */
async function removeStaleFiles(pid: number, data: string): Promise<void> {
  if (!exists(pid)) return;
  const folder = dirname(data);
  const sockets = (await readdir(folder)).filter((name) => name.startsWith('.s.PGSQL.'));
  for (const path of [join(data, 'postmaster.pid'), ...sockets.map((name) => join(folder, name))]) await rm(path, { force: true });
}

/** Stops a PostgreSQL without waiting for its clients, and waits until its process has ended. */
export async function stopPostmaster(pid: number, data: string): Promise<void> {
  // Each signal is stronger than the one before it, and has some milliseconds to take effect.
  const signals: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, milliseconds] of signals) {
    if (!isPostmaster(pid, data)) return;
    process.kill(pid, signal);
    for (const deadline = monotonicMilliseconds() + milliseconds; monotonicMilliseconds() < deadline; await sleep(10)) {
      if (!isPostmasterAlive(pid)) return;
    }
  }
  throw new StartError(`The embedded database (process ${pid}) does not end: end it before the next start.`);
}

/** Returns whether the process of a postmaster still runs. A zombie, which has ended, does not. */
export function isPostmasterAlive(pid: number): boolean {
  if (!exists(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return false;
  }
}

/** Returns whether there is a process with this id, even a zombie. */
const exists = (pid: number): boolean => pid > 0 && isAlive(pid, undefined);

/** Returns whether a process is the PostgreSQL of this data folder. Process ids are reused. */
function isPostmaster(pid: number, data: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
    return command.includes(`postgres -D ${data}`);
  } catch {
    return false;
  }
}
