/** The upload of a publication. */
import type { Schema } from '@millrace/contract';
import type { BlobStore, StagedBlob } from '../../../core/blobs/blob-store.ts';
import type { BodyPart } from '../../../core/http/endpoint.ts';
import { takeUpload } from '../../../core/http/uploads.ts';
import { parseAs } from '../../../core/http/validation.ts';

/** Largest JSON part, in bytes. */
export const ARTIFACT_PART_BYTES = 4 * 2 ** 20;

type Request = Schema<'PublishArtifactRequest'>;

/**
 * Takes in what is published; `admit` is asked as soon as the JSON part is there.
 * @rule artifacts.publish.parts
 */
export const takePublication = (
  parts: AsyncIterable<BodyPart>,
  blobs: BlobStore,
  admit: (request: Request) => Promise<unknown>,
): Promise<{ request: Request; file: StagedBlob }> =>
  takeUpload(parts, blobs, `The body takes two parts, the JSON 'artifact' and the zip 'file'`, {
    name: 'artifact',
    mostBytes: ARTIFACT_PART_BYTES,
    take: async (text) => {
      const request = parseAs('PublishArtifactRequest', 'artifact', text);
      await admit(request);
      return request;
    },
  });
