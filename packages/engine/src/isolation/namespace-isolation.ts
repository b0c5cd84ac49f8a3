/**
 * Isolation by namespaces of the kernel, for an engine without the rights of root: a run sees processes of its own only, folders for temporary files of
 * its own, and neither the home folder of the engine's user nor the engine's files. bubblewrap sets that up where it is installed, else the programs
 * `unshare` and `mount` of util-linux, which take longer.
 */
import { access, realpath } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { type Command, findProgram } from '../bundles/command.ts';
import type { ProcessInfo, Sweeper } from '../kill-tree.ts';
import type { RunFolder } from '../run-folder.ts';
import { type Isolation, tableBoundary } from './boundary.ts';

/** What runs see of the machine beside its read-only rest. All are absolute paths. */
export type View = {
  /** Folders that look empty. */
  hidden: readonly string[];
  /** Folders that can be read although they lie in hidden ones. */
  readable: readonly string[];
  /** Folders that can be written. */
  writable: readonly string[];
};

/** Folders that each run has for itself, empty at first. */
const PRIVATE = ['/tmp', '/var/tmp', '/dev/shm'];
/** Empty folders, one of which holds the folders that are shown while others are hidden. */
const STAGES = ['/tmp', '/var/tmp', '/mnt', '/media', '/srv'];
/** Sockets of services lie here, among them those by which other programs of the user can be told to start something. */
const SOCKETS = '/run';
/** Where the list of name servers may really lie. */
const NAME_SERVERS = ['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager'];

/** A way to start a command within namespaces. */
type Sandbox = { note: string; words: (view: View, run: RunFolder, command: Command) => string[] };

/** What runs of this engine see. `hide` are further folders to hide, such as the home folder of the server; `share` those that tasks may write. */
export async function viewOf(
  folder: string,
  options: { hide: readonly string[]; share: readonly string[]; java?: string | undefined },
): Promise<View> {
  const home = [homedir(), ...accountHome()].filter((one) => one !== '/' && one !== '');
  const readable = [dirname(process.execPath), ...(options.java ? [options.java] : []), ...NAME_SERVERS];
  return {
    hidden: (await present([...home, SOCKETS, ...options.hide, folder])).filter((one) => !PRIVATE.some((other) => isWithin(one, other))),
    readable: await present(readable),
    writable: options.share.map((one) => resolve(one)),
  };
}

/** Whether runs see a folder: it lies in no hidden one, or in one that is shown in spite of that. */
async function shows(view: View, folder: string): Promise<boolean> {
  const path = await realpath(folder).catch(() => undefined);
  if (path === undefined) return false;
  const isIn = (folders: readonly string[]): boolean => folders.some((one) => isWithin(path, one));
  return !isIn([...view.hidden, ...PRIVATE]) || isIn([...view.readable, ...view.writable]);
}

/** The home folder among the accounts, which is not always that of the environment; a container may run a user without an account. */
function accountHome(): string[] {
  try {
    return [userInfo().homedir];
  } catch {
    return [];
  }
}

/** The ways to set namespaces up that this machine has programs for, the best first. */
export async function namespaceIsolations(
  folder: string,
  view: View,
  { path, sweeper }: { path: string; sweeper: Sweeper },
): Promise<Isolation[]> {
  // By their real places: the folder of a link may be hidden when the program is wanted.
  const find = async (name: string): Promise<string | undefined> => {
    const found = await findProgram(name, path);
    return found === undefined ? undefined : realpath(found);
  };
  const [bubblewrap, unshare, setpriv, mount, mkdir] = await Promise.all(['bwrap', 'unshare', 'setpriv', 'mount', 'mkdir'].map(find));
  const sandboxes: Sandbox[] = [];
  if (bubblewrap) sandboxes.push({ note: 'namespaces, set up by bubblewrap', words: (...all) => bubblewrapWords(bubblewrap, ...all) });
  if (unshare && setpriv && mount && mkdir) {
    const programs = { unshare, setpriv, mount, mkdir };
    sandboxes.push({ note: 'namespaces, set up by unshare', words: (...all) => unshareWords(programs, ...all) });
  }
  return sandboxes.map(({ note, words }) => ({
    kind: 'namespace',
    note,
    runs: join(folder, 'runs'),
    spare: join(folder, 'spare'),
    node: process.execPath,
    canReach: (one) => shows(view, one),
    open: (run) =>
      tableBoundary(run, sweeper, {
        wrap(command) {
          const [program = '', ...rest] = words(view, run, command);
          return { ...command, command: program, arguments: rest };
        },
        members: innerMembers,
      }),
  }));
}

