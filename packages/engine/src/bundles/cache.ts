import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '@millrace/contract/client';
import { isElsewhere } from '../control-plane/addresses.ts';
import { codeOf, DeployFault, storageFault } from '../program/faults.ts';
import { messageOf } from '../program/own-log.ts';
import { Backoff, orAborted, sleepUnlessAborted } from '../program/waiting.ts';

/** A bundle in use. Its file is not evicted until `release` is called. */
type CachedBundle = { path: string; release: () => void };

type CacheEntry = { size: number; usedAt: number; users: number; fingerprint: string };

type CacheOptions = {
  folder: string;
  fetch: (hash: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  signal: AbortSignal;
  maxBytes?: number | undefined;
};

const DEFAULT_BYTES = 2 * 2 ** 30;
const ATTEMPTS = 5;
const PUBLISH_AGAIN = 'Publish the same artifact again';

/** A cache of bundles by SHA-256 in a folder: each is downloaded once and checked before use; the least recently used are evicted above `maxBytes`. */
export class BundleCache {
  readonly #options: CacheOptions;
  readonly #entries = new Map<string, CacheEntry>();
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  /** Creates the folder, finds the bundles that an earlier engine program left in it, and removes its incomplete downloads. */
  async open(): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#options.folder)) {
      const hash = /^([0-9a-f]{64})\.zip$/.exec(name)?.[1];
      const path = join(this.#options.folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (hash && facts) this.#entries.set(hash, { size: facts.size, usedAt: facts.mtimeMs, users: 0, fingerprint: '' });
      // Younger files may be downloads of another engine program that is still ending.
      else if (facts && facts.mtimeMs < Date.now() - 3_600_000) await rm(path, { force: true });
    }
  }

  /** Returns the bundle, after a download if the cache does not hold it. Rejects with a `DeployFault`, or with the reason of the signal. */
  async use(hash: string, signal: AbortSignal): Promise<CachedBundle> {
    for (;;) {
      signal.throwIfAborted();
      const entry = this.#entries.get(hash);
      if (entry) {
        entry.users += 1;
        if (await this.#isIntact(hash, entry)) {
          entry.usedAt = Date.now();
          return { path: this.#path(hash), release: () => (entry.users -= 1) };
        }
        entry.users -= 1;
        if (this.#entries.get(hash) === entry) this.#entries.delete(hash);
      }
      // The signal of this run does not abort the download: other runs may wait for it.
      let fetching = this.#fetching.get(hash);
      if (!fetching) {
        fetching = this.#fetchWithRetries(hash).finally(() => this.#fetching.delete(hash));
        this.#fetching.set(hash, fetching);
      }
      await orAborted(fetching, signal);
    }
  }

  #path(hash: string): string {
    return join(this.#options.folder, `${hash}.zip`);
  }

  /** Whether the file has the right content. It is hashed again only if its inode, size or change time differ from those at the last check. */
  async #isIntact(hash: string, entry: CacheEntry): Promise<boolean> {
    try {
      const fingerprint = await fingerprintOf(this.#path(hash));
      if (fingerprint === entry.fingerprint) return true;
      const digest = createHash('sha256');
      await pipeline(createReadStream(this.#path(hash)), digest);
      if (digest.digest('hex') !== hash) return false;
      const now = new Date();
      await utimes(this.#path(hash), now, now);
      entry.fingerprint = await fingerprintOf(this.#path(hash));
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  async #fetchWithRetries(hash: string): Promise<void> {
    const backoff = new Backoff();
    for (let attempt = 1; ;) {
      try {
        return await this.#download(hash);
      } catch (error) {
        this.#options.signal.throwIfAborted();
        if (error instanceof DeployFault && attempt >= 2) throw error;
        const local = storageFault(error);
        if (local) throw local;
        const status = error instanceof ApiError && !isElsewhere(error) ? error.status : undefined;
        if (status !== undefined && ((status < 500 && status !== 429) || attempt >= ATTEMPTS)) {
          const reason = `The download from the control plane failed (${status}): ${messageOf(error)}`;
          throw new DeployFault('BUNDLE_UNAVAILABLE', reason, { advice: PUBLISH_AGAIN, cause: error });
        }
        // Failures without an answer of a control plane that serves do not count as attempts: the engine waits for one, also during a fail-over.
        if (status !== undefined || error instanceof DeployFault) attempt += 1;
        await sleepUnlessAborted(backoff.next(), this.#options.signal);
      }
    }
  }

  async #download(hash: string): Promise<void> {
    const part = join(this.#options.folder, `${hash}.${randomUUID()}.part`);
    try {
      await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
      const digest = createHash('sha256');
      let size = 0;
      const body = await this.#options.fetch(hash, this.#options.signal);
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
        { signal: this.#options.signal },
      );
      if (digest.digest('hex') !== hash) {
        throw new DeployFault('BUNDLE_UNUSABLE', `The downloaded content is not what was published: its SHA-256 is not ${hash}`, {
          advice: PUBLISH_AGAIN,
        });
      }
      await rename(part, this.#path(hash));
      this.#entries.set(hash, { size, usedAt: Date.now(), users: 0, fingerprint: await fingerprintOf(this.#path(hash)) });
      await this.#evict(hash);
    } finally {
      await rm(part, { force: true });
    }
  }

  async #evict(newest: string): Promise<void> {
    const { maxBytes = DEFAULT_BYTES } = this.#options;
    let total = [...this.#entries.values()].reduce((sum, entry) => sum + entry.size, 0);
    for (const [hash, entry] of [...this.#entries].sort(([, one], [, other]) => one.usedAt - other.usedAt)) {
      if (total <= maxBytes) return;
      if (entry.users > 0 || hash === newest) continue;
      this.#entries.delete(hash);
      await rm(this.#path(hash), { force: true });
      total -= entry.size;
    }
  }
}

async function fingerprintOf(path: string): Promise<string> {
  const facts = await stat(path, { bigint: true });
  return `${facts.ino}:${facts.size}:${facts.ctimeNs}`;
}
