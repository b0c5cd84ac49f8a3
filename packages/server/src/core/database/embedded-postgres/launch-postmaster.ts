import { spawn } from 'node:child_process';
import { open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { monotonicMilliseconds } from '../../base/clock.ts';
import type { Binaries } from './binaries.ts';
import { explainFailure, isPortTaken, isStillHeld } from './failures.ts';
import { writeOwned } from './ownership.ts';
import { readPostmaster } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';
import { commandAs, plainEnvironment } from './run-as.ts';
import type { RunAs } from './run-as.ts';
import { choosePort, writeSettings } from './settings.ts';

type Launch = {
  readonly folder: string;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly durable: boolean;
  readonly log: (line: string) => void;
};

/** Starts PostgreSQL on an existing data folder, and waits until it accepts connections. */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const { folder, runAs, durable } = launch;
  const heldUntil = monotonicMilliseconds() + 30_000;
  for (let lostPorts = 0; ;) {
    const port = await choosePort(folder);
    await writeOwned(runAs.owner, join(folder, 'data', 'postgresql.conf'), writeSettings({ folder, port, durable }));
    const result = await launchOnce(launch);
    if ('pid' in result) {
      await writeOwned(runAs.owner, join(folder, 'port'), String(port));
      return result;
    }
    const again = isStillHeld(result.printed) ? monotonicMilliseconds() < heldUntil : isPortTaken(result.printed) && ++lostPorts < 5;
    if (!again) throw explainFailure(result.printed, folder);
    await sleep(100);
  }
}

async function launchOnce({ folder, binaries, runAs, log }: Launch): Promise<Postmaster | { printed: string }> {
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

    for (let waited = 1; ended.reason === undefined; waited += 1) {
      const postmaster = readPostmaster(data);
      if (postmaster && postmaster.pid === child.pid && postmaster.status === 'ready') return postmaster;
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
  if (size > 10_000_000) await rename(path, `${path}.1`);
  const file = await open(path, 'a+', 0o600);
  if (process.getuid?.() === 0) await file.chown(owner.uid, owner.gid);
  return file;
}
