import { mkdir, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clearLeftovers, clearSpares } from '../folders/leftover-runs.ts';
import { giveFolderToUser, makeRunFolder, runFolder } from '../folders/run-folder.ts';
import type { Spawner } from '../processes/spawner.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { Sweeper } from '../program/process-table.ts';
import { type Isolation, type IsolationKind, NO_ACCESS, tableBoundary, withUmask } from './boundary.ts';
import { namespaceIsolations, viewOf } from './namespace-isolation.ts';
import { reachablePath } from './reachable-path.ts';
import { type Listed, defaultUserRange, type UserRange } from './run-access.ts';
import { userFolders, userIsolation } from './user-isolation.ts';

/**
 * Tests the actions that a task must not be able to perform, and those that it must. Each line of output is a problem. The engine's process id is used
 * only in the engine's own PID namespace, because in another one it means another process.
 */
const SCRIPT = String.raw`
[ -r "$1" ] && echo "tasks could read the files of the engine"
if [ "$(readlink /proc/self/ns/pid)" = "$5" ]; then
  [ -r "/proc/$2/environ" ] && echo "tasks could read the memory of the engine"
  kill -0 "$2" 2>/dev/null && echo "tasks could signal the engine"
fi
[ -x "$3" ] || echo "tasks cannot reach $3"
(: > "$4/probe") 2>/dev/null || echo "tasks cannot write their own folder"
exit 0
`;

/** Starts a small task to test the isolation. Returns the problems as a text for people, or undefined if there are none. */
async function probeIsolation(isolation: Isolation, engine: { folder: string; spawner: Spawner }): Promise<string | undefined> {
  const secret = join(engine.folder, `probe-${crypto.randomUUID()}`);
  const run = runFolder(isolation.runs, `probe-${crypto.randomUUID()}`);
  const boundary = isolation.open(run);
  try {
    await writeFile(secret, '', { mode: 0o600, flag: 'wx' });
    await makeRunFolder(run);
    await giveFolderToUser(run, boundary.user);
    const processes = await readlink('/proc/self/ns/pid');
    const args = ['-c', SCRIPT, 'probe', secret, String(process.pid), isolation.node, run.work, processes];
    const command = boundary.wrap({ command: '/bin/sh', arguments: args, folder: run.work, variables: {}, notes: [] });
    let output = '';
    const started = await engine.spawner.start({
      command: command.command,
      arguments: command.arguments,
      folder: command.folder,
      environment: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
      ...(boundary.user !== undefined && { user: boundary.user }),
      onOutput: (_type, bytes) => void (output += Buffer.from(bytes).toString()),
    });
    const { code, signal } = await started.exited;
    await started.closed;
    await started.end();
    await boundary.clear(started.pid);
    const problems = output.trim().replaceAll('\n', '; ');
    if (problems !== '') return problems;
    return code === 0 ? undefined : `its first program ended with ${signal ?? `exit code ${code}`}`;
  } catch (error) {
    return messageOf(error);
  } finally {
    boundary.close();
    await rm(secret, { force: true });
    await rm(run.path, { recursive: true, force: true });
  }
}

/** The settings of isolation. */
export type IsolationSettings = {
  /** The required kind; by default the best one that works. */
  kind?: IsolationKind;
  users?: UserRange;
  /** Folders of the machine that tasks may write; only for isolation by namespaces. */
  taskFolders?: readonly string[];
  /** Folders that the runs of one workspace, or of all, share; and users of the machine as which these may run. */
  sharedFolders?: readonly Listed[];
  runAs?: readonly Listed[];
  /** Folders that tasks must not see; only for isolation by namespaces. */
  hide?: readonly string[];
  /** The name of the boundary, such as a pod, that isolates this whole program with its only task; then the task gets no boundary of its own. */
  within?: string;
};

/** The parts of the engine that isolation uses. */
type IsolationEngine = {
  folder: string;
  environment: NodeJS.ProcessEnv;
  spawner: Spawner;
  sweeper: Sweeper;
  log: OwnLog;
  /** The home folders of Javas, which tasks may read. */
  javas: readonly string[];
};

/**
 * Finds the best isolation that works on this machine, by trying it: users if the engine runs as root, else namespaces. Where none works, tasks are not
 * isolated, and the log says so. Rejects if the settings require a kind that does not work. With `within`, nothing is tried.
 */
