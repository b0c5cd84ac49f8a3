/** What becomes of content that nobody needs any more. */
import type { Tx } from '../../../core/database/db.ts';
import { enqueue, job, type Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { selectUnknownKeys } from '../../system/content/index.ts';
import { lockBlob, removeUnusedBlob, selectUnusedBlobs } from './blob-queries.ts';

/** An execution that was accepted while its content was deleted may still be on the way to its row; the pause lets it arrive. */
const PAUSE_SECONDS = 60;
/** Younger files may belong to an upload whose row is not written yet. */
const LEFTOVER_SECONDS = 3600;
const KEYS_AT_ONCE = 500;

/** Removes content that no artifact version, no resource and no unfinished execution refers to. */
export const collectBlob = job<{ hash: string }>('collect-blob', {
  attempts: 10,
  run: ({ hash }, platform) => collect(platform, hash),
});

/** Lets content that was deleted or replaced be collected once that is committed. */
export async function collectLater(tx: Tx, removed: readonly { blob_hash: string }[]): Promise<void> {
  for (const hash of new Set(removed.map((one) => one.blob_hash))) {
    await enqueue(tx, collectBlob, { hash }, { key: `collect-blob ${hash}`, afterSeconds: PAUSE_SECONDS });
  }
}

/** Removes what no deletion asked for: content of deleted workspaces, and files that a crash left without a row. */
export const removeLeftovers: Timer = {
  name: 'remove-leftovers',
  milliseconds: LEFTOVER_SECONDS * 1000,

  async run(platform) {
    const unused = await platform.db.transaction((tx) => selectUnusedBlobs(tx, LEFTOVER_SECONDS), 'read only');
    for (const { hash } of unused) await collect(platform, hash);
    await removeLostFiles(platform);
  },
};

/** The row goes first: a crash in between leaves a file without a row, which the timer finds; the other way round a row would lack its content. */
async function collect({ db, blobs }: Pick<Platform, 'db' | 'blobs'>, hash: string): Promise<void> {
  const removed = await db.transaction(async (tx) => {
    await lockBlob(tx, hash);
    return removeUnusedBlob(tx, hash);
  });
  if (removed) await blobs.remove(removed.key);
}

async function removeLostFiles(platform: Platform): Promise<void> {
  const { blobs } = platform;
  await blobs.removeUnfinished(LEFTOVER_SECONDS);
  let keys: string[] = [];
  for await (const key of blobs.olderThan(LEFTOVER_SECONDS)) {
    keys.push(key);
    if (keys.length < KEYS_AT_ONCE) continue;
    await removeUnknown(platform, keys);
    keys = [];
  }
  await removeUnknown(platform, keys);
}

async function removeUnknown({ db, blobs, content }: Platform, keys: readonly string[]): Promise<void> {
  const unknown = await db.transaction((tx) => selectUnknownKeys(tx, keys, content), 'read only');
  for (const { key } of unknown) await blobs.remove(key);
}
