import { chmod, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSame, killTree, startOf } from './kill-tree.ts';
import { messageOf, type OwnLog } from './own-log.ts';

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

type Owner = { agent: number; agentStart?: string; group?: number; groupStart?: string };

const OWNER = 'owner.json';

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

/**
 * Makes the folder of a run, closed to other users.
 * @rule bundles.run.folder
 */
export async function makeRunFolder(run: RunFolder): Promise<void> {
  await mkdir(run.path, { mode: 0o700 });
  await Promise.all([mkdir(run.home, { mode: 0o700 }), mkdir(run.temporary, { mode: 0o700 }), recordOwner(run)]);
}

/** Writes down who runs here, for an engine that finds the folder after a crash. */
export async function recordOwner(run: RunFolder, group?: number): Promise<void> {
  const owner: Owner = { agent: process.pid, ...(group !== undefined && { group }) };
  const [agentStart, groupStart] = await Promise.all([startOf(process.pid), group === undefined ? undefined : startOf(group)]);
  if (agentStart) owner.agentStart = agentStart;
  if (groupStart) owner.groupStart = groupStart;
  await writeFile(join(run.path, OWNER), JSON.stringify(owner), { mode: 0o600 });
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
    if (owner && owner.agent !== process.pid && (await isSame(owner.agent, owner.agentStart))) continue;
    const survives = owner?.group !== undefined && (await isSame(owner.group, owner.groupStart));
    await killTree(survives ? owner.group : undefined, new Set([mark]));
    await removeRunFolder(join(runs, mark), log);
    log('warn', 'Removed what a run of an earlier engine program left', { run: mark, killed: survives });
  }
}

async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(join(path, OWNER), 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}
