/** Content in a folder: written under a new key, known by its SHA-256, never changed. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nowMilliseconds } from './clock.ts';
import { newId } from './id.ts';

/** Content that was taken in. */
export type StoredBlob = { key: string; hash: string; size: number; path: string };

/** A folder of content. */
export class BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes a stream in and makes it durable; a stream that breaks leaves nothing behind. */
  async put(content: Readable): Promise<StoredBlob> {
    const key = newId();
    const path = this.path(key);
    const incoming = join(this.#folder, 'incoming', key);
    const hash = createHash('sha256');
    let size = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    await mkdir(join(this.#folder, 'incoming'), { recursive: true, mode: 0o700 });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(incoming, 'wx', 0o600);
    try {
      await pipeline(content, meter, file.createWriteStream({ flush: true }));
      await rename(incoming, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(incoming, { force: true });
      throw error;
    }
    return { key, hash: hash.digest('hex'), size, path };
  }

  /** Fails where content could not be taken in now. */
  async check(): Promise<void> {
    const incoming = join(this.#folder, 'incoming');
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const probe = join(incoming, newId());
    try {
      await writeFile(probe, 'written to see whether this can be done', { flag: 'wx', mode: 0o600 });
    } finally {
      await rm(probe, { force: true });
    }
  }

  /** Streams content out. */
  read(key: string): Readable {
    return createReadStream(this.path(key));
  }

  /** Removes content; removing it twice is fine. */
  async remove(key: string): Promise<void> {
    await rm(this.path(key), { force: true });
  }

  /** Where the content lies; keys are ids, so they cannot leave the folder. */
  path(key: string): string {
    return join(this.#folder, key.slice(-2), key);
  }

  /** Keys whose files are older than `seconds`, and half-written files of that age: what a crash may have left. */
  async *olderThan(seconds: number): AsyncGenerator<{ key: string; incoming: boolean }> {
    const before = nowMilliseconds() - seconds * 1000;
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      for (const key of await readdir(join(this.#folder, folder)).catch(() => [])) {
        const found = await stat(join(this.#folder, folder, key)).catch(() => undefined);
        if (found && found.mtimeMs < before) yield { key, incoming: folder === 'incoming' };
      }
    }
  }

  /** Removes a half-written file. */
  async removeIncoming(key: string): Promise<void> {
    await rm(join(this.#folder, 'incoming', key), { force: true });
  }
}

/** A new name is durable only once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
