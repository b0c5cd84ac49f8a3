/** Uploads: the parts of the body, and the file, which is kept only when the row that names it is written. */
import type { BlobStore, StagedBlob } from '../blobs/blob-store.ts';
import { readPartText } from './body-parts.ts';
import { DatabaseUnavailable } from '../database/db.ts';
import type { BodyPart } from './endpoint.ts';
import { invalid, type Problem } from '../base/problem.ts';

const FILE = 'file';

/** The JSON part of an upload. `take` is called as soon as it has arrived: where it comes first, a refusal costs no upload. */
export type JsonPart<T> = { name: string; mostBytes: number; take(text: string): Promise<T> };

/** Reads a JSON part and the part `file`, in any order; `said` is the sentence about the parts in refusals. */
export async function takeUpload<T>(
  parts: AsyncIterable<BodyPart>,
  blobs: BlobStore,
  said: string,
  json: JsonPart<T>,
): Promise<{ request: T; file: StagedBlob }> {
  const requests: T[] = [];
  const take = async (part: BodyPart): Promise<void> => void requests.push(await json.take(await readPartText(part, json.mostBytes)));
  const file = await takeParts(parts, blobs, said, [json.name, FILE], new Map([[json.name, take]]));
  return { request: requests[0] as T, file: file as StagedBlob };
}

/** Reads the part `file`, where there is one. */
export const takeFile = (parts: AsyncIterable<BodyPart>, blobs: BlobStore, said: string): Promise<StagedBlob | undefined> =>
  takeParts(parts, blobs, said, [], new Map());

async function takeParts(
  parts: AsyncIterable<BodyPart>,
  blobs: BlobStore,
  said: string,
  needed: readonly string[],
  texts: ReadonlyMap<string, (part: BodyPart) => Promise<void>>,
): Promise<StagedBlob | undefined> {
  const seen = new Set<string>();
  let file: StagedBlob | undefined;
  try {
    for await (const part of parts) {
      const { name } = part;
      const take = texts.get(name);
      if (take === undefined && name !== FILE) throw wrongParts(said, `'${name}' is no part of it`);
      if (seen.has(name)) throw wrongParts(said, `the part '${name}' is there twice`);
      seen.add(name);
      if (take !== undefined) await take(part);
      else if ('file' in part) file = await blobs.stage(part.file);
      else throw wrongParts(said, `the part '${name}' is a text; give it a file name`);
    }
    const missing = needed.find((name) => !seen.has(name));
    if (missing !== undefined) throw wrongParts(said, `the part '${missing}' is missing`);
    return file;
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

const wrongParts = (said: string, what: string): Problem => invalid('malformed_request', `${said}: ${what.slice(0, 200)}.`);

/**
 * Keeps the file when `inspect` finds no fault and `write` stores its key; removes it when it is refused, or when the store already had the content.
 * It is in the store before any row names it. Where the result of the commit is unknown, the file stays, and the timer for leftovers checks it later.
 */
export async function keepIfWritten<Seen, Written extends { key: string }>(
  blobs: BlobStore,
  file: StagedBlob,
  inspect: (path: string) => Promise<Seen>,
  write: (seen: Seen) => Promise<Written>,
): Promise<Written> {
  let written: Written;
  try {
    const seen = await inspect(file.path);
    await file.keep();
    written = await write(seen);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || error.nothingKept) await file.discard();
    throw error;
  }
  if (written.key !== file.key) await blobs.remove(file.key);
  return written;
}
