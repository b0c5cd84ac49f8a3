/**
 * The place of a run: what stands between a claim and the first instruction is done in one go, one system call after the other. Each of them by
 * itself, through the thread pool, costs ten times as much.
 */
import {
  chmodSync,
  closeSync,
  constants,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './faults.ts';

/** What a run finds in its folder. All but `root` is named from there; outer folders come first. */
export type RunPlace = {
  root: string;
  /** Places of one key hold the same folders and files. */
  key: string;
  folders: string[];
  files: { path: string; content: Uint8Array; program: boolean }[];
  /** The one file that is of this run alone. */
  context: { path: string; content: string };
  /** The user that folders and files belong to; without it that is the user of the engine. */
  user?: number;
};

/**
 * The engine program that a run belongs to, and once it runs its process group: the starts tell each from a later process of the same id. `user` is that
 * of the run, where it has one of its own.
 */
export type Owner = { agent: number; agentStart?: string; group?: number; groupStart?: string; user?: number };

/** Name of the file that says whose a folder is. */
export const OWNER = 'owner.json';
const OWNER_BYTES = 160;
/** Mode of a folder that other users may pass through to what is theirs, but not list. */
export const PASSABLE = 0o711;

/** An owner as its file has it: always of one length, so that it can be written over. */
export const ownerText = (owner: Owner): string => JSON.stringify(owner).padEnd(OWNER_BYTES);

/** Makes a place that must not be there yet, closed to other users. */
export function makePlace(place: RunPlace, owner: Owner): void {
  const { root, folders, files, context } = place;
  mkdirSync(root, { mode: 0o700 });
  writeNew(join(root, OWNER), ownerText(owner));
  for (const folder of folders) mkdirSync(join(root, folder), { mode: 0o700 });
  for (const { path, content, program } of files) writeNew(join(root, path), content, program ? 0o700 : 0o600);
  writeNew(join(root, context.path), context.content);
  givePlace(place);
}

/** Gives all that a place holds for its task to the user of the run, where it has one of its own. No process of an earlier user may be alive. */
export function givePlace({ root, folders, files, context, user }: RunPlace): void {
  if (user === undefined) return;
  for (const path of [...folders, ...files.map((file) => file.path), context.path]) lchownSync(join(root, path), user, user);
  chmodSync(root, PASSABLE);
}

/** Notes down the process group of a run, for an engine that finds the folder after a crash. */
export function noteGroup(root: string, owner: Owner, group: number, groupStart = startInTable(group)): void {
  writeOver(join(root, OWNER), ownerText({ ...owner, group, ...(groupStart !== undefined && { groupStart }) }));
}

/** Takes a place away as far as it holds only what was made there; false where something is left. */
export function clearPlace({ root, folders, files, context }: Omit<RunPlace, 'key' | 'user'>): boolean {
  try {
    const inner = folders.map((folder) => join(root, folder));
    // A task can have put a link in the place of a folder: what lies behind it is not ours.
    if (![root, ...inner].every((folder) => lstatSync(folder).isDirectory())) return false;
    for (const path of [...files.map((file) => file.path), context.path, OWNER]) remove(join(root, path));
    for (const folder of inner.toReversed()) rmdirSync(folder);
    rmdirSync(root);
    return true;
  } catch {
    return false;
  }
}

/** Writes over the beginning of a file that is there; a link in its place is an error. */
export function writeOver(path: string, text: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
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

/** When a process started, where there is a process table. */
export function startInTable(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return startIn(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
}

/** The name of a process can hold anything, so the fields are counted from its end. */
const startIn = (line: string): string | undefined => line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
