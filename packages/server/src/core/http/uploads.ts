/** Uploads: the parts of the body, and the file, which is kept only when the row that names it is written. */
import type { Schema } from '@millrace/contract';
import type { BlobStore, StagedBlob } from '../blobs/blob-store.ts';
import { readPartText } from './bodies.ts';
import { DatabaseUnavailable } from '../database/db.ts';
import type { BodyPart } from './endpoint.ts';
import { invalid, type Problem } from '../base/problem.ts';
import { parseAs, type SchemaName } from './validation.ts';

const FILE = 'file';

/** The JSON part of an upload, and its schema in the contract. */
export type JsonPart<Name extends SchemaName> = { name: string; schema: Name; maxBytes: number };

/**
 * Reads a JSON part, and stages the part `file`, in any order. `partsText` says in refusals which parts are expected. Calls `admit` as soon as the JSON
 * part is read: if it comes first, a refused upload is not received.
 */
export async function takeUpload<Name extends SchemaName>(
  parts: AsyncIterable<BodyPart>,
  blobs: BlobStore,
  partsText: string,
  { name, schema, maxBytes }: JsonPart<Name>,
  admit: (request: Schema<Name>) => Promise<unknown>,
): Promise<{ request: Schema<Name>; file: StagedBlob }> {
  const requests: Schema<Name>[] = [];
  const take = async (part: BodyPart): Promise<void> => {
    const request = parseAs(schema, name, await readPartText(part, maxBytes));
    await admit(request);
    requests.push(request);
  };
  const file = await readParts(parts, blobs, partsText, [name, FILE], new Map([[name, take]]));
  return { request: requests[0] as Schema<Name>, file: file as StagedBlob };
}

/** Stages the part `file`, if there is one, and refuses any other part. `partsText` says in refusals which parts are expected. */
export const takeFile = (parts: AsyncIterable<BodyPart>, blobs: BlobStore, partsText: string): Promise<StagedBlob | undefined> =>
  readParts(parts, blobs, partsText, [], new Map());

async function readParts(
  parts: AsyncIterable<BodyPart>,
  blobs: BlobStore,
  partsText: string,
  needed: readonly string[],
  texts: ReadonlyMap<string, (part: BodyPart) => Promise<void>>,
): Promise<StagedBlob | undefined> {
  const seen = new Set<string>();
  let file: StagedBlob | undefined;
  try {
    for await (const part of parts) {
      const { name } = part;
      const take = texts.get(name);
      if (take === undefined && name !== FILE) throw wrongParts(partsText, `'${name}' is no part of it`);
      if (seen.has(name)) throw wrongParts(partsText, `the part '${name}' is there twice`);
      seen.add(name);
      if (take !== undefined) await take(part);
      else if ('file' in part) file = await blobs.stage(part.file);
      else throw wrongParts(partsText, `the part '${name}' is a text; give it a file name`);
    }
    const missing = needed.find((name) => !seen.has(name));
    if (missing !== undefined) throw wrongParts(partsText, `the part '${missing}' is missing`);
    return file;
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

const wrongParts = (partsText: string, fault: string): Problem => invalid('malformed_request', `${partsText}: ${fault.slice(0, 200)}.`);

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
    if (!(error instanceof DatabaseUnavailable) || error.nothingCommitted) await file.discard();
    throw error;
  }
  if (written.key !== file.key) await blobs.remove(file.key);
  return written;
}
