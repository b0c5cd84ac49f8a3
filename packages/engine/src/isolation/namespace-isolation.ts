/**
 * Isolation by kernel namespaces, for an engine that is not root: a run sees only its own processes and its own temporary folders, and neither the home
 * folder of the engine's user nor the engine's files. bubblewrap sets this up if it is installed, else `unshare` and `mount` of util-linux, which are
 * slower.
 */
import { access, realpath } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { Command } from '../bundles/command.ts';
import { findProgram } from '../program/find-program.ts';
import type { ProcessInfo, Sweeper } from '../program/process-table.ts';
import { succeeds } from '../program/waiting.ts';
import type { RunFolder } from '../folders/run-folder.ts';
import { type Isolation, NO_ACCESS, type RunAccess, tableBoundary, withUmask } from './boundary.ts';

/** The folders that differ from the read-only view of the machine. All are absolute paths. */
export type View = {
  /** Folders that are empty for runs. */
  hidden: readonly string[];
  /** Folders that runs can read although they are within hidden ones. */
  readable: readonly string[];
  /** Folders that runs can write. */
  writable: readonly string[];
};

/** Folders that are private to each run and empty at first. */
const PRIVATE = ['/tmp', '/var/tmp', '/dev/shm'];
/** Candidates for the staging folder: it holds the visible folders while the hidden ones are covered. */
const STAGING_FOLDERS = ['/tmp', '/var/tmp', '/mnt', '/media', '/srv'];
/** This folder has the sockets of services. Through some of them, a task could have other programs of the user run commands. */
const SOCKETS = '/run';
/** Folders to which /etc/resolv.conf may link. */
const NAME_SERVERS = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager'];

/** A way to start a command within namespaces. */
type Sandbox = { note: string; args: (view: View, run: RunFolder, command: Command) => string[] };

/**
 * The view of the runs of this engine. `hide` are further folders to hide, such as the home folder of the server; `taskFolders` are those that every task
 * may write.
 */
export async function viewOf(
  folder: string,
  options: { hide: readonly string[]; taskFolders: readonly string[]; javas: readonly string[] },
): Promise<View> {
  const home = [homedir(), ...accountHome()].filter((one) => one !== '/' && one !== '');
  const hidden = (await existing([...home, SOCKETS, ...options.hide, folder])).filter(
    (one) => !PRIVATE.some((other) => isWithin(one, other)),
  );
  // Each of them costs a mount, so those that runs see anyway are left out.
  const javas = options.javas.filter((one) => [...hidden, ...PRIVATE].some((other) => isWithin(one, other)));
  const readable = [dirname(process.execPath), ...javas, ...NAME_SERVERS];
  return {
    hidden,
    readable: await existing(readable),
    writable: options.taskFolders.map((one) => resolve(one)),
  };
}

/** The view of a run: it writes the folders that it shares, and those of other workspaces look empty. */
const viewOfRun = (view: View, { folders, closed }: RunAccess): View =>
  folders.length + closed.length === 0
    ? view
    : { ...view, hidden: [...view.hidden, ...closed.filter((one) => !isCovered(view, one))], writable: [...view.writable, ...folders] };

/** The view of a run that may read the class data archive of its Java, in its folder. */
const withArchive = (view: View, { classData }: Command): View =>
  classData?.file === undefined ? view : { ...view, readable: [...view.readable, dirname(classData.file)] };

/** Whether a folder is within a hidden one already. */
const isCovered = ({ hidden }: View, folder: string): boolean => [...PRIVATE, ...hidden].some((one) => isWithin(folder, one));

/** Whether runs see a folder: it is not within a hidden one, or it is within a readable or writable one. */
async function isVisible(view: View, folder: string): Promise<boolean> {
  const path = await realpath(folder).catch(() => undefined);
  if (path === undefined) return false;
  const isIn = (folders: readonly string[]): boolean => folders.some((one) => isWithin(path, one));
  return !isIn([...view.hidden, ...PRIVATE]) || isIn([...view.readable, ...view.writable]);
}

/** The home folder of the user's account, which may differ from HOME. A container may run as a user without an account. */
function accountHome(): string[] {
  try {
    return [userInfo().homedir];
  } catch {
    return [];
  }
}

/** The isolations by namespaces for which this machine has the programs, the best first. */
export async function namespaceIsolations(
  folder: string,
  view: View,
  { path, sweeper }: { path: string; sweeper: Sweeper },
): Promise<Isolation[]> {
  // Resolve links: the folder of a link may be hidden when the program is needed.
  const find = async (name: string): Promise<string | undefined> => {
    const found = await findProgram(name, path);
    return found === undefined ? undefined : realpath(found);
  };
  const [bubblewrap, unshare, setpriv, mount, mkdir] = await Promise.all(['bwrap', 'unshare', 'setpriv', 'mount', 'mkdir'].map(find));
  const sandboxes: Sandbox[] = [];
  if (bubblewrap) sandboxes.push({ note: 'namespaces, set up by bubblewrap', args: (...all) => bubblewrapArguments(bubblewrap, ...all) });
  if (unshare && setpriv && mount && mkdir) {
    const programs = { unshare, setpriv, mount, mkdir };
    sandboxes.push({ note: 'namespaces, set up by unshare', args: (...all) => unshareArguments(programs, ...all) });
  }
  return sandboxes.map(({ note, args }) => ({
    kind: 'namespace',
    note,
    runs: join(folder, 'runs'),
    spare: join(folder, 'spare'),
    node: process.execPath,
    canReach: (one) => isVisible(view, one),
    open: (run, access = NO_ACCESS) =>
      tableBoundary(run, sweeper, {
        wrap(command) {
          const seen = withArchive(viewOfRun(view, access), command);
          const [program = '', ...rest] = args(seen, run, withUmask(command, access));
          return { ...command, command: program, arguments: rest };
        },
        members: taskProcesses,
      }),
  }));
}

