/** An upload: its two parts, and the file that stays only when it is published. */
import type { Schema } from '@millrace/contract';
import type { BlobStore, StoredBlob } from '../../../core/blob-store.ts';
import { textOf } from '../../../core/body-parts.ts';
import { DatabaseUnavailable } from '../../../core/db.ts';
import type { BodyPart } from '../../../core/endpoint.ts';
import { invalid, type Problem } from '../../../core/problem.ts';
import { parseAs } from '../../../core/validation.ts';

/** Largest JSON part, in bytes. */
export const ARTIFACT_PART_BYTES = 4 * 2 ** 20;

/** What a caller uploaded. */
export type Upload = { request: Schema<'PublishArtifactRequest'>; file: StoredBlob };

/**
 * Takes in the two parts in any order. `admit` is asked as soon as the JSON part is there: with that part first, a refusal costs no upload.
 * @rule artifacts.publish.parts
 */
export async function takeUpload(
  parts: AsyncIterable<BodyPart>,
  blobs: BlobStore,
  admit: (request: Upload['request']) => Promise<unknown>,
): Promise<Upload> {
  let request: Upload['request'] | undefined;
  let file: StoredBlob | undefined;
  try {
    for await (const part of parts) {
      if (part.name === 'artifact' && request === undefined) {
        request = parseAs('PublishArtifactRequest', 'artifact', await textOf(part, ARTIFACT_PART_BYTES));
        await admit(request);
      } else if (part.name === 'file' && file === undefined) {
        if (!('file' in part)) throw wrongParts(`the part 'file' is a text; give it a file name`);
        file = await blobs.put(part.file);
      } else {
        throw wrongParts(
          part.name === 'artifact' || part.name === 'file' ? `the part '${part.name}' is there twice` : `'${part.name}' is no part of it`,
        );
      }
    }
    if (request === undefined || file === undefined)
      throw wrongParts(`the part '${request === undefined ? 'artifact' : 'file'}' is missing`);
    return { request, file };
  } catch (error) {
    if (file !== undefined) await blobs.remove(file.key);
    throw error;
  }
}

const wrongParts = (what: string): Problem =>
  invalid('malformed_request', `The body takes two parts, the JSON 'artifact' and the zip 'file': ${what.slice(0, 200)}.`);

/**
 * Keeps the file when `publish` names its key, and removes it when the content was there already or the publishing is refused. When the database
 * was lost nobody knows whether the commit came through: then the file stays, and the leftovers timer looks again.
 */
export async function keepIfPublished<T extends { key: string }>(
  blobs: BlobStore,
  file: StoredBlob,
  publish: () => Promise<T>,
): Promise<T> {
  let published: T;
  try {
    published = await publish();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) await blobs.remove(file.key);
    throw error;
  }
  if (published.key !== file.key) await blobs.remove(file.key);
  return published;
}
