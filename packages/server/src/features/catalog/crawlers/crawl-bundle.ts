/** The bundle with the program of crawls, which comes with Millrace. It is stored when a crawl starts, and removed like other unused content. */
import { Readable } from 'node:stream';
import { crawlerBundle } from '@millrace/crawler';
import type { Tx } from '../../../core/database/db.ts';
import { keepIfWritten } from '../../../core/http/uploads.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { findFaultyCopy, keepBlob } from '../../orchestration/artifacts/index.ts';

/** The zip of a bundle, and its SHA-256. */
export type BuiltBundle = { hash: string; bytes: Uint8Array };

/** The bundle of this process, which is built once. Tests replace it by another one. */
export class CrawlBundle {
  readonly #build: () => Promise<BuiltBundle>;
  #built: Promise<BuiltBundle> | undefined;

  constructor(build: () => Promise<BuiltBundle>) {
    this.#build = build;
  }

  /** Builds the bundle at the first call, and again after a failure. */
  read(): Promise<BuiltBundle> {
    this.#built ??= this.#build().catch((error: unknown) => {
      this.#built = undefined;
      throw error;
    });
    return this.#built;
  }
}

/**
 * Stores the bundle and calls `start` in one transaction, so that the content is not collected before the execution that needs it is there. `start`
 * returns undefined if it needs no bundle.
 */
export async function withCrawlBundle<Started>(
  { db, blobs, processState }: Pick<Platform, 'db' | 'blobs' | 'processState'>,
  start: (tx: Tx, hash: string) => Promise<Started>,
): Promise<Started> {
  const { bytes } = await processState.of(CrawlBundle, () => new CrawlBundle(crawlerBundle)).read();
  const file = await blobs.stage(Readable.from([bytes]));
  const { started } = await keepIfWritten(
    blobs,
    file,
    () => findFaultyCopy({ db, blobs }, file),
    (faulty) =>
      db.transaction(async (tx) => {
        const { key } = await keepBlob(tx, file, faulty);
        return { key, started: await start(tx, file.hash) };
      }),
  );
  return started;
}
