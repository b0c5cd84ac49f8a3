/** Reads the upload of a publication. */
import type { Schema } from '@millrace/contract';
import type { BlobStore, StagedBlob } from '../../../core/blobs/blob-store.ts';
import type { BodyPart } from '../../../core/http/endpoint.ts';
import { takeUpload } from '../../../core/http/uploads.ts';
import { parseAs } from '../../../core/http/validation.ts';

/** Largest JSON part, in bytes. */
export const ARTIFACT_PART_BYTES = 4 * 2 ** 20;

type Request = Schema<'PublishArtifactRequest'>;

/**
 * Reads the JSON part and stages the file. It calls `admit` as soon as it has the JSON part, so that a refusal comes before the upload.
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
