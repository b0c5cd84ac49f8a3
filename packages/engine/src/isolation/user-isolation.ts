/**
 * Isolation by users, for an engine that runs as root: each run has its own user and group, which own its work folder and nothing else. No process of the
 * run can change its user, so the kernel can find and kill all of them by their user.
 */
import { createHash } from 'node:crypto';
import { chmod, copyFile, link, mkdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PASSABLE } from '../folders/run-files.ts';
import { signalGroup, type Sweeper } from '../program/process-table.ts';
import type { Spawner } from '../processes/spawner.ts';
import { type Account, type Boundary, type Isolation, NO_ACCESS, type RunAccess, tableBoundary, withUmask } from './boundary.ts';
import { isOpenToAll } from './reachable-path.ts';
import { RunUsers, type UserRange } from './run-access.ts';

/** Folders for runs if other users cannot enter the engine's folder, for example because it is in root's home. */
const PUBLIC_FOLDERS = ['/var/lib/millrace-tasks', join(tmpdir(), 'millrace-tasks')];

/** Opens isolation by users, with the runs in folders that `userFolders` has yielded. */
export function userIsolation(
  candidate: UserFolders,
  { spawner, sweeper, range }: { spawner: Spawner; sweeper: Sweeper; range: UserRange },
): Isolation {
  const users = new RunUsers(range);
  return {
    kind: 'user',
    note: 'each run has a user of its own',
    ...candidate,
    canReach: isOpenToAll,
    open: (run, access = NO_ACCESS) =>
      access.account ? accountBoundary(tableBoundary(run, sweeper), access, access.account) : userBoundary(users, spawner, access),
    async close() {
      // Folders within the engine's folder stay, and so do folders that are not empty.
      if (candidate.isEngineFolder) return;
      for (const folder of [candidate.runs, candidate.spare, dirname(candidate.runs)]) await rmdir(folder).catch(() => {});
    },
  };
}

/** The boundary of a run that has a user of the machine. That user may have other processes, so those of the run are found in the process table. */
const accountBoundary = (table: Boundary, access: RunAccess, { name, user, groups }: Account): Boundary => ({
  ...table,
  user,
  groups: [...new Set([...groups, ...access.groups])],
  account: name,
  wrap: (command) => withUmask(command, access),
});

function userBoundary(users: RunUsers, spawner: Spawner, access: RunAccess): Boundary {
  const user = users.take();
  return {
    user,
    groups: [user, ...access.groups],
    wrap: (command) => withUmask(command, access),
    startsOutside: false,
    terminate: (group) => Promise.resolve(void signalGroup(group, 'SIGTERM')),
    kill: () => spawner.killUser(user),
    clear(group) {
      signalGroup(group, 'SIGKILL');
      // The spawner's thread kills all processes of the user before it removes the folder.
      return true;
    },
    close: () => users.release(user),
  };
}

/** Folders for runs and spares, and a Node program, that the users of runs may reach. */
type UserFolders = Pick<Isolation, 'runs' | 'spare' | 'node'> & { isEngineFolder: boolean };

/**
 * Yields candidate folders, the best first: those in the engine's folder, then public ones. It creates them; the caller has to test whether the users of
 * runs can reach them.
 */
export async function* userFolders(folder: string): AsyncGenerator<UserFolders, void, void> {
  for (const root of [folder, ...PUBLIC_FOLDERS]) {
    const isEngineFolder = root === folder;
    const inner = isEngineFolder ? folder : await ownFolderIn(root, folder);
    const candidate = { runs: join(inner, 'runs'), spare: join(inner, 'spare'), isEngineFolder };
    const opened = await openFolders(isEngineFolder ? [folder, candidate.runs] : [root, inner, candidate.runs]).catch(() => undefined);
    if (!opened) continue;
    yield { ...candidate, node: process.execPath };
    // The Node program may be in a folder that only root can enter.
    const node = await publicNode().catch(() => undefined);
    if (node !== undefined) yield { ...candidate, node };
    await opened.close();
  }
}

/** The folder of one engine within a public folder. */
async function ownFolderIn(root: string, folder: string): Promise<string> {
  const hash = createHash('sha256').update(await realpath(folder));
  return join(root, hash.digest('hex').slice(0, 16));
}

/** All folders that may have runs of an engine; most of them do not exist. */
export const runFolders = async (folder: string): Promise<string[]> => {
  const inner = await Promise.all(PUBLIC_FOLDERS.map((root) => ownFolderIn(root, folder)));
  return [folder, ...inner].map((one) => join(one, 'runs'));
};

/** Creates folders that other users may pass through but not list. `close` restores the modes of folders that were closed before. */
async function openFolders(folders: readonly string[]): Promise<{ close: () => Promise<void> }> {
  const changed: { folder: string; mode: number }[] = [];
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: PASSABLE });
    const { mode, uid } = await stat(folder);
    if (uid !== 0) throw new Error(`${folder} does not belong to root`);
    if ((mode & 0o011) === 0o011) continue;
    changed.push({ folder, mode });
    await chmod(folder, (mode & 0o777) | 0o011);
  }
  return {
    async close() {
      for (const { folder, mode } of changed) await chmod(folder, mode & 0o777);
    },
  };
}

/** A hard link to this Node program in a public folder, or a copy if the file system allows no link; created once for each version and size. */
async function publicNode(): Promise<string> {
  for (const root of PUBLIC_FOLDERS) {
    try {
      const { size } = await stat(process.execPath);
      const program = join(root, `node-${process.versions.node}-${size}`, 'node');
      await openFolders([root, dirname(program)]);
      if (await stat(program).catch(() => undefined)) return program;
      const partial = `${program}.${crypto.randomUUID()}`;
      try {
        await link(process.execPath, partial).catch(() => copyFile(process.execPath, partial));
        await chmod(partial, 0o755);
        await rename(partial, program);
      } finally {
        await rm(partial, { force: true });
      }
      return program;
    } catch {
      // Try the next folder.
    }
  }
  throw new Error('The Node program cannot be copied to a folder that other users may enter');
}
