/** What can make the machine of an engine ill, while the engine runs: each begins and ends. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { EngineProcess } from '../packages/server/test/support/engine-process.ts';
import { mountTinyDisk, type TinyDisk } from '../packages/server/test/support/tiny-disk.ts';
import type { Stage } from './stage.ts';

/** Something that keeps every run from beginning on one machine. */
export type Ailment = { name: string; begin(): Promise<void>; end(): Promise<void> };

const DISK_MEGABYTES = 16;
/** Enough for the calls of an engine, too few for the pipes of a run. */
const HANDLES_LEFT = 3;

/** A small disk for the folder of an engine that is to be made there; undefined where this machine does not let us mount one. */
export async function diskFor(stage: Stage, folder: string): Promise<TinyDisk | undefined> {
  await mkdir(folder, { recursive: true });
  const disk = mountTinyDisk(folder, DISK_MEGABYTES);
  if (disk) stage.onEnd(() => disk.unmount());
  return disk;
}

/** What can befall the engine: its disk is full or read-only, where it has one of its own, or it has no file handles. */
export function ailmentsOf(engine: EngineProcess, disk: TinyDisk | undefined): Ailment[] {
  const ofDisk = disk ? [fullDisk(engine, disk), readOnlyDisk(disk)] : [];
  const hasLimits = spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0;
  return [...ofDisk, ...(hasLimits ? [noHandles(engine)] : [])];
}

function fullDisk({ folder }: EngineProcess, disk: TinyDisk): Ailment {
  return {
    name: 'full disk',
    begin: async () => {
      await disk.fill();
      // Folders that are kept for later runs need no room; what they held is filled too.
      const spare = join(folder, 'spare');
      for (const name of await readdir(spare).catch(() => [])) await rm(join(spare, name), { recursive: true, force: true });
      await disk.fill();
    },
    end: () => disk.empty(),
  };
}

const readOnlyDisk = (disk: TinyDisk): Ailment => ({
  name: 'read-only disk',
  begin: () => untilDone(() => disk.readOnly(true)),
  end: () => untilDone(() => disk.readOnly(false)),
});

function noHandles(engine: EngineProcess): Ailment {
  const limit = (files: number): boolean =>
    spawnSync('prlimit', ['--pid', String(engine.pid), `--nofile=${files}:`], { stdio: 'ignore' }).status === 0;
  return {
    name: 'no file handles',
    begin: () => untilDone(() => limit(limitWithFree(engine.pid, HANDLES_LEFT))),
    end: () => untilDone(() => limit(1024)),
  };
}

/** A limit of open files that leaves a process so many. */
function limitWithFree(pid: number, free: number): number {
  const used = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let limit = 0;
  for (let left = free; left > 0; limit += 1) if (!used.has(limit)) left -= 1;
  return limit;
}

/** A disk cannot become read-only while a file on it is open for writing. */
async function untilDone(attempt: () => boolean): Promise<void> {
  for (let tries = 0; !attempt(); tries += 1) {
    if (tries > 200) throw new Error('The machine does not let itself be made ill, or well');
    await wait(20);
  }
}
