/** The user as which the embedded PostgreSQL runs, and the files of this user. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { lchown, lstat, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../core/base/start-error.ts';
import { type Binaries, copyBinaries, linkLibraries } from './binaries.ts';

/** The user that owns the files of the database, and the command prefix with which its programs are started. */
export type RunAs = {
  readonly way: 'this user' | 'other user' | 'user namespace' | 'other user with file rights';
  readonly owner: { readonly uid: number; readonly gid: number };
  readonly switchUser: boolean;
  readonly prefix: readonly string[];
};

/** The environment of every program of the database. It contains no variable of Millrace, so that no setting and no secret reaches them. */
export const plainEnvironment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' } as const;

/**
 * Decides how PostgreSQL can run on this machine, and copies its programs where it could not run from their place; returns where they are now.
 * PostgreSQL refuses to run as root. Root starts it in the first of these ways that works:
 * - as an unprivileged user, if that user can reach the folder (the programs are copied if only they are out of reach);
 * - in a user namespace, in which the files of root appear as those of that user (for a home below a folder that only root may enter);
 * - as that user with the capability to ignore file permissions (if namespaces are forbidden, as in most containers).
 */
export async function chooseRunAs(folder: string, packaged: Binaries): Promise<{ runAs: RunAs; binaries: Binaries }> {
  const runtime = join(dirname(folder), 'runtime');
  const linked = await linkLibraries(packaged);
  const binaries = linked ? packaged : await copyBinaries(packaged, runtime);
  const { uid, gid } = await stat(folder);
  const self = process.getuid?.() ?? uid;

  if (self !== 0) {
    if (uid !== self) {
      throw new StartError(
        `The database in ${folder} belongs to user ${uid}, and this is user ${self}: start Millrace as that user, or set MILLRACE_HOME to another folder.`,
      );
    }
    return { runAs: { way: 'this user', owner: { uid, gid }, switchUser: false, prefix: [] }, binaries };
  }

  const nobody = findNobody();
  // A folder of an ordinary user keeps its owner, because that user may start Millrace the next time.
  const user = uid === 0 ? nobody : { uid, gid };
  const other: RunAs = { way: 'other user', owner: user, switchUser: true, prefix: [] };
  if (works(other, ['/bin/sh', '-c', 'cd "$1"', 'sh', dirname(folder)])) {
    if (works(other, [join(binaries.folder, 'bin/postgres'), '--describe-config'])) return { runAs: other, binaries };
    const copy = await copyBinaries(packaged, runtime);
    if (works(other, [join(copy.folder, 'bin/postgres'), '--describe-config'])) return { runAs: other, binaries: copy };
  }
  for (const runAs of [inNamespace(nobody), withFileRights(nobody)]) {
    if (works(runAs, [join(binaries.folder, 'bin/postgres'), '--describe-config'])) return { runAs, binaries };
  }
  throw new StartError(
    `PostgreSQL does not run as root, and user ${nobody.uid} cannot reach ${folder}: set MILLRACE_HOME to a folder that other users may enter, or start Millrace as an ordinary user.`,
  );
}

const inNamespace = ({ uid, gid }: { uid: number; gid: number }): RunAs => ({
  way: 'user namespace',
  owner: { uid: 0, gid: 0 },
  switchUser: false,
  prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`],
});

const withFileRights = ({ uid, gid }: { uid: number; gid: number }): RunAs => ({
  way: 'other user with file rights',
  owner: { uid, gid },
  switchUser: false,
  prefix: [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    // Without this bit, access(), by which PostgreSQL finds its own programs, ignores the capability.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
  ],
});

/** Turns a command into arguments of `spawn`. */
export function commandAs(
  runAs: RunAs,
  command: readonly string[],
): { file: string; args: string[]; options: { uid?: number; gid?: number } } {
  const [file = '', ...args] = [...runAs.prefix, ...command];
  return { file, args, options: runAs.switchUser ? runAs.owner : {} };
}

function works(runAs: RunAs, command: readonly string[]): boolean {
  const { file, args, options } = commandAs(runAs, command);
  return spawnSync(file, args, { ...options, env: plainEnvironment, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** Finds the user `nobody`. PostgreSQL runs only as a user in the list of accounts, and common systems list this one. */
function findNobody(): { uid: number; gid: number } {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'nobody') ?? accounts.find(([, , uid]) => uid === '65534');
  const [uid, gid] = [Number(account?.[2]), Number(account?.[3])];
  if (uid > 0 && gid > 0) return { uid, gid };
  throw new StartError(
    'PostgreSQL does not run as root, and there is no user "nobody" to run it: add one, start Millrace as an ordinary user, or set DATABASE_URL.',
  );
}

/**
 * Makes the user of the database the owner of a folder and its content, if the last start ran as another user. The folder itself is changed last, so
 * that the next start repeats an interrupted change.
 */
export async function changeOwner({ uid, gid }: RunAs['owner'], path: string): Promise<void> {
  if ((await lstat(path)).uid === uid) return;
  await changeOwnerOfAll(uid, gid, path);
}

async function changeOwnerOfAll(uid: number, gid: number, path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    await (entry.isDirectory() ? changeOwnerOfAll(uid, gid, inner) : lchown(inner, uid, gid));
  }
  await lchown(path, uid, gid);
}

/** Writes a file atomically that only the user of the database can read. */
export async function writeOwned({ uid, gid }: RunAs['owner'], path: string, text: string): Promise<void> {
  const newPath = `${path}.new`;
  const file = await open(newPath, 'w', 0o600);
  try {
    if (process.getuid?.() === 0) await file.chown(uid, gid);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(newPath, path);
}
