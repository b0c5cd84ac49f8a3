import { lchownSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { processStart } from '@millrace/wire/process-identity';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { OWNER, ownerText, PASSABLE, type RunFiles, type RunOwner } from './run-files.ts';

/** The paths of one run. The task can reach the `work` folder; the files beside it belong to the engine. */
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
  /** The parameters in the format that a job archive reads by `--context_file`. */
  parameterFile: string;
  /** A temporary file with the environment of the task, removed when the task begins. */
  environment: string;
  report: string;
  /** The audit lines of a job archive, and the parameters of its components. */
  audit: string;
  lineage: string;
  /** The class data archive of its Java, and the list of the classes that it loads. */
  classArchive: string;
  classList: string;
  unsentLog: string;
};

/** The mark of the run of an execution. It has the fence, because an execution can be claimed again while its older run is still ending. */
export const executionMark = (executionId: string, fence: number): string => `${executionId}-${fence}`;

/** Whether a run is that of an execution, and not one that the engine starts for itself. */
export const isExecutionMark = (mark: string): boolean => /^[\da-f-]{36}-\d+$/.test(mark);

/** The paths of a run. `mark` is its unique name: an `executionMark`, or a name of its own for a run that the engine starts for itself. */
export function runFolder(runs: string, mark: string): RunFolder {
  const path = join(runs, mark);
  // Not by `join`, which makes each path anew from its characters: that was three fifths of the memory that an engine allocates for a run.
  const work = `${path}/work`;
  return {
    mark,
    path,
    work,
    bundle: `${work}/bundle`,
    resources: `${work}/resources`,
    home: `${work}/home`,
    temporary: `${work}/tmp`,
    context: `${work}/context.json`,
    parameterFile: `${work}/context-parameters`,
    environment: `${work}/environment`,
    report: `${work}/report.jsonl`,
    audit: `${work}/audit.json`,
    lineage: `${work}/lineage.json`,
    classArchive: `${work}/job.jsa`,
    classList: `${work}/classes.txt`,
    unsentLog: `${path}/unsent-log`,
  };
}

/** Creates the folder of a run, closed to other users, for a bundle that is unpacked into it. */
export async function makeRunFolder(run: RunFolder): Promise<void> {
  await mkdir(run.path, { mode: 0o700 });
  await writeFile(join(run.path, OWNER), ownerText(thisProgram()), { mode: 0o600, flag: 'wx' });
  await mkdir(run.work, { mode: 0o700 });
  await Promise.all([mkdir(run.home, { mode: 0o700 }), mkdir(run.temporary, { mode: 0o700 })]);
}

/** Makes the user of the run the owner of the work folder and its content, and lets it pass the folder above. Does nothing without a user of the run. */
export async function giveFolderToUser(run: RunFolder, user: number | undefined): Promise<void> {
  if (user === undefined) return;
  await giveFolder(run.work, user);
  await chmod(run.path, PASSABLE);
}

async function giveFolder(folder: string, user: number): Promise<void> {
  // Synchronous calls: through the thread pool each file would take ten times as long.
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveFolder(path, user);
    else lchownSync(path, user, user);
  }
  lchownSync(folder, user, user);
}

/**
 * The folder and the files of a run with its bundle, which the spawner creates at the start.
 * @rule bundles.run.folder
 */
export function runFiles(
  run: RunFolder,
  context: string,
  bundle: Pick<RunFiles, 'key' | 'folders' | 'files'>,
  user: number | undefined,
): RunFiles {
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

let thisOwner: RunOwner | undefined;

/** This program as the owner of its runs. An engine that finds the runs after a crash reads this. */
export function thisProgram(): RunOwner {
  if (thisOwner) return thisOwner;
  const agentStart = processStart(process.pid);
  return (thisOwner = { agent: process.pid, ...(agentStart !== undefined && { agentStart }) });
}

/** Removes the folder of a run or a spare folder, even if a task removed the write permission of folders. Logs a failure in place of throwing it. */
export async function removeRunFolder(path: string, log: OwnLog): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }).catch(async () => {
      await openFolders(path);
      await rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
    });
  } catch (error) {
    log('warn', 'The folder of an ended run could not be removed; the next start of the engine tries again', {
      folder: path,
      reason: messageOf(error),
    });
  }
}

async function openFolders(path: string): Promise<void> {
  // Links are not followed.
  if (!(await lstat(path)).isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await openFolders(join(path, name));
}