/**
 * The processes of the task itself. The first process of the group and its child set up the namespaces; if they ended, the kernel would kill the whole run
 * at once, without the grace period of the task.
 */
function taskProcesses(group: number, tree: readonly ProcessInfo[]): readonly ProcessInfo[] {
  const isOuter = (one: ProcessInfo): boolean => one.pid === group || one.parent === group;
  return tree.filter((one) => one.group === group && !isOuter(one));
}

function bubblewrapArguments(program: string, view: View, run: RunFolder, { command, arguments: args, folder }: Command): string[] {
  const namespaces = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--die-with-parent'];
  const system = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  const empty = [...PRIVATE, ...view.hidden].flatMap((path) => ['--tmpfs', path]);
  const shown = shownFolders(view).flatMap(({ path, writable }) => [writable ? '--bind' : '--ro-bind', path, path]);
  const own = ['--bind', run.work, run.work, '--chdir', folder];
  return [program, ...namespaces, ...system, ...empty, ...shown, ...own, '--', command, ...args];
}

/**
 * The arguments of the script are the ids of user and group, the programs, the lists of folders (one per line), and the command. Visible folders within
 * hidden ones are bound to the staging folder while the others are hidden. The last two programs drop the rights over these namespaces, so that the task
 * cannot undo the setup.
 */
const SCRIPT = `set -e
user=$1 group=$2 unshare=$3 setpriv=$4 mount=$5 mkdir=$6
shift 6
folder=$1 stage=$2 private=$3 hidden=$4 shown=$5
shift 5
"$mount" -t proc proc /proc
"$mount" -t tmpfs tmpfs "$stage"
IFS='
'
number=0
for line in $shown; do
  number=$((number + 1))
  "$mkdir" "$stage/$number"
  "$mount" --rbind "\${line#??}" "$stage/$number"
done
for path in $private; do [ "$path" = "$stage" ] || "$mount" -t tmpfs -o mode=1777 tmpfs "$path"; done
for path in $hidden; do "$mount" -t tmpfs tmpfs "$path"; done
number=0
for line in $shown; do
  number=$((number + 1))
  "$mkdir" -p "\${line#??}"
  "$mount" --rbind "$stage/$number" "\${line#??}"
  case $line in r*) "$mount" -o remount,bind,ro "\${line#??}" ;; esac
done
"$mount" -t tmpfs -o mode=1777 tmpfs "$stage"
unset IFS
cd "$folder"
"$unshare" --user "--map-user=$user" "--map-group=$group" "$setpriv" --no-new-privs --inh-caps=-all "$@" || exit $?
`;

function unshareArguments(
  { unshare, setpriv, mount, mkdir }: Record<'unshare' | 'setpriv' | 'mount' | 'mkdir', string>,
  view: View,
  run: RunFolder,
  { command, arguments: args, folder }: Command,
): string[] {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  // Without bubblewrap the rest of the machine stays writable as its permissions allow, so at least the engine's program is bound read-only.
  const program = { path: resolve(import.meta.dirname, '../../../..'), writable: false };
  const shown = [program, ...shownFolders(view), { path: run.work, writable: true }];
  const stage = STAGING_FOLDERS.find((one) => !shown.some(({ path }) => isWithin(path, one))) ?? '/tmp';
  const lists = [
    stage,
    PRIVATE.join('\n'),
    view.hidden.join('\n'),
    shown.map(({ path, writable }) => `${writable ? 'w' : 'r'} ${path}`).join('\n'),
  ];
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--ipc', '--fork', '--kill-child'];
  const script = ['/bin/sh', '-c', SCRIPT, 'millrace-sandbox', String(user), String(group), unshare, setpriv, mount, mkdir];
  return [unshare, ...namespaces, ...script, folder, ...lists, command, ...args];
}

function shownFolders(view: View): { path: string; writable: boolean }[] {
  return [...view.readable.map((path) => ({ path, writable: false })), ...view.writable.map((path) => ({ path, writable: true }))];
}

/** The folders that exist, without those within others of them. */
async function existing(folders: readonly string[]): Promise<string[]> {
  const unique = [...new Set(folders.map((one) => resolve(one)))];
  const found = await Promise.all(unique.map((one) => succeeds(access(one))));
  const real = unique.filter((_, index) => found[index]);
  return real.filter((one) => !real.some((other) => other !== one && isWithin(one, other)));
}

const isWithin = (path: string, folder: string): boolean => !relative(folder, path).startsWith('..');
