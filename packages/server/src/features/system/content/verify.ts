/** Checks all content at once, for the command `npm run verify`. */
import { deleteFaults, selectExpected, selectUnknownKeys } from './queries.ts';
import { checkBatch, type FaultyContent, type ContentPlatform } from './check-content.ts';

const BATCH = 500;
/** Younger content may belong to an upload whose row is not written yet. */
const YOUNG_SECONDS = 3600;

/** The result: checked contents and their bytes, the number of faults, and the number of contents in the store that no row refers to (`unnamed`). */
export type Verified = { contents: number; bytes: number; faults: number; unnamed: number };

/**
 * Checks all content that the tables refer to, and reports each fault as it is found; `read`: compare the bytes, too. It stores faults as the daily
 * check does, so that a running server shows them.
 */
export async function verifyContent(
  platform: ContentPlatform,
  { read, onFault, onProgress }: { read: boolean; onFault(fault: FaultyContent): void; onProgress(contents: number, bytes: number): void },
): Promise<Verified> {
  const { db, blobs, content } = platform;
  const verified: Verified = { contents: 0, bytes: 0, faults: 0, unnamed: 0 };
  for (let position = '', more = true; more;) {
    const batch = await selectExpected(db.reader, content, position, BATCH);
    const { found } = await checkBatch(platform, batch, () => read);
    for (const fault of found) onFault(fault);
    verified.faults += found.length;
    verified.contents += batch.length;
    verified.bytes += batch.reduce((sum, { size }) => sum + size, 0);
    if (batch.length > 0) onProgress(verified.contents, verified.bytes);
    more = batch.length === BATCH;
    position = batch.at(-1)?.key ?? '';
  }
  let keys: string[] = [];
  const countUnnamed = async (): Promise<void> => {
    const unknown = (await selectUnknownKeys(db.reader, keys, content)).map(({ key }) => key);
    verified.unnamed += unknown.length;
    await deleteFaults(db.writer, unknown);
    keys = [];
  };
  for await (const key of blobs.olderThan(YOUNG_SECONDS)) if (keys.push(key) === BATCH) await countUnnamed();
  await countUnnamed();
  return verified;
}
