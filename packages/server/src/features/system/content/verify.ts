/** The look at all content at once, as an operator asks for it. */
import { deleteFaults, selectExpected, selectUnknownKeys } from './queries.ts';
import { lookAt, type FaultyContent, type Looking } from './look.ts';

const BATCH = 500;
/** Younger content may belong to an upload whose row is not written yet. */
const YOUNG_SECONDS = 3600;

/** What was found: contents looked at and their bytes, how many have a fault, and how many the store holds that nothing names. */
export type Verified = { contents: number; bytes: number; faults: number; unnamed: number };

/**
 * Looks at all content that the tables name, and tells each fault as it is found; `read`: the bytes are compared too. What is found is entered as by the
 * daily look, so that a server which runs shows it.
 */
export async function verifyContent(
  looking: Looking,
  { read, onFault, onProgress }: { read: boolean; onFault(fault: FaultyContent): void; onProgress(contents: number, bytes: number): void },
): Promise<Verified> {
  const { db, blobs, content } = looking;
  const verified: Verified = { contents: 0, bytes: 0, faults: 0, unnamed: 0 };
  for (let position = '', more = true; more;) {
    const batch = await selectExpected(db.reader, content, position, BATCH);
    const { found } = await lookAt(looking, batch, () => read);
    for (const one of found) onFault(one);
    verified.faults += found.length;
    verified.contents += batch.length;
    verified.bytes += batch.reduce((sum, one) => sum + one.size, 0);
    if (batch.length > 0) onProgress(verified.contents, verified.bytes);
    more = batch.length === BATCH;
    position = batch.at(-1)?.key ?? '';
  }
  let keys: string[] = [];
  const count = async (): Promise<void> => {
    const unknown = await selectUnknownKeys(db.reader, keys, content);
    verified.unnamed += unknown.length;
    await deleteFaults(
      db.writer,
      unknown.map(({ key }) => key),
    );
    keys = [];
  };
  for await (const key of blobs.olderThan(YOUNG_SECONDS)) if (keys.push(key) === BATCH) await count();
  await count();
  return verified;
}
