/** Copies content into a backup. */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { blobPath, type BlobStore } from '../core/blobs/blob-store.ts';
import type { ExpectedContent, KnownContent } from '../core/blobs/known-content.ts';
import { createMeter } from '../core/blobs/staging.ts';
import type { Tx } from '../core/database/sql.ts';
import { selectExpected, selectUnknownKeys } from '../features/system/content/index.ts';
import { type ListedContent, BACKUP_PARTS } from './files.ts';

/** The entries that are selected at once, and the files that are copied at the same time. */
const BATCH = 500;
const CONCURRENCY = 4;

/** Copies content into the folder of a backup. It can be called repeatedly, and copies only content that the folder lacks. */
export class ContentCopy {
  readonly #folder: string;
  readonly #blobs: BlobStore;
  readonly #known: readonly KnownContent[];
  readonly #onFile: (bytes: number) => void;
  /** The results that the tables do not have: hashes of content without a hash in its table, and faults. */
  readonly #results = new Map<string, ListedContent>();

  constructor(options: { folder: string; blobs: BlobStore; known: readonly KnownContent[]; onFile(bytes: number): void }) {
    this.#folder = join(options.folder, BACKUP_PARTS.content);
    this.#blobs = options.blobs;
    this.#known = options.known;
    this.#onFile = options.onFile;
  }

  /** Copies all content that the tables in the snapshot of `tx` refer to, and yields an entry for each. */
  async *copyAll(tx: Tx): AsyncGenerator<ListedContent> {
    for (let position = '', more = true; more;) {
      const batch = await selectExpected(tx, this.#known, position, BATCH);
      const listed: ListedContent[] = [];
      const rest = batch.entries();
      const work = async (): Promise<void> => {
        for (const [index, expected] of rest) listed[index] = await this.#copyIfNeeded(expected);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      yield* listed;
      more = batch.length === BATCH;
      position = batch.at(-1)?.key ?? '';
    }
  }

  /** Returns whether some of the missing content was deleted since the state was taken: then no row refers to it in the present state, which `tx` sees. */
  async isAnyDeleted(tx: Tx, missing: readonly string[]): Promise<boolean> {
    return missing.length > 0 && (await selectUnknownKeys(tx, this.#known, missing)).length > 0;
  }

  /** Removes copied content that no row in the snapshot of `tx` refers to. */
  async removeUnknown(tx: Tx): Promise<void> {
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      const keys = await readdir(join(this.#folder, folder));
      for (const { key } of await selectUnknownKeys(tx, this.#known, keys)) await rm(join(this.#folder, blobPath(key)), { force: true });
    }
  }

  async #copyIfNeeded(expected: ExpectedContent): Promise<ListedContent> {
    const { key, size, hash } = expected;
    const path = join(this.#folder, blobPath(key));
    const known = this.#results.get(key);
    // Content without a hash in its table is the object of a log. It never changes after a row refers to it, so an earlier copy is still right.
    if (known && known.fault !== 'missing') return known;
    if (hash !== null && (await stat(path).catch(() => undefined))?.size === size) return { key, size, sha256: hash };
    const copied = await this.#copy(key, path);
    if (copied === undefined) return this.#remember({ key, size, sha256: hash ?? '', fault: 'missing' });
    this.#onFile(copied.size);
    // Without a hash, `size` is the least size (`ExpectedContent`).
    if (hash === null ? copied.size < size : copied.sha256 !== hash) return this.#remember({ ...copied, fault: 'damaged' });
    return hash === null ? this.#remember(copied) : copied;
  }

  #remember(content: ListedContent): ListedContent {
    this.#results.set(content.key, content);
    return content;
  }

  async #copy(key: string, path: string): Promise<ListedContent | undefined> {
    const meter = createMeter();
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      const file = createWriteStream(path, { flags: 'w', mode: 0o600, flush: true });
      await pipeline(this.#blobs.read(key), meter.step, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await rm(path, { force: true });
      return undefined;
    }
    const { hash, size } = meter.read();
    return { key, size, sha256: hash };
  }
}
