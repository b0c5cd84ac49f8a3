import { chmod, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isSame, killTree, startOf } from './kill-tree.ts';
import { messageOf, type OwnLog } from './own-log.ts';
import { OWNER, type Owner, ownerText, type RunPlace } from './run-place.ts';
import { keeperOf } from './spare-places.ts';

/** The places of one run. */
export type RunFolder = {
  /** Name of the folder, and the mark of the run's processes. */
  mark: string;
  path: string;
  bundle: string;
  resources: string;
  home: string;
  temporary: string;
  /** JSON with the parameters. */
  context: string;
  /** Parameters as a job archive reads them. */
  contextFile: string;
  report: string;
  unsentLog: string;
};

/** The places of the run of an execution under a fence; the fence is in the name, as an execution can come back while its older run is still ending. */
export function runFolder(runs: string, executionId: string, fence: number): RunFolder {
  const mark = `${executionId}-${fence}`;
  const path = join(runs, mark);
  return {
    mark,
    path,
    bundle: join(path, 'bundle'),
    resources: join(path, 'resources'),
    home: join(path, 'home'),
    temporary: join(path, 'tmp'),
    context: join(path, 'context.json'),
    contextFile: join(path, 'context-parameters'),
    report: join(path, 'report.jsonl'),
    unsentLog: join(path, 'unsent-log'),
  };
}

/** Makes the folder of a run, closed to other users, for a bundle that is unpacked into it. */
export async function makeRunFolder(run: RunFolder): Promise<void> {
  await mkdir(run.path, { mode: 0o700 });
  await writeFile(join(run.path, OWNER), ownerText(thisProgram()), { mode: 0o600, flag: 'wx' });
  await Promise.all([mkdir(run.home, { mode: 0o700 }), mkdir(run.temporary, { mode: 0o700 })]);
}

/**
 * The folder of a run with its bundle, to be made when it starts.
 * @rule bundles.run.folder
 */
export function runPlace(run: RunFolder, context: string, bundle: Pick<RunPlace, 'key' | 'folders' | 'files'>): RunPlace {
  const inner = (path: string): string => relative(run.path, path);
  return {
    root: run.path,
    key: bundle.key,
    folders: [run.home, run.temporary, run.bundle, ...bundle.folders].map(inner),
    files: bundle.files.map((file) => ({ ...file, path: inner(file.path) })),
    context: { path: inner(run.context), content: context },
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
  await killTree(survives ? owner.group : undefined, new Set([mark]));
  return survives;
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