async function chooseIsolation(settings: IsolationSettings, engine: IsolationEngine): Promise<Isolation> {
  // The boundary around this program isolates its only task, as namespaces would.
  if (settings.within !== undefined) return { ...withoutIsolation(engine, settings.within), kind: 'namespace' };
  /** A set, because several candidates of one kind can fail for the same reason. */
  const reasons = new Set<string>();
  for await (const candidate of candidates(settings, engine)) {
    const fault = await probeIsolation(candidate, engine);
    if (fault === undefined) return logged(candidate, engine.log);
    reasons.add(`${candidate.note}: ${fault}`);
  }
  if (settings.kind && settings.kind !== 'none') {
    const why = [...reasons].join('. ') || untried(settings.kind);
    throw new Error(`Tasks cannot be isolated by "${settings.kind}", which MILLRACE_ENGINE_ISOLATION requires: ${why}`);
  }
  const note =
    settings.kind === 'none' ? 'MILLRACE_ENGINE_ISOLATION is none' : [...reasons].join('. ') || 'this system has no way to isolate them';
  return logged(withoutIsolation(engine, note), engine.log);
}

/** Why no isolation of a kind was tried. */
const untried = (kind: 'user' | 'namespace'): string =>
  kind === 'user'
    ? 'this engine is not root on Linux'
    : process.getuid?.() === 0
      ? 'namespaces do not isolate an engine that is root: run it as another user, or do not set the kind'
      : 'this system is not Linux, or lacks bubblewrap and the programs of util-linux';

async function* candidates(
  { kind, users, taskFolders = [], hide = [] }: IsolationSettings,
  engine: IsolationEngine,
): AsyncGenerator<Isolation, void, void> {
  if (process.platform !== 'linux') return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && (kind === undefined || kind === 'user')) {
    const range = users ?? defaultUserRange();
    for await (const folders of userFolders(engine.folder))
      yield userIsolation(folders, { spawner: engine.spawner, sweeper: engine.sweeper, range });
  }
  // Namespaces do not isolate root: it stays root within them and could reach hidden files in other ways.
  if (isRoot || (kind !== undefined && kind !== 'namespace')) return;
  await mkdir(join(engine.folder, 'runs'), { recursive: true, mode: 0o700 });
  const view = await viewOf(engine.folder, { taskFolders, hide, javas: engine.javas });
  yield* await namespaceIsolations(engine.folder, view, { path: engine.environment['PATH'] ?? '/usr/bin:/bin', sweeper: engine.sweeper });
}

function withoutIsolation({ folder, sweeper }: IsolationEngine, note: string): Isolation {
  const folders = { runs: join(folder, 'runs'), spare: join(folder, 'spare') };
  const open: Isolation['open'] = (run, access = NO_ACCESS) => ({
    ...tableBoundary(run, sweeper),
    wrap: (command) => withUmask(command, access),
  });
  return { kind: 'none', note, ...folders, node: process.execPath, canReach: async () => true, open };
}

function logged(isolation: Isolation, log: OwnLog): Isolation {
  const { kind, note, runs } = isolation;
  if (kind !== 'none') log('info', 'Tasks are isolated', { isolation: kind, by: note, runs });
  else {
    log('error', 'Tasks are NOT isolated: each of them can read the credential of this engine and the data of every other task', {
      reason: note,
    });
  }
  return isolation;
}

/** The isolation of an engine: `path` is the PATH of tasks; `close`, called when the engine ends, kills the processes that runs have left. */
export type OpenIsolation = Isolation & { path: string; close: () => Promise<void> };

/**
 * Chooses the isolation of a starting engine, which may be none, and removes the runs and spares that an earlier program has left. Throws if the kind that
 * the settings require does not work.
 */
export async function openIsolation(settings: IsolationSettings, engine: Omit<IsolationEngine, 'sweeper'>): Promise<OpenIsolation> {
  const { folder, spawner, log } = engine;
  const sweeper = new Sweeper();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isolation = await chooseIsolation(settings, { ...engine, sweeper });
  const { runs, spare } = isolation;
  // With another isolation, an earlier program may have had its runs in the folder of the engine.
  for (const runsFolder of new Set([runs, join(folder, 'runs')])) await clearLeftovers(runsFolder, log);
  await clearSpares(spare, log);
  spawner.keepFolders(spare);
  return {
    ...isolation,
    path: await reachablePath(engine.environment['PATH'] ?? '', isolation, log),
    async close() {
      await sweeper.sweep();
      await isolation.close?.();
    },
  };
}
