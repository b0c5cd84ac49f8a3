/**
 * Creates and removes the folder of a run by synchronous system calls, in the spawner's thread. Through the thread pool each call would cost ten times as
 * much, and these calls delay the start of every run.
 */
import {
  chmodSync,
  closeSync,
  constants,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { processStart } from '@millrace/wire/process-identity';
import { codeOf } from '../program/faults.ts';

/** The folders and files that a run finds when it begins. All paths but `root` are relative to it; outer folders come first. */
export type RunFiles = {
  root: string;
  /** Folders with the same key hold the same folders and files. */
  key: string;
  folders: string[];
  files: { path: string; content: Uint8Array; program: boolean }[];
  /** The only file whose content differs between runs of the same key. */
  context: { path: string; content: string };
  /** The user id that owns folders and files; by default that of the engine. */
  user?: number;
};

/**
 * The engine program that a run belongs to, and the process group of the run once it has started. The start times distinguish each from a later process
 * with the same id. `user` is the run's own user id, if it has one.
 */
export type RunOwner = { agent: number; agentStart?: string; group?: number; groupStart?: string; user?: number };

/** Name of the file with the owner of a run folder. */
export const OWNER = 'owner.json';
const OWNER_BYTES = 160;
/** Mode of a folder that other users may pass through but not list. */
export const PASSABLE = 0o711;

/** The content of an owner file. It always has the same length, so that it can be overwritten in place. */
export const ownerText = (owner: RunOwner): string => JSON.stringify(owner).padEnd(OWNER_BYTES);

/** Creates the folder of a run with its files, closed to other users, and gives the files to the user of the run; throws if the folder exists. */
export function makeRunFiles(runFiles: RunFiles, owner: RunOwner): void {
  const { root, folders, files, context } = runFiles;
  mkdirSync(root, { mode: 0o700 });
  writeNew(join(root, OWNER), ownerText(owner));
  for (const folder of folders) mkdirSync(join(root, folder), { mode: 0o700 });
  for (const { path, content, program } of files) writeNew(join(root, path), content, program ? 0o700 : 0o600);
  writeNew(join(root, context.path), context.content);
  giveRunFiles(runFiles);
}

/** Makes the run's own user, if it has one, the owner of the content of a folder. No process of an earlier user may be alive. */
export function giveRunFiles({ root, folders, files, context, user }: RunFiles): void {
  if (user === undefined) return;
  for (const path of [...folders, ...files.map((file) => file.path), context.path]) lchownSync(join(root, path), user, user);
  chmodSync(root, PASSABLE);
}

/** Opens the owner file of a run for `noteGroup`. Throws if the file cannot be written. */
export const openOwnerFile = (root: string): number => openToWrite(join(root, OWNER));

/** Writes the process group of a run into its open owner file, for an engine that finds the folder after a crash, and closes the file. */
export function noteGroup(file: number, owner: RunOwner, group: number, groupStart = processStart(group)): void {
  writeAndClose(file, ownerText({ ...owner, group, ...(groupStart !== undefined && { groupStart }) }));
}

/** Removes a folder if it holds only what `makeRunFiles` created; false if anything is left. */
export function clearRunFiles({ root, folders, files, context }: Omit<RunFiles, 'key' | 'user'>): boolean {
  try {
    const inner = folders.map((folder) => join(root, folder));
    // A task may have replaced a folder by a link; the target of the link must not be touched.
    if (![root, ...inner].every((folder) => lstatSync(folder).isDirectory())) return false;
    for (const path of [...files.map((file) => file.path), context.path, OWNER]) remove(join(root, path));
    for (const folder of inner.toReversed()) rmdirSync(folder);
    rmdirSync(root);
    return true;
  } catch {
    return false;
  }
}

/** Overwrites the beginning of an existing file; throws if the path is a link. */
export const writeOver = (path: string, text: string): void => writeAndClose(openToWrite(path), text);

const openToWrite = (path: string): number => openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);

function writeAndClose(file: number, text: string): void {
  try {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, done);
  } finally {
    closeSync(file);
  }
}

function writeNew(path: string, content: Uint8Array | string, mode = 0o600): void {
  writeFileSync(path, content, { mode, flag: 'wx' });
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
