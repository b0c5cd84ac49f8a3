/** Stores content in a folder. */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { syncFolder } from '../base/folders.ts';
import { isKey, blobPath, type BlobStore, type ByteRange, type DownloadTerms, type StagedBlob, type StoredBlob } from './blob-store.ts';
import type { DownloadLinks } from './download-links.ts';
import { oldFiles, Staging } from './staging.ts';

/** The subfolder for staged content. */
export const INCOMING = 'incoming';

/** A folder that all processes of an install share. Downloads use signed links to this server. */
export class FolderStore implements BlobStore {
  readonly #folder: string;
  readonly #staging: Staging;
  readonly #links: DownloadLinks;

  constructor(folder: string, links: DownloadLinks) {
    this.#folder = folder;
    this.#staging = new Staging(join(folder, INCOMING), true);
    this.#links = links;
  }

  async check(): Promise<void> {
    await this.#staging.check();
  }

  async put(content: Readable): Promise<StoredBlob> {
    const staged = await this.stage(content);
    try {
      await staged.keep();
    } catch (error) {
      await staged.discard();
      throw error;
    }
    return { key: staged.key, hash: staged.hash, size: staged.size };
  }

  async stage(content: Readable): Promise<StagedBlob> {
    const staged = await this.#staging.write(content);
    const path = this.#path(staged.key);
    return {
      ...staged,
      keep: () => this.#move(staged.path, path),
      discard: async () => {
        await rm(staged.path, { force: true });
        await rm(path, { force: true });
      },
    };
  }

  async putBack(key: string, content: Readable): Promise<StoredBlob> {
    const { path, hash, size } = await this.#staging.write(content);
    await this.#move(path, this.#path(key));
    return { key, hash, size };
  }

  read(key: string, range?: ByteRange): Readable {
    if (range === undefined) return createReadStream(this.#path(key));
    if (range.length === 0) return Readable.from([]);
    return createReadStream(this.#path(key), { start: range.offset, end: range.offset + range.length - 1 });
  }

  async sizeOf(key: string): Promise<number | undefined> {
    const found = await stat(this.#path(key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return found?.size;
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async *olderThan(seconds: number): AsyncGenerator<string> {
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      if (folder === INCOMING) continue;
      for (const { name } of await oldFiles(join(this.#folder, folder), seconds))
        if (isKey(name) && blobPath(name) === `${folder}/${name}`) yield name;
    }
  }

  async removeUnfinished(seconds: number): Promise<void> {
    await this.#staging.removeOlder(seconds);
  }

  async downloadUrl(key: string, terms: DownloadTerms): Promise<string> {
    return this.#links.urlOf(key, terms);
  }

  async #move(from: string, to: string): Promise<void> {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
    await syncFolder(dirname(to));
  }

  #path(key: string): string {
    return join(this.#folder, blobPath(key));
  }
}
