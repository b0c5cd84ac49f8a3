/** What the runs of a killed engine program have left: their processes, their folders, and their spare folders. */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '@millrace/wire/process-identity';
import type { OwnLog } from '../program/own-log.ts';
import { killTree } from '../program/process-table.ts';
import { OWNER, type RunOwner } from './run-files.ts';
import { removeRunFolder } from './run-folder.ts';
import { ownerOfSpares } from './spare-folders.ts';

/** Kills the processes and removes the folders of runs whose engine program was killed. Runs of a living engine stay. */
export async function clearLeftovers(runs: string, log: OwnLog): Promise<void> {
  await mkdir(runs, { recursive: true, mode: 0o700 });
  for (const mark of await readdir(runs)) {
    const owner = await ownerOf(join(runs, mark));
    // The id of this process may have been that of the killed program; this one has no run yet.
    if (owner && owner.agent !== process.pid && isAlive(owner.agent, owner.agentStart)) continue;
    const wasAlive = await killRun(mark, owner);
    await removeRunFolder(join(runs, mark), log);
    log('warn', 'Removed a run that an earlier engine program has left', { run: mark, killed: wasAlive });
  }
}

/** Kills the processes of the runs of a killed agent. The next agent removes the folders. */
export async function killRunsOf(runs: string, { agent, agentStart }: RunOwner): Promise<void> {
  for (const mark of await readdir(runs).catch(() => [])) {
    const owner = await ownerOf(join(runs, mark));
    if (owner?.agent === agent && owner.agentStart === agentStart) await killRun(mark, owner);
  }
}

/** Kills a run. Returns whether its first process was still alive. */
async function killRun(mark: string, owner: RunOwner | undefined): Promise<boolean> {
  // Windows gives the id of an ended process to another one soon, and the engine knows no start times there: it must not kill a stranger.
  const isKnown = process.platform !== 'win32' || owner?.groupStart !== undefined;
  const wasAlive = isKnown && owner?.group !== undefined && isAlive(owner.group, owner.groupStart);
  if (owner?.user !== undefined && owner.user > 0) killUser(owner.user);
  await killTree(wasAlive ? owner.group : undefined, new Set([mark]));
  return wasAlive;
}

/** Kills all processes of a run's user by one system call, made by a shell that runs as this user. */
function killUser(user: number): void {
  if (process.getuid?.() !== 0) return;
  spawnSync('/bin/sh', ['-c', 'kill -KILL -1'], { uid: user, gid: user, env: {}, cwd: '/', stdio: 'ignore' });
}

/** Removes the spare folders of agents that were killed. */
export async function clearSpares(spare: string, log: OwnLog): Promise<void> {
  for (const name of await readdir(spare).catch(() => [])) {
    const owner = ownerOfSpares(name);
    if (owner && owner.pid !== process.pid && isAlive(owner.pid, owner.start)) continue;
    await removeRunFolder(join(spare, name), log);
  }
}

async function ownerOf(path: string): Promise<RunOwner | undefined> {
  try {
    return JSON.parse(await readFile(join(path, OWNER), 'utf8')) as RunOwner;
  } catch {
    return undefined;
  }
}
