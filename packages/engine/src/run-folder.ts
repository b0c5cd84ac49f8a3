import { spawnSync } from 'node:child_process';
import { lchownSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isSame, killTree, startOf } from './kill-tree.ts';
import { messageOf, type OwnLog } from './own-log.ts';
import { OWNER, type Owner, ownerText, PASSABLE, type RunPlace } from './run-place.ts';
import { keeperOf } from './spare-places.ts';

/** The places of one run. The task reaches those in `work`; what lies beside that folder is the engine's. */
export type RunFolder = {
  /** Name of the folder, and the mark of the run's processes. */
  mark: string;
  path: string;
  work: string;
  bundle: string;
  resources: string;
  home: string;
  temporary: string;
  /** JSON with the parameters. */
  context: string;
  /** Parameters as a job archive reads them. */
  contextFile: string;
  /** The environment of the task, for as long as it waits for its first program. */
  environment: string;
  report: string;
  unsentLog: string;
};

/** The places of the run of an execution under a fence; the fence is in the name, as an execution can come back while its older run is still ending. */
export function runFolder(runs: string, executionId: string, fence: number): RunFolder {
  const mark = `${executionId}-${fence}`;
  const path = join(runs, mark);
  const work = join(path, 'work');
  return {
    mark,
    path,
    work,
    bundle: join(work, 'bundle'),
    resources: join(work, 'resources'),
    home: join(work, 'home'),
    temporary: join(work, 'tmp'),
    context: join(work, 'context.json'),
    contextFile: join(work, 'context-parameters'),
    environment: join(work, 'environment'),
    report: join(work, 'report.jsonl'),
    unsentLog: join(path, 'unsent-log'),
  };
}

/** Makes the folder of a run, closed to other users, for a bundle that is unpacked into it. */
export async function makeRunFolder(run: RunFolder): Promise<void> {
  await mkdir(run.path, { mode: 0o700 });
  await writeFile(join(run.path, OWNER), ownerText(thisProgram()), { mode: 0o600, flag: 'wx' });
  await mkdir(run.work, { mode: 0o700 });
  await Promise.all([mkdir(run.home, { mode: 0o700 }), mkdir(run.temporary, { mode: 0o700 })]);
}

/** Gives the work folder with all that was put there to the user of the run; nothing changes where that is the user of the engine. */
export async function giveWork(run: RunFolder, user: number | undefined): Promise<void> {
  if (user === undefined) return;
  await giveFolder(run.work, user);
  await chmod(run.path, PASSABLE);
}

async function giveFolder(folder: string, user: number): Promise<void> {
  // Each folder in one go: a call through the thread pool for each file would take ten times as long.
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveFolder(path, user);
    else lchownSync(path, user, user);
  }
  lchownSync(folder, user, user);
}

/**
 * The folder of a run with its bundle, to be made when it starts.
 * @rule bundles.run.folder
 */
export function runPlace(
  run: RunFolder,
  context: string,
  bundle: Pick<RunPlace, 'key' | 'folders' | 'files'>,
  user: number | undefined,
): RunPlace {
  const inner = (path: string): string => relative(run.path, path);
  return {
    root: run.path,
    key: bundle.key,
    folders: [run.work, run.home, run.temporary, run.bundle, ...bundle.folders].map(inner),
    files: bundle.files.map((file) => ({ ...file, path: inner(file.path) })),
    context: { path: inner(run.context), content: context },
    ...(user !== undefined && { user }),
  };
}

let own: Owner | undefined;

/** This program, as whose its runs are written down for an engine that finds them after a crash. */
export function thisProgram(): Owner {
  if (own) return own;
  const agentStart = startOf(process.pid);
  return (own = { agent: process.pid, ...(agentStart !== undefined && { agentStart }) });
}

/** Removes the folder of a run, also where its task took away the right to write. */
export async function removeRunFolder(path: string, log: OwnLog): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }).catch(async () => {
      await openFolders(path);
      await rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
    });
  } catch (error) {
    log('warn', 'The folder of an ended run could not be removed; the next start tries again', { folder: path, reason: messageOf(error) });
  }
}

async function openFolders(path: string): Promise<void> {
  // Links are not followed: they are removed, not entered.
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await openFolders(join(path, name));
}

/** Ends and removes what an engine left behind that was itself killed. Runs of a living engine stay. */
export async function clearLeftovers(runs: string, log: OwnLog): Promise<void> {
  await mkdir(runs, { recursive: true, mode: 0o700 });
  for (const mark of await readdir(runs)) {
    const owner = await ownerOf(join(runs, mark));
    if (owner && owner.agent !== process.pid && isSame(owner.agent, owner.agentStart)) continue;
    const survives = await killRun(mark, owner);
    await removeRunFolder(join(runs, mark), log);
    log('warn', 'Removed what a run of an earlier engine program left', { run: mark, killed: survives });
  }
}

/** Ends what an agent has started that was killed; its folders are left to the next one. */
export async function killRunsOf(runs: string, { agent, agentStart }: Owner): Promise<void> {
  for (const mark of await readdir(runs).catch(() => [])) {
    const owner = await ownerOf(join(runs, mark));
    if (owner?.agent === agent && owner.agentStart === agentStart) await killRun(mark, owner);
  }
}

/** Whether the first process of the run was still there. */
async function killRun(mark: string, owner: Owner | undefined): Promise<boolean> {
  const survives = owner?.group !== undefined && isSame(owner.group, owner.groupStart);
  if (owner?.user !== undefined && owner.user > 0) killUser(owner.user);
  await killTree(survives ? owner.group : undefined, new Set([mark]));
  return survives;
}

/** Kills all processes of a user of runs, in one call of the kernel; the shell that makes it is one of them. */
function killUser(user: number): void {
  if (process.getuid?.() !== 0) return;
  spawnSync('/bin/sh', ['-c', 'kill -KILL -1'], { uid: user, gid: user, env: {}, cwd: '/', stdio: 'ignore' });
}

/** Removes the folders that an agent kept for later runs and left behind when it was killed. */
export async function clearSpares(spare: string, log: OwnLog): Promise<void> {
  for (const name of await readdir(spare).catch(() => [])) {
    const keeper = keeperOf(name);
    if (keeper && keeper.pid !== process.pid && isSame(keeper.pid, keeper.start)) continue;
    await removeRunFolder(join(spare, name), log);
  }
}

async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(join(path, OWNER), 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}
