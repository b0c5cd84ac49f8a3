/** The local folder for staged content. */
import { createHash } from 'node:crypto';
import { open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nowMilliseconds } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { makeFolder } from '../base/folders.ts';
import type { StoredBlob } from './blob-store.ts';

/** Staged files; their names are their future keys. */
export class Staging {
  readonly #folder: string;
  readonly #flush: boolean;

  /** `flush`: make a file durable when it is written, for a store that only moves it. */
  constructor(folder: string, flush: boolean) {
    this.#folder = folder;
    this.#flush = flush;
  }

  /** Writes a stream to a file. A stream that fails leaves nothing behind. */
  async write(content: Readable): Promise<StoredBlob & { path: string }> {
    const key = newId();
    const path = join(this.#folder, key);
    const meter = createMeter();
    await makeFolder(this.#folder, 0o700);
    const file = await open(path, 'wx', 0o600);
    try {
      await pipeline(content, meter.step, file.createWriteStream({ flush: this.#flush }));
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(path, { force: true });
      throw error;
    }
    return { key, path, ...meter.read() };
  }

  /** Checks whether a file can be written; throws if not. */
  async check(): Promise<void> {
    const probe = join(this.#folder, newId());
    await makeFolder(this.#folder, 0o700);
    try {
      await writeFile(probe, 'test whether files can be written', { flag: 'wx', mode: 0o600 });
    } finally {
      await rm(probe, { force: true });
    }
  }

  /** Removes files that are older than `seconds`. */
  async removeOlder(seconds: number): Promise<void> {
    for (const { path } of await oldFiles(this.#folder, seconds)) await rm(path, { force: true });
  }
}

/** Lists the files of a folder that are older than `seconds`; empty if the folder does not exist. */
export async function oldFiles(folder: string, seconds: number): Promise<{ name: string; path: string }[]> {
  const before = nowMilliseconds() - seconds * 1000;
  const old: { name: string; path: string }[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs < before) old.push({ name, path });
  }
  return old;
}

/** A step of a pipeline that passes on its input. `read` returns the SHA-256 and the size in bytes; call it at the end. */
type Meter = { step: Transform; read(): { hash: string; size: number } };

/** Creates a meter for one stream. */
export function createMeter(): Meter {
  const hash = createHash('sha256');
  let size = 0;
  const step = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  return { step, read: () => ({ hash: hash.digest('hex'), size }) };
}
