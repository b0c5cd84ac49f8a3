/** Faults of the machine of a running engine: each can begin and end. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { EngineProcess } from '../packages/server/test/support/engine-process.ts';
import { mountTinyDisk, type TinyDisk } from '../packages/server/test/support/tiny-disk.ts';
import type { Stage } from './stage.ts';

/** A fault that prevents the start of every run on one machine. */
export type MachineFault = { name: string; begin(): Promise<void>; end(): Promise<void> };

/** Room for the files of an engine, and quick to fill. */
const DISK_MEGABYTES = 16;
/** Enough file handles for the calls of an engine, too few for the pipes of a run. */
const FREE_HANDLES = 3;
/** File handles of an engine after the fault: enough for all its runs. */
const ENOUGH_HANDLES = 1024;

/** Mounts a small disk at the folder of an engine that will be created; undefined if this machine does not allow it. */
export async function diskFor(stage: Stage, folder: string): Promise<TinyDisk | undefined> {
  await mkdir(folder, { recursive: true });
  const disk = mountTinyDisk(folder, DISK_MEGABYTES);
  if (disk) stage.onEnd(() => disk.unmount());
  return disk;
}

/** Returns the possible faults of an engine: its own disk, if it has one, is full or read-only; no file handles are free. */
export function machineFaultsOf(engine: EngineProcess, disk: TinyDisk | undefined): MachineFault[] {
  const diskFaults = disk ? [fullDisk(engine, disk), readOnlyDisk(disk)] : [];
  const hasLimits = spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0;
  return [...diskFaults, ...(hasLimits ? [noHandles(engine)] : [])];
}

function fullDisk({ folder }: EngineProcess, disk: TinyDisk): MachineFault {
  return {
    name: 'full disk',
    begin: async () => {
      await disk.fill();
      // Spare folders could be used without free space, so they are deleted, and the space is filled too.
      const spare = join(folder, 'spare');
      for (const name of await readdir(spare).catch(() => []))
        await rm(join(spare, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
      await disk.fill();
    },
    end: () => disk.empty(),
  };
}

const readOnlyDisk = (disk: TinyDisk): MachineFault => ({
  name: 'read-only disk',
  begin: () => untilDone(() => disk.readOnly(true)),
  end: () => untilDone(() => disk.readOnly(false)),
});

function noHandles(engine: EngineProcess): MachineFault {
  const limit = (files: number): boolean =>
    spawnSync('prlimit', ['--pid', String(engine.pid), `--nofile=${files}:`], { stdio: 'ignore' }).status === 0;
  return {
    name: 'no file handles',
    begin: () => untilDone(() => limit(limitWithFree(engine.pid, FREE_HANDLES))),
    end: () => untilDone(() => limit(ENOUGH_HANDLES)),
  };
}

/** Returns the limit of open files that leaves a process `free` file handles. */
function limitWithFree(pid: number, free: number): number {
  const used = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let limit = 0;
  for (let remaining = free; remaining > 0; limit += 1) if (!used.has(limit)) remaining -= 1;
  return limit;
}

/** Repeats an attempt until it succeeds: a disk cannot become read-only while a file on it is open for writing. */
async function untilDone(attempt: () => boolean): Promise<void> {
  for (let tries = 0; !attempt(); tries += 1) {
    if (tries > 200) throw new Error('The fault could not be started or ended within 4 s.');
    await wait(20);
  }
}
