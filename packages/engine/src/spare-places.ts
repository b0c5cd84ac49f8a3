import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { clearPlace, givePlace, OWNER, type RunPlace, startInTable, writeOver } from './run-place.ts';

/** How many folders are kept. One is free again when no process of its last run can live any more, a second or two after that run. */
const MOST = 1000;
/** A change this soon after another one may carry the same time. */
const SAME_TIME_MILLISECONDS = 100;

/** The folder of this process among those of others: its name tells whose it is. */
export const spareFolder = (folder: string): string => join(folder, `${process.pid}-${startInTable(process.pid) ?? ''}`);

/** The process that the name of a folder tells of. */
export function keeperOf(name: string): { pid: number; start: string | undefined } | undefined {
  const [, pid, start] = /^([1-9]\d*)-(\d*)$/.exec(name) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), start: start || undefined };
}

type Seal = { path: string; seal: string; sure: boolean };
type Kept = { root: string; place: RunPlace; seals: Seal[]; own: Map<string, string>; rested: boolean };

/**
 * Folders of earlier runs in which nothing was changed, for later runs of the same bundle: to make a folder and a file costs a file system more than
 * all else that a start needs of it, and the more so the more were removed lately. What a run gets is what a new folder would hold: each folder and
 * file was sealed when it was made, by its inode and the time of its last change, and is looked at when a run leaves it and when the next one comes.
 * Time stamps that are too coarse to be sure of are made up for by reading.
 */
export class SparePlaces {
  readonly #folder: string;
  readonly #used = new Map<string, Kept>();
  /** By their folders here, the longest kept first. */
  readonly #kept = new Map<string, Kept>();
  #last = 0;

  /** `folder` is this process's own, on the file system of the runs; it is made when first needed. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Puts a kept folder into the place of a run; false where there is none. */
  take(place: RunPlace): boolean {
    for (const [path, kept] of this.#kept) {
      if (kept.place.key !== place.key || !kept.rested) continue;
      this.#kept.delete(path);
      if (!isUntouched(path, kept)) {
        remove(path);
        continue;
      }
      renameSync(path, place.root);
      const root = place.root;
      writeOver(join(root, place.context.path), place.context.content);
      const length = lengthOf(place);
      if (length < lengthOf(kept.place)) truncateSync(join(root, place.context.path), length);
      if (place.user === undefined) this.#used.set(root, { ...kept, root, place });
      else {
        givePlace(place);
        this.made(place);
      }
      return true;
    }
    return false;
  }

  /** Seals a new folder, which may be kept after its run. */
  made(place: RunPlace): void {
    const { root, folders, files, context } = place;
    const seals = [...folders, ...files.map((file) => file.path)].map((path) => ({ path, seal: sealOf(join(root, path)), sure: false }));
    const own = new Map([context.path, OWNER].map((path) => [path, identityOf(join(root, path))]));
    this.#used.set(root, { root, place, seals, own, rested: false });
  }

  /** Forgets a folder that is not to be kept. */
  forget({ root }: RunPlace): void {
    this.#used.delete(root);
  }

  /** Keeps the folder of a run that has ended, or takes it away; answers its folder here, or whether it is gone. */
  keep(place: RunPlace): string | boolean {
    const kept = this.#used.get(place.root);
    this.#used.delete(place.root);
    if (!kept) return clearPlace(place);
    try {
      if (!isUntouched(place.root, kept)) return clearPlace(place);
      this.#makeRoom();
      if (this.#last === 0) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const path = join(this.#folder, String((this.#last += 1)));
      // What the parameters said stays nowhere.
      writeOver(join(place.root, place.context.path), ' '.repeat(lengthOf(place)));
      renameSync(place.root, path);
      this.#kept.set(path, { ...kept, rested: false });
      return path;
    } catch {
      return clearPlace(place);
    }
  }

  /** Lets a kept folder be used: no process of its run lives any more. */
  rested(path: string): void {
    const kept = this.#kept.get(path);
    if (kept) kept.rested = true;
  }

  /** Removes all that is kept. */
  close(): void {
    this.#kept.clear();
    remove(this.#folder);
  }

  #makeRoom(): void {
    if (this.#kept.size < MOST) return;
    const [oldest] = this.#kept.keys();
    if (oldest === undefined) return;
    this.#kept.delete(oldest);
    remove(oldest);
  }
}

/** Whether a folder holds what was made there and nothing else. */
function isUntouched(root: string, { place, seals, own }: Kept): boolean {
  try {
    if (!lstatSync(root).isDirectory() || !holds(root, '', place)) return false;
    for (const [path, identity] of own) if (identityOf(join(root, path)) !== identity) return false;
    return seals.every((one) => isSealed(root, one, place));
  } catch {
    return false;
  }
}

function isSealed(root: string, one: Seal, place: RunPlace): boolean {
  const path = join(root, one.path);
  if (sealOf(path) !== one.seal) return false;
  if (one.sure) return true;
  const file = place.files.find((other) => other.path === one.path);
  if (file ? !readFileSync(path).equals(file.content) : !holds(path, one.path, place)) return false;
  one.sure = Date.now() - lstatSync(path).ctimeMs > SAME_TIME_MILLISECONDS;
  return sealOf(path) === one.seal;
}

/** Whether the names in a folder are those that were put there. */
function holds(path: string, folder: string, { folders, files, context }: RunPlace): boolean {
  const all = [...folders, ...files.map((file) => file.path), context.path, OWNER];
  const wanted = all.filter((one) => dirname(one) === (folder || '.')).map((one) => basename(one));
  const found = readdirSync(path);
  return found.length === wanted.length && wanted.every((name) => found.includes(name));
}

const lengthOf = ({ context }: RunPlace): number => Buffer.byteLength(context.content);

function sealOf(path: string): string {
  const { ino, mode, nlink, uid, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
  return `${ino} ${mode} ${nlink} ${uid} ${size} ${mtimeNs} ${ctimeNs}`;
}

/** What stays the same of a file that is written over. */
function identityOf(path: string): string {
  const { ino, mode, nlink, uid } = lstatSync(path);
  return `${ino} ${mode} ${nlink} ${uid}`;
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The next start of the engine tries again.
  }
}
