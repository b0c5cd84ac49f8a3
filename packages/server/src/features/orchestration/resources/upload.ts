/** Reads the uploads of resources. */
import type { Schema } from '@millrace/contract';
import type { BlobStore, StagedBlob } from '../../../core/blobs/blob-store.ts';
import type { BodyPart } from '../../../core/http/endpoint.ts';
import { takeUpload } from '../../../core/http/uploads.ts';
import { parseAs } from '../../../core/http/validation.ts';

/** Largest JSON part, in bytes. */
export const RESOURCE_PART_BYTES = 2 ** 16;

type Request = Schema<'CreateResourceRequest'>;

/**
 * Reads the JSON part and stages the file. It calls `admit` as soon as it has the JSON part, so that a refusal comes before the upload.
 * @rule resources.create.parts
 */
export const takeResource = (
  parts: AsyncIterable<BodyPart>,
  blobs: BlobStore,
  admit: (request: Request) => Promise<unknown>,
): Promise<{ request: Request; file: StagedBlob }> =>
  takeUpload(parts, blobs, `The body takes two parts, the JSON 'resource' and the content 'file'`, {
    name: 'resource',
    mostBytes: RESOURCE_PART_BYTES,
    take: async (text) => {
      const request = parseAs('CreateResourceRequest', 'resource', text);
      await admit(request);
      return request;
    },
  });