/**
 * The processes of the task itself: the first process of the group and its child set up the namespaces, and would take all of the run with them at once,
 * without the time that a task has to end.
 */
function innerMembers(group: number, tree: readonly ProcessInfo[]): readonly ProcessInfo[] {
  const isOuter = (one: ProcessInfo): boolean => one.pid === group || one.parent === group;
  return tree.filter((one) => one.group === group && !isOuter(one));
}

function bubblewrapWords(program: string, view: View, run: RunFolder, { command, arguments: words, folder }: Command): string[] {
  const namespaces = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--die-with-parent'];
  const system = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
  const empty = [...PRIVATE, ...view.hidden].flatMap((path) => ['--tmpfs', path]);
  const shown = shownFolders(view).flatMap(({ path, writable }) => [writable ? '--bind' : '--ro-bind', path, path]);
  const own = ['--bind', run.work, run.work, '--chdir', folder];
  return [program, ...namespaces, ...system, ...empty, ...shown, ...own, '--', command, ...words];
}

/**
 * The script gets the numbers of user and group, the lists of folders, one to a line, and the command. What is to be seen in a hidden folder is held in
 * another folder meanwhile. The last two programs give up the rights over these namespaces, so that the task can undo nothing of this.
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

function unshareWords(
  { unshare, setpriv, mount, mkdir }: Record<'unshare' | 'setpriv' | 'mount' | 'mkdir', string>,
  view: View,
  run: RunFolder,
  { command, arguments: words, folder }: Command,
): string[] {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  // Without bubblewrap the rest of the machine stays as it is; the program itself must not be open to changes.
  const program = { path: resolve(import.meta.dirname, '../../../..'), writable: false };
  const shown = [program, ...shownFolders(view), { path: run.work, writable: true }];
  const stage = STAGES.find((one) => !shown.some(({ path }) => isWithin(path, one))) ?? '/tmp';
  const lists = [
    stage,
    PRIVATE.join('\n'),
    view.hidden.join('\n'),
    shown.map(({ path, writable }) => `${writable ? 'w' : 'r'} ${path}`).join('\n'),
  ];
  const namespaces = ['--user', '--map-root-user', '--mount', '--pid', '--ipc', '--fork', '--kill-child'];
  const script = ['/bin/sh', '-c', SCRIPT, 'millrace-sandbox', String(user), String(group), unshare, setpriv, mount, mkdir];
  return [unshare, ...namespaces, ...script, folder, ...lists, command, ...words];
}

function shownFolders(view: View): { path: string; writable: boolean }[] {
  return [...view.readable.map((path) => ({ path, writable: false })), ...view.writable.map((path) => ({ path, writable: true }))];
}

/** Those that exist, without those that lie within others of them. */
async function present(folders: readonly string[]): Promise<string[]> {
  const unique = [...new Set(folders.map((one) => resolve(one)))];
  const found = await Promise.all(
    unique.map((one) =>
      access(one).then(
        () => true,
        () => false,
      ),
    ),
  );
  const real = unique.filter((_, index) => found[index]);
  return real.filter((one) => !real.some((other) => other !== one && isWithin(one, other)));
}

const isWithin = (path: string, folder: string): boolean => !relative(folder, path).startsWith('..');
