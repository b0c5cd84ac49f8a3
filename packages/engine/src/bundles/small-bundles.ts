import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ListedEntry } from '@millrace/contract/zip-entries';
import type { RunPlace } from '../run-place.ts';
import { orAborted } from '../waiting.ts';
import type { BundleCache } from './cache.ts';
import type { BundleView } from './command.ts';
import { isProgramEntry, openBundle, unusableEntry } from './unpack.ts';

/** What is kept of a bundle: beyond this it is unpacked for each run. */
export const SMALL = { bytes: 128 * 1024, entries: 100 } as const;

const MAX_BYTES = 16 * 2 ** 20;
const OVERHEAD_BYTES = 500;
/** File systems take no longer names. */
const NAME_BYTES = 255;

/** The files and folders of a bundle by their names in it. */
export type BundleContent = { folders: string[]; files: Map<string, { content: Buffer; program: boolean }> };

type Kept = { bytes: number; content: Promise<BundleContent | undefined> };

/**
 * Small bundles, unpacked once and held in memory: each run gets a copy of its own, which is a few writes. In memory no task can change what the next
 * run gets.
 */
export class SmallBundles {
  readonly #cache: BundleCache;
  readonly #signal: AbortSignal;
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(cache: BundleCache, signal: AbortSignal) {
    this.#cache = cache;
    this.#signal = signal;
  }

  /** The content of a bundle; undefined for one that is not small. */
  async find(hash: string, signal: AbortSignal): Promise<BundleContent | undefined> {
    signal.throwIfAborted();
    const kept = this.#kept.get(hash) ?? this.#add(hash);
    // The longest unused stands first.
    this.#kept.delete(hash);
    this.#kept.set(hash, kept);
    return orAborted(kept.content, signal);
  }

  #add(hash: string): Kept {
    // Not bound to the signal of one run: others may wait for the same bytes.
    const kept: Kept = { bytes: 0, content: this.#load(hash) };
    const measure = (content: BundleContent | undefined): void => {
      kept.bytes =
        OVERHEAD_BYTES + [...(content?.files.values() ?? [])].reduce((sum, file) => sum + file.content.length + OVERHEAD_BYTES, 0);
      this.#bytes += kept.bytes;
      this.#makeRoom();
    };
    // What failed once may work the next time.
    kept.content.then(measure, () => this.#kept.delete(hash));
    return kept;
  }

  async #load(hash: string): Promise<BundleContent | undefined> {
    const zip = await this.#cache.use(hash, this.#signal);
    try {
      return await openBundle(zip.path, this.#signal, contentOf);
    } finally {
      zip.release();
    }
  }

  #makeRoom(): void {
    for (const [hash, { bytes }] of this.#kept) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#bytes -= bytes;
      this.#kept.delete(hash);
    }
  }
}

async function contentOf(listed: readonly ListedEntry[]): Promise<BundleContent | undefined> {
  // Each content is held to the size that is said of it.
  const bytes = listed.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (listed.length > SMALL.entries || bytes > SMALL.bytes) return undefined;
  const folders = new Set<string>();
  const addFolder = (path: string): void => {
    if (path === '' || path === '.' || folders.has(path)) return;
    addFolder(dirname(path));
    folders.add(path);
  };
  const files: BundleContent['files'] = new Map();
  for (const { entry, name, path, folder, content } of listed) {
    addFolder(folder ? path : dirname(path));
    if (folder) continue;
    try {
      files.set(path, { content: await buffer(content()), program: isProgramEntry(entry) });
    } catch (error) {
      throw unusableEntry(name, error);
    }
  }
  // What cannot be made is left to unpacking, which says so.
  return listed.some(({ path }) => hasLongName(path)) ? undefined : { folders: [...folders], files };
}

const hasLongName = (path: string): boolean => path.split('/').some((name) => Buffer.byteLength(name) > NAME_BYTES);

/** A bundle that is not in its folder yet. */
export class BundleToCome implements BundleView {
  readonly folder: string;
  readonly #content: BundleContent;
  readonly #programs = new Set<string>();

  constructor(folder: string, content: BundleContent) {
    this.folder = folder;
    this.#content = content;
  }

  read(name: string): Promise<Buffer | undefined> {
    return Promise.resolve(this.#content.files.get(name)?.content);
  }

  makeProgram(name: string): Promise<boolean> {
    this.#programs.add(name);
    return Promise.resolve(this.#content.files.has(name));
  }

  /** What is to be made of it. */
  get place(): Pick<RunPlace, 'folders' | 'files'> {
    const { folders, files } = this.#content;
    return {
      folders: folders.map((path) => join(this.folder, path)),
      files: [...files].map(([path, { content, program }]) => ({
        path: join(this.folder, path),
        content,
        program: program || this.#programs.has(path),
      })),
    };
  }
}
