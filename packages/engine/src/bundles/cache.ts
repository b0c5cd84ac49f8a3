import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '@millrace/contract/client';
import { codeOf, DeployFault, storageFault } from '../faults.ts';
import { messageOf } from '../own-log.ts';
import { Backoff, orAborted, pause } from '../waiting.ts';

/** A bundle in use: its file stays until it is released. */
export type CachedBundle = { path: string; release: () => void };

type Kept = { size: number; usedAt: number; users: number; seal: string };

const DEFAULT_BYTES = 2 * 2 ** 30;
const ATTEMPTS = 5;

/** Bundles by content hash in a folder: each is fetched once, checked before use, and the longest unused go when room is short. */
export class BundleCache {
  readonly #folder: string;
  readonly #fetch: (hash: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  readonly #signal: AbortSignal;
  readonly #maxBytes: number;
  readonly #kept = new Map<string, Kept>();
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(options: {
    folder: string;
    fetch: (hash: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
    signal: AbortSignal;
    maxBytes?: number;
  }) {
    this.#folder = options.folder;
    this.#fetch = options.fetch;
    this.#signal = options.signal;
    this.#maxBytes = options.maxBytes ?? DEFAULT_BYTES;
  }

  /** Takes stock of what an earlier engine left and removes half-fetched files. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#folder)) {
      const hash = /^([0-9a-f]{64})\.zip$/.exec(name)?.[1];
      const path = join(this.#folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (hash && facts) this.#kept.set(hash, { size: facts.size, usedAt: facts.mtimeMs, users: 0, seal: '' });
      // Another engine program may be fetching right now: the one that outlives its server while the next one starts.
      else if (facts && facts.mtimeMs < Date.now() - 3_600_000) await rm(path, { force: true });
    }
  }

  /** Gives the bundle, fetching it when it is not there. */
  async use(hash: string, signal: AbortSignal): Promise<CachedBundle> {
    for (;;) {
      signal.throwIfAborted();
      const kept = this.#kept.get(hash);
      if (kept) {
        kept.users += 1;
        if (await this.#isSound(hash, kept)) {
          kept.usedAt = Date.now();
          return { path: this.#path(hash), release: () => (kept.users -= 1) };
        }
        kept.users -= 1;
        if (this.#kept.get(hash) === kept) this.#kept.delete(hash);
      }
      // Not bound to the signal of one run: others may wait for the same bytes.
      let fetching = this.#fetching.get(hash);
      if (!fetching) {
        fetching = this.#bring(hash).finally(() => this.#fetching.delete(hash));
        this.#fetching.set(hash, fetching);
      }
      await orAborted(fetching, signal);
    }
  }

  #path(hash: string): string {
    return join(this.#folder, `${hash}.zip`);
  }

  /** A file whose inode and change time are those of the last check holds the same bytes; anything else is read again. */
  async #isSound(hash: string, kept: Kept): Promise<boolean> {
    try {
      const seal = await sealOf(this.#path(hash));
      if (seal === kept.seal) return true;
      const digest = createHash('sha256');
      await pipeline(createReadStream(this.#path(hash)), digest);
      if (digest.digest('hex') !== hash) return false;
      const now = new Date();
      await utimes(this.#path(hash), now, now);
      kept.seal = await sealOf(this.#path(hash));
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  async #bring(hash: string): Promise<void> {
    const backoff = new Backoff();
    for (let attempt = 1; ;) {
      try {
        return await this.#download(hash);
      } catch (error) {
        this.#signal.throwIfAborted();
        if (error instanceof DeployFault && attempt >= 2) throw error;
        const local = storageFault(error);
        if (local) throw local;
        const status = error instanceof ApiError ? error.status : undefined;
        if (status !== undefined && ((status < 500 && status !== 429) || attempt >= ATTEMPTS)) {
          const message = `The control plane does not give it out (${status}): ${messageOf(error)} Publish the same artifact again`;
          throw new DeployFault('BUNDLE_UNAVAILABLE', message, { cause: error });
        }
        // A control plane that is away is waited for; one that answers is asked a few times only.
        if (status !== undefined || error instanceof DeployFault) attempt += 1;
        await pause(backoff.next(), this.#signal);
      }
    }
  }

  async #download(hash: string): Promise<void> {
    const part = join(this.#folder, `${hash}.${randomUUID()}.part`);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const digest = createHash('sha256');
      let size = 0;
      const body = await this.#fetch(hash, this.#signal);
      await pipeline(
        Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
        async function* measured(chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            digest.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(part, { flags: 'wx', mode: 0o600 }),
        { signal: this.#signal },
      );
      if (digest.digest('hex') !== hash) {
        throw new DeployFault(
          'BUNDLE_UNUSABLE',
          `What arrived is not what was published: its SHA-256 is not ${hash}. Publish the same artifact again`,
        );
      }
      await rename(part, this.#path(hash));
      this.#kept.set(hash, { size, usedAt: Date.now(), users: 0, seal: await sealOf(this.#path(hash)) });
      await this.#makeRoom(hash);
    } finally {
      await rm(part, { force: true });
    }
  }

  async #makeRoom(newest: string): Promise<void> {
    let total = [...this.#kept.values()].reduce((sum, kept) => sum + kept.size, 0);
    for (const [hash, kept] of [...this.#kept].sort(([, one], [, other]) => one.usedAt - other.usedAt)) {
      if (total <= this.#maxBytes) return;
      if (kept.users > 0 || hash === newest) continue;
      this.#kept.delete(hash);
      await rm(this.#path(hash), { force: true });
      total -= kept.size;
    }
  }
}

async function sealOf(path: string): Promise<string> {
  const facts = await stat(path, { bigint: true });
  return `${facts.ino}:${facts.size}:${facts.ctimeNs}`;
}
