/** Tests whether this machine can start a run: it writes a file, opens files and starts a process, as each run does. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PASSABLE } from '../folders/run-files.ts';
import type { Isolation } from '../isolation/boundary.ts';
import { codeOf } from '../program/faults.ts';
import { type Illness, illnessOfCode } from './run-faults.ts';

/** More than a small run writes. */
const BYTES = 2 ** 20;
/** More than the engine opens for a run: two pipes, its files and a connection. */
const HANDLES = 16;

/** Writes in the folder of runs, which it creates if it is missing, opens files there and starts a process; returns the illness, if there is one. */
export async function testMachine({ runs, kind }: Pick<Isolation, 'runs' | 'kind'>): Promise<Illness | undefined> {
  try {
    await mkdir(runs, { recursive: true, mode: 0o700 });
    if (kind === 'user') await chmod(runs, PASSABLE);
  } catch (error) {
    return illnessOfCode(codeOf(error) ?? 'UNKNOWN');
  }
  const [storage, process] = await Promise.all([testStorage(runs), testProcess()]);
  return storage ?? process;
}

/** Writes in a folder and opens files there; returns the illness, if there is one. */
export async function testStorage(runs: string): Promise<Illness | undefined> {
  let folder: string | undefined;
  const handles: FileHandle[] = [];
  try {
    folder = await mkdtemp(join(runs, 'self-test-'));
    for (let number = 0; number < HANDLES; number += 1) handles.push(await open(join(folder, String(number)), 'wx', 0o600));
    const [first] = handles;
    // Random bytes, because a file system may compress others and so need less space.
    await first?.writeFile(randomBytes(BYTES));
    // Some file systems report only at this call that there is no space.
    await first?.sync();
    return undefined;
  } catch (error) {
    return illnessOfCode(codeOf(error) ?? 'UNKNOWN');
  } finally {
    await Promise.all(handles.map((one) => one.close().catch(() => undefined)));
    if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** A missing shell is not an illness: only a reason that keeps every process from starting is one. */
async function testProcess(): Promise<Illness | undefined> {
  try {
    const child = spawn('/bin/sh', ['-c', ':'], { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
    await once(child, 'exit');
    return undefined;
  } catch (error) {
    const code = codeOf(error) ?? 'UNKNOWN';
    return ['ENOENT', 'EACCES'].includes(code) ? undefined : illnessOfCode(code);
  }
}
