/**
 * Class data archives (CDS) for the Javas of job archives: classes in the form in which Java keeps them in memory, so that it starts sooner. The first run
 * of an artifact version records the names of the classes that it loads; from them and from the bundle, Java makes an archive in the background, and
 * later runs of that version in that workspace start with it. No run can write one.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { steadyNow } from '../program/steady-clock.ts';
import type { Java } from './find-javas.ts';

/** What an archive is made for. `options` are those that the run gives to Java in addition to its script. */
type ClassArchiveFor = { workspaceId: string; hash: string; java: Java; options: readonly string[] };

/** The start of Java that a recording belongs to: the folder of its job in the bundle, and what its run script says. */
export type RecordedStart = {
  hash: string;
  job: string;
  program: string;
  options: string[];
  jars: string[];
  variables: Record<string, string>;
};

/**
 * An archive that a run uses, or without a file one for which it may record its classes. `hidesContexts`: a jar has contexts, which come before those in
 * the folder of the job.
 */
type ClassArchive = { key: string; file?: string; hidesContexts: boolean };

/** The class data of a run. `start`, if it records its classes, is how it starts Java. */
export type ClassArchiveOfRun = ClassArchive & { start?: Omit<RecordedStart, 'variables'> };

/** Makes an archive as a new file; returns whether a jar has contexts. Rejects with the reason why there can be none. */
export type MakeArchive = (start: RecordedStart, list: string, target: string, signal: AbortSignal) => Promise<{ hidesContexts: boolean }>;

type Facts = { sha256: string; hidesContexts: boolean };

const FILE = 'job.jsa';
const FACTS = 'facts.json';
const MAX_BYTES = 2 ** 30;
const UNUSED_MILLISECONDS = 30 * 24 * 3_600_000;
/** After this time an archive that could not be made is tried again: a disk may have been full. */
const REFUSED_MILLISECONDS = 3_600_000;
/** The first Java that makes archives of the classes of applications. */
const FIRST_JAVA = 11;
/** The version of the form of archives and their facts. It is part of each key: raise it when the form changes, so that all archives are made again. */
const FORM = 1;

type ArchiveOptions = { folder: string; log: OwnLog; make: MakeArchive; maxBytes?: number | undefined };

/**
 * The archives of an engine, in a folder that tasks cannot enter.
 * @rule bundles.job-archive.class-archive
 */
export class ClassArchives {
  readonly #options: ArchiveOptions;
  readonly #ending = new AbortController();
  /** What each run uses, by its mark: an archive, or a recording. */
  readonly #held = new Map<string, ClassArchive>();
  /** Keys whose archive is being made, or waits for that. */
  readonly #ordered = new Set<string>();
  /** Keys for which no archive could be made, and when that was. */
  readonly #refused = new Map<string, number>();
  /** Files whose content was checked, by key: their fingerprints. */
  readonly #checked = new Map<string, string>();
  #making: Promise<void> = Promise.resolve();

  constructor(options: ArchiveOptions) {
    this.#options = options;
  }

