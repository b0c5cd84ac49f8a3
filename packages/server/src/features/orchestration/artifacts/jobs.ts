/** Deletes content that nothing refers to. */
import type { Tx } from '../../../core/database/db.ts';
import { enqueue, job, type Timer } from '../../../core/background/jobs.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { selectUnknownKeys } from '../../system/content/index.ts';
import { lockBlob, removeUnusedBlob, selectUnusedBlobs } from './blob-queries.ts';

/** Delay in seconds: an execution that was accepted during the deletion may not have written its row yet. */
const COLLECT_DELAY_SECONDS = 60;
/** Younger files may belong to an upload whose row is not written yet. */
const LEFTOVER_SECONDS = 3600;
const KEYS_PER_BATCH = 500;

/** Removes content that no artifact version, no resource and no unfinished execution refers to. */
export const collectBlob = job<{ hash: string }>('collect-blob', {
  attempts: 10,
  does: 'removes content that no row refers to',
  run: ({ hash }, platform) => collect(platform, hash),
});

/** Enqueues the collection of content that the transaction deleted or replaced. */
export async function collectLater(tx: Tx, removed: readonly { blob_hash: string }[]): Promise<void> {
  for (const hash of new Set(removed.map(({ blob_hash }) => blob_hash))) {
    await enqueue(tx, collectBlob, { hash }, { key: `collect-blob ${hash}`, afterSeconds: COLLECT_DELAY_SECONDS });
  }
}

/** Removes content for which no job was enqueued: of deleted workspaces, of ended executions, and files that a crash left without a row. */
export const removeLeftovers: Timer = {
  name: 'remove-leftovers',
  milliseconds: LEFTOVER_SECONDS * 1000,
  does: 'removes content of deleted workspaces, and files and uploads that a crash left without a row',

  async run(platform) {
    const unused = await platform.db.transaction((tx) => selectUnusedBlobs(tx, LEFTOVER_SECONDS), 'read only');
    for (const { hash } of unused) await collect(platform, hash);
    await removeLostFiles(platform);
  },
};

/** Deletes the row before the file: after a crash in between, the timer finds the file. In the other order a row would lack its content. */
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
    if (keys.length < KEYS_PER_BATCH) continue;
    await removeUnknown(platform, keys);
    keys = [];
  }
  await removeUnknown(platform, keys);
}

async function removeUnknown({ db, blobs, content }: Platform, keys: readonly string[]): Promise<void> {
  const unknown = await db.transaction((tx) => selectUnknownKeys(tx, keys, content), 'read only');
  for (const { key } of unknown) await blobs.remove(key);
}
