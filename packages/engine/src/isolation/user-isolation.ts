/**
 * Isolation by users, for an engine that belongs to root: each run has a user and a group of its own, which own its work folder and nothing else. All of
 * its processes keep that user, so the kernel finds and ends them by it.
 */
import { createHash } from 'node:crypto';
import { chmod, copyFile, link, mkdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { signalGroup } from '../kill-tree.ts';
import type { Spawner } from '../spawner.ts';
import type { Boundary, Isolation } from './boundary.ts';
import { isOpenToAll } from './reachable-path.ts';
import { RunUsers, type UserRange } from './run-users.ts';

/** Where runs lie when the folder of the engine is below one that other users may not enter, such as the home of root. */
const PUBLIC_FOLDERS = ['/var/lib/millrace-tasks', join(tmpdir(), 'millrace-tasks')];

/** Opens isolation by users with the runs in a place that `userPlaces` has named. */
export function userIsolation(place: UserPlace, { spawner, range }: { spawner: Spawner; range: UserRange }): Isolation {
  const users = new RunUsers(range);
  return {
    kind: 'user',
    note: 'each run is a user of its own',
    ...place,
    canReach: isOpenToAll,
    open: () => userBoundary(users, spawner),
    async close() {
      // Those within the folder of the engine are its own; folders that are not empty stay.
      if (place.isOwn) return;
      for (const folder of [place.runs, place.spare, dirname(place.runs)]) await rmdir(folder).catch(() => {});
    },
  };
}

function userBoundary(users: RunUsers, spawner: Spawner): Boundary {
  const user = users.take();
  return {
    user,
    wrap: (command) => command,
    startsOutside: false,
    terminate: (group) => Promise.resolve(void signalGroup(group, 'SIGTERM')),
    kill: () => spawner.killUser(user),
    clear(group) {
      signalGroup(group, 'SIGKILL');
      // The thread that started the run kills its user before it takes the place away.
      return true;
    },
    close: () => users.release(user),
  };
}

/** Folders of runs and a Node program that the users of runs may reach. */
export type UserPlace = Pick<Isolation, 'runs' | 'spare' | 'node'> & { isOwn: boolean };

/**
 * The places that may serve, the best first: the folder of the engine itself, then public ones. They are made on the way; whether the users of runs reach
 * them is for a probe to find out.
 */
export async function* userPlaces(folder: string): AsyncGenerator<UserPlace, void, void> {
  for (const root of [folder, ...PUBLIC_FOLDERS]) {
    const isOwn = root === folder;
    const inner = isOwn ? folder : await ownFolderIn(root, folder);
    const place = { runs: join(inner, 'runs'), spare: join(inner, 'spare'), isOwn };
    const made = await openFolders(isOwn ? [folder, place.runs] : [root, inner, place.runs]).catch(() => undefined);
    if (!made) continue;
    yield { ...place, node: process.execPath };
    // The runtime may lie where root alone can enter.
    const node = await publicNode().catch(() => undefined);
    if (node !== undefined) yield { ...place, node };
    await made.close();
  }
}

/** The folder of one engine in a public folder. */
async function ownFolderIn(root: string, folder: string): Promise<string> {
  const hash = createHash('sha256').update(await realpath(folder));
  return join(root, hash.digest('hex').slice(0, 16));
}

/** Every folder in which the runs of an engine may lie; most of them do not exist. */
export const runFolders = async (folder: string): Promise<string[]> => {
  const inner = await Promise.all(PUBLIC_FOLDERS.map((root) => ownFolderIn(root, folder)));
  return [folder, ...inner].map((one) => join(one, 'runs'));
};

/** Makes folders that other users may pass through but not list; `close` undoes it for those that were closed before. */
async function openFolders(folders: readonly string[]): Promise<{ close: () => Promise<void> }> {
  const changed: { folder: string; mode: number }[] = [];
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: 0o711 });
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

/** A copy of this Node in a public folder, made once for each version and size; a second name of the same file where the file system allows it. */
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
      // The next one may be writable.
    }
  }
  throw new Error('There is no folder for a Node program that other users may run');
}
