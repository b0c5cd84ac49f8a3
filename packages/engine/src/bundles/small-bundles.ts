import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Schema } from '@millrace/contract';
import type { ListedEntry } from '@millrace/wire/zip-entries';
import type { RunFiles } from '../folders/run-files.ts';
import { orAborted } from '../program/waiting.ts';
import type { BundleCache } from './cache.ts';
import type { BundleView } from './command.ts';
import { isExecutableEntry, openBundle, unusableEntry } from './unpack.ts';

/** The limits of a small bundle. A larger one is unpacked for each run. */
export const SMALL_BUNDLE = { bytes: 128 * 1024, entries: 100 } as const;

const MAX_BYTES = 16 * 2 ** 20;
const OVERHEAD_BYTES = 500;
/** The longest name in common file systems. */
const MAX_NAME_BYTES = 255;

/** The files and folders of a bundle, by their paths in it. */
export type UnpackedBundle = { folders: string[]; files: Map<string, { content: Buffer; program: boolean }> };

type CacheEntry = { bytes: number; content: Promise<UnpackedBundle | undefined>; loaded?: UnpackedBundle | undefined };

/** Whether a run can use its bundle from memory. Job archives and runs with resources need their files on the disk before the start. */
export const usesMemory = ({ bundle, resources }: Pick<Schema<'ClaimedExecution'>, 'bundle' | 'resources'>): boolean =>
  bundle.layout === 'millrace' && resources.length === 0;

/**
 * A cache of small bundles, unpacked in memory. Each run gets its own copy, which costs a few writes, and no task can change the copy of the next run.
 */
export class SmallBundles {
  readonly #cache: BundleCache;
  readonly #signal: AbortSignal;
  readonly #entries = new Map<string, CacheEntry>();
  #bytes = 0;

  constructor(cache: BundleCache, signal: AbortSignal) {
    this.#cache = cache;
    this.#signal = signal;
  }

  /** The content of a bundle; undefined for one that is not small. */
  async find(hash: string, signal: AbortSignal): Promise<UnpackedBundle | undefined> {
    signal.throwIfAborted();
    const cached = this.#entries.get(hash) ?? this.#add(hash);
    // Keep the least recently used first.
    this.#entries.delete(hash);
    this.#entries.set(hash, cached);
    return orAborted(cached.content, signal);
  }

  /** The content of a small bundle if it is in memory now. */
  held(hash: string): UnpackedBundle | undefined {
    return this.#entries.get(hash)?.loaded;
  }

  /** Adds the content of a bundle that this program was given. */
  hold(hash: string, content: UnpackedBundle): void {
    this.#entries.set(hash, this.#measured(hash, Promise.resolve(content)));
  }

  #add(hash: string): CacheEntry {
    // The signal of one run does not abort the load: other runs may wait for it.
    return this.#measured(hash, this.#load(hash));
  }

  #measured(hash: string, loading: CacheEntry['content']): CacheEntry {
    const cached: CacheEntry = { bytes: 0, content: loading };
    const measure = (content: UnpackedBundle | undefined): void => {
      cached.loaded = content;
      cached.bytes =
        OVERHEAD_BYTES + [...(content?.files.values() ?? [])].reduce((sum, file) => sum + file.content.length + OVERHEAD_BYTES, 0);
      this.#bytes += cached.bytes;
      this.#evict();
    };
    // Do not cache a failure: the next run tries again.
    cached.content.then(measure, () => this.#entries.delete(hash));
    return cached;
  }

  async #load(hash: string): Promise<UnpackedBundle | undefined> {
    const zip = await this.#cache.use(hash, this.#signal);
    try {
      return await openBundle(zip.path, this.#signal, contentOf);
    } finally {
      zip.release();
    }
  }

  #evict(): void {
    for (const [hash, { bytes }] of this.#entries) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#bytes -= bytes;
      this.#entries.delete(hash);
    }
  }
}

async function contentOf(listed: readonly ListedEntry[]): Promise<UnpackedBundle | undefined> {
  // `content` fails if an entry is larger than its stated size.
  const bytes = listed.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (listed.length > SMALL_BUNDLE.entries || bytes > SMALL_BUNDLE.bytes) return undefined;
  const folders = new Set<string>();
  const addFolder = (path: string): void => {
    if (path === '' || path === '.' || folders.has(path)) return;
    addFolder(dirname(path));
    folders.add(path);
  };
  const files: UnpackedBundle['files'] = new Map();
  for (const { entry, name, path, isFolder, content } of listed) {
    addFolder(isFolder ? path : dirname(path));
    if (isFolder) continue;
    try {
      files.set(path, { content: await buffer(content()), program: isExecutableEntry(entry) });
    } catch (error) {
      throw unusableEntry(name, error);
    }
  }
  // A name that is too long makes the bundle "not small": unpacking then fails with a clear message.
  return listed.some(({ path }) => hasLongName(path)) ? undefined : { folders: [...folders], files };
}

const hasLongName = (path: string): boolean => path.split('/').some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES);

/** A small bundle that is written into its folder when the task starts. */
export class BundleInMemory implements BundleView {
  readonly folder: string;
  readonly #content: UnpackedBundle;
  readonly #programs = new Set<string>();

  constructor(folder: string, content: UnpackedBundle) {
    this.folder = folder;
    this.#content = content;
  }

  read(name: string): Promise<Buffer | undefined> {
    return Promise.resolve(this.#content.files.get(name)?.content);
  }

  makeExecutable(name: string): Promise<boolean> {
    this.#programs.add(name);
    return Promise.resolve(this.#content.files.has(name));
  }

  /** The folders and files to create. */
  get runFiles(): Pick<RunFiles, 'folders' | 'files'> {
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