  /** Removes archives that were not used for long, and what an earlier program has left. */
  async open(): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    await this.#evict();
  }

  /**
   * Takes the archive for a run, which uses it until `release`; without a file, the run takes the recording for it. Undefined if there is none and the run
   * should record nothing.
   */
  async take(run: string, wanted: ClassArchiveFor): Promise<ClassArchive | undefined> {
    if (wanted.java.version < FIRST_JAVA || this.#ending.signal.aborted) return undefined;
    const key = await keyOf(wanted);
    if (this.#isOnItsWay(key) || steadyNow() < (this.#refused.get(key) ?? -Infinity) + REFUSED_MILLISECONDS) return undefined;
    const file = join(this.#options.folder, key, FILE);
    // It is held before it is checked, so that it is not removed meanwhile.
    this.#held.set(run, { key, file, hidesContexts: false });
    const facts = await this.#factsOrRemove(key);
    this.#held.delete(run);
    if (!facts && this.#isOnItsWay(key)) return undefined;
    const found: ClassArchive = facts ? { key, file, hidesContexts: facts.hidesContexts } : { key, hidesContexts: false };
    this.#held.set(run, found);
    return found;
  }

  /** Whether a run records for an archive, or the archive is being made. */
  #isOnItsWay(key: string): boolean {
    return this.#ordered.has(key) || [...this.#held.values()].some((one) => one.key === key && one.file === undefined);
  }

  /** Ends the use of an archive by a run, or its recording. */
  release(run: string): void {
    this.#held.delete(run);
  }

  /** Ends the use of an archive by a run. Logs why there can be none, and remembers for an hour that there is none. */
  refuse(run: string, reason: string): void {
    const key = this.#held.get(run)?.key;
    this.release(run);
    if (key !== undefined) this.#refuse(key, reason);
  }

  #refuse(key: string, reason: string): void {
    this.#refused.set(key, steadyNow());
    this.#options.log('info', 'A job archive starts without a class data archive', { archive: key.slice(0, 12), reason });
  }

  /** Lets an archive be made in the background, after those before it. `list` is what a run has recorded. */
  makeLater(key: string, start: RecordedStart, list: string): void {
    this.#ordered.add(key);
    this.#making = this.#making.then(async () => {
      if (this.#ending.signal.aborted) return;
      try {
        await this.#add(key, start, list);
        this.#options.log('info', 'Made a class data archive', { archive: key.slice(0, 12), job: start.job });
      } catch (error) {
        if (!this.#ending.signal.aborted) this.#refuse(key, messageOf(error));
      } finally {
        this.#ordered.delete(key);
      }
    });
  }

  /** Resolves when the archives that are being made are done or given up. */
  async close(): Promise<void> {
    this.#ending.abort(new Error('The engine ends'));
    await this.#making;
  }

  async #add(key: string, start: RecordedStart, list: string): Promise<void> {
    const part = join(this.#options.folder, `${key}.part`);
    try {
      await rm(part, { recursive: true, force: true });
      await mkdir(part, { mode: 0o700 });
      const made = await this.#options.make(start, list, join(part, FILE), this.#ending.signal);
      const facts: Facts = { sha256: await hashOf(join(part, FILE)), ...made };
      await writeFile(join(part, FACTS), JSON.stringify(facts), { mode: 0o600 });
      await rm(join(this.#options.folder, key), { recursive: true, force: true });
      await rename(part, join(this.#options.folder, key));
      await this.#evict(key);
    } finally {
      await rm(part, { recursive: true, force: true });
    }
  }

  /** Returns the facts about an archive that is as it was made; removes any other. It is hashed again only if its inode, size or time differ. */
  async #factsOrRemove(key: string): Promise<Facts | undefined> {
    const folder = join(this.#options.folder, key);
    try {
      const facts = JSON.parse(await readFile(join(folder, FACTS), 'utf8')) as Facts;
      const { ino, size, mtimeMs } = await stat(join(folder, FILE));
      const fingerprint = `${ino} ${size} ${mtimeMs}`;
      if (this.#checked.get(key) !== fingerprint && (await hashOf(join(folder, FILE))) !== facts.sha256)
        throw new Error('its content has changed');
      this.#checked.set(key, fingerprint);
      const now = new Date();
      await utimes(join(folder, FACTS), now, now);
      return facts;
    } catch {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
      return undefined;
    }
  }

  /**
   * Removes the archives that were not used for long, and the least recently used ones above the limit.
   * @rule bundles.job-archive.class-archive-removed
   */
  async #evict(newest?: string): Promise<void> {
    const { folder, maxBytes = MAX_BYTES } = this.#options;
    const names = await readdir(folder);
    const found = await Promise.all(
      names.map(async (key) => {
        const [file, facts] = await Promise.all([FILE, FACTS].map((name) => stat(join(folder, key, name)).catch(() => undefined)));
        return { key, bytes: file?.size ?? 0, usedAt: facts?.mtimeMs ?? 0 };
      }),
    );
    const used = new Set([...this.#held.values()].map(({ key }) => key));
    let bytes = found.reduce((sum, one) => sum + one.bytes, 0);
    for (const one of found.sort((first, second) => first.usedAt - second.usedAt)) {
      const isOld = one.usedAt < Date.now() - UNUSED_MILLISECONDS;
      if ((!isOld && bytes <= maxBytes) || one.key === newest || used.has(one.key)) continue;
      bytes -= one.bytes;
      this.#checked.delete(one.key);
      await rm(join(folder, one.key), { recursive: true, force: true });
    }
  }
}

/** A Java that was updated in its folder cannot use the archives of its older build, so that its library counts. */
async function keyOf({ workspaceId, hash, java, options }: ClassArchiveFor): Promise<string> {
  const library = await stat(join(java.home, 'lib/server/libjvm.so')).catch(() => undefined);
  const facts = [FORM, workspaceId, hash, java.version, java.home, library?.size, library?.mtimeMs, ...options];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

async function hashOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('hex');
}
