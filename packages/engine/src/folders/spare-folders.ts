import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { processStart } from '@millrace/wire/process-identity';
import { clearRunFiles, giveRunFiles, OWNER, type RunFiles, writeOver } from './run-files.ts';

/** The largest number of folders that are kept. A kept folder can be reused one or two seconds after its run, when no process of that run is alive. */
const MAX_SPARES = 1000;
/** Two changes within this time may have the same time stamp. */
const TIMESTAMP_GRAIN_MILLISECONDS = 100;

/** The spare folder of this process. Its name has the process id and start time. */
export const spareFolder = (folder: string): string => join(folder, `${process.pid}-${processStart(process.pid) ?? ''}`);

/** The process that owns a spare folder, from the folder's name; undefined for any other name. */
export function ownerOfSpares(name: string): { pid: number; start: string | undefined } | undefined {
  const [, pid, start] = /^([1-9]\d*)-(\d*)$/.exec(name) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), start: start || undefined };
}

/** A folder or file with its fingerprint. `isTrusted`: the fingerprint alone proves that the content is unchanged. */
type Fingerprinted = { path: string; fingerprint: string; isTrusted: boolean };
type SpareFolder = {
  root: string;
  runFiles: RunFiles;
  fingerprints: Fingerprinted[];
  overwritten: Map<string, string>;
  isReusable: boolean;
};

/**
 * Keeps the unchanged folders of ended runs for later runs of the same bundle, because creating folders and files is the most expensive part of a start.
 * A reused folder must equal a new one: each folder and file has a fingerprint (inode, mode, owner, size, times), which is compared when a run ends and
 * when the next one begins. While time stamps are too coarse to detect a change, the content is compared too.
 */
export class SpareFolders {
  readonly #folder: string;
  readonly #inUse = new Map<string, SpareFolder>();
  /** By path, the oldest first. */
  readonly #kept = new Map<string, SpareFolder>();
  #lastNumber = 0;

  /** `folder` belongs to this process, on the file system of the runs. It is created when first needed. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Moves a kept folder to the path of the folder of a run, writes the parameters of the run into it, and gives it to the user of the run; false if there
   * is none for its key. Removes kept folders that have changed.
   */
  take(runFiles: RunFiles): boolean {
    for (const [path, kept] of this.#kept) {
      if (kept.runFiles.key !== runFiles.key || !kept.isReusable) continue;
      this.#kept.delete(path);
      if (!isUntouched(path, kept)) {
        remove(path);
        continue;
      }
      renameSync(path, runFiles.root);
      const root = runFiles.root;
      writeOver(join(root, runFiles.context.path), runFiles.context.content);
      const length = lengthOf(runFiles);
      if (length < lengthOf(kept.runFiles)) truncateSync(join(root, runFiles.context.path), length);
      if (runFiles.user === undefined) this.#inUse.set(root, { ...kept, root, runFiles });
      else {
        giveRunFiles(runFiles);
        this.register(runFiles);
      }
      return true;
    }
    return false;
  }

  /** Records the fingerprints of a new folder, so that it can be kept after its run. */
  register(runFiles: RunFiles): void {
    const { root, folders, files, context } = runFiles;
    const fingerprints = [...folders, ...files.map((file) => file.path)].map((path) => ({
      path,
      fingerprint: fingerprintOf(join(root, path)),
      isTrusted: false,
    }));
    const overwritten = new Map([context.path, OWNER].map((path) => [path, identityOf(join(root, path))]));
    this.#inUse.set(root, { root, runFiles, fingerprints, overwritten, isReusable: false });
  }

  /** Forgets a folder that must not be kept. */
  forget({ root }: RunFiles): void {
    this.#inUse.delete(root);
  }

  /** Keeps the folder of an ended run and returns its new path, or removes it and returns whether that succeeded. */
  keep(runFiles: RunFiles): string | boolean {
    const kept = this.#inUse.get(runFiles.root);
    this.#inUse.delete(runFiles.root);
    if (!kept) return clearRunFiles(runFiles);
    try {
      if (!isUntouched(runFiles.root, kept)) return clearRunFiles(runFiles);
      this.#evictOldest();
      if (this.#lastNumber === 0) mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const path = join(this.#folder, String((this.#lastNumber += 1)));
      // Overwrite the parameters, which may be secret.
      writeOver(join(runFiles.root, runFiles.context.path), ' '.repeat(lengthOf(runFiles)));
      renameSync(runFiles.root, path);
      this.#kept.set(path, { ...kept, isReusable: false });
      return path;
    } catch {
      return clearRunFiles(runFiles);
    }
  }

  /** Allows a kept folder to be reused: no process of its run is alive. */
  markReusable(path: string): void {
    const kept = this.#kept.get(path);
    if (kept) kept.isReusable = true;
  }

  /** Removes all kept folders. */
  close(): void {
    this.#kept.clear();
    remove(this.#folder);
  }

  #evictOldest(): void {
    if (this.#kept.size < MAX_SPARES) return;
    const [oldest] = this.#kept.keys();
    if (oldest === undefined) return;
    this.#kept.delete(oldest);
    remove(oldest);
  }
}

/** Whether a folder holds exactly what was created there. */
function isUntouched(root: string, { runFiles, fingerprints, overwritten }: SpareFolder): boolean {
  try {
    if (!lstatSync(root).isDirectory() || !hasExactEntries(root, '', runFiles)) return false;
    for (const [path, identity] of overwritten) if (identityOf(join(root, path)) !== identity) return false;
    return fingerprints.every((entry) => isUnchanged(root, entry, runFiles));
  } catch {
    return false;
  }
}

function isUnchanged(root: string, entry: Fingerprinted, runFiles: RunFiles): boolean {
  const path = join(root, entry.path);
  if (fingerprintOf(path) !== entry.fingerprint) return false;
  if (entry.isTrusted) return true;
  const file = runFiles.files.find((other) => other.path === entry.path);
  if (file ? !readFileSync(path).equals(file.content) : !hasExactEntries(path, entry.path, runFiles)) return false;
  entry.isTrusted = Date.now() - lstatSync(path).ctimeMs > TIMESTAMP_GRAIN_MILLISECONDS;
  return fingerprintOf(path) === entry.fingerprint;
}

/** Whether a folder has exactly the entries that were created there. */
function hasExactEntries(path: string, folder: string, { folders, files, context }: RunFiles): boolean {
  const all = [...folders, ...files.map((file) => file.path), context.path, OWNER];
  const expected = all.filter((one) => dirname(one) === (folder || '.')).map((one) => basename(one));
  const found = readdirSync(path);
  return found.length === expected.length && expected.every((name) => found.includes(name));
}

const lengthOf = ({ context }: RunFiles): number => Buffer.byteLength(context.content);

function fingerprintOf(path: string): string {
  const { ino, mode, nlink, uid, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
  return `${ino} ${mode} ${nlink} ${uid} ${size} ${mtimeNs} ${ctimeNs}`;
}

/** The properties of a file that do not change when it is overwritten. */
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
