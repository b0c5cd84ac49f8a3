/** Uploads content to a bucket: small content in one request, other content as a multipart upload. */
import type { Readable } from 'node:stream';
import { StoreUnavailable } from './blob-store.ts';
import { S3Refusal, type S3Client } from './s3-client.ts';
import { elementText } from './s3-texts.ts';

/** The largest number of parts of an upload. Each part except the last must have 5 MiB to 5 GiB. */
const MAX_PARTS = 10_000;

/** The size of a part in bytes: each upload has two parts in memory. */
export const PART_BYTES = 8 * 2 ** 20;

/** Uploads a stream. After a failure it removes the object and the parts, if the store can be reached. */
export async function sendObject(
  client: S3Client,
  objectKey: string,
  content: Readable,
  options: { partBytes: number; size?: number },
): Promise<void> {
  const bytes = Math.max(options.partBytes, Math.ceil((options.size ?? 0) / MAX_PARTS));
  let upload: Upload | undefined;
  try {
    for await (const part of partsOf(content, bytes)) {
      // Only the last part may be smaller. If it is also the first, the content needs no multipart upload.
      if (upload === undefined && part.length < bytes) return await putWhole(client, objectKey, part);
      upload ??= await beginUpload(client, objectKey);
      await addPart(client, upload, part);
    }
    if (upload === undefined) return await putWhole(client, objectKey, new Uint8Array(0));
    await completeUpload(client, upload);
  } catch (error) {
    // If this fails, the timer for leftovers removes the parts later.
    if (upload !== undefined) await abort(client, objectKey, upload.id, true).catch(() => undefined);
    // The store may have the object although its answer was lost.
    if (error instanceof StoreUnavailable)
      await client.sendForText({ method: 'DELETE', objectKey, accepts: [404], once: true }).catch(() => undefined);
    throw error;
  }
}

/** Aborts an upload, and removes its parts. */
export async function abort(client: S3Client, objectKey: string, uploadId: string, once = false): Promise<void> {
  await client.sendForText({ method: 'DELETE', objectKey, query: { uploadId }, accepts: [404], once });
}

type Upload = { objectKey: string; id: string; tags: string[] };

/** Cuts a stream into parts of one size; the last part may be smaller. */
async function* partsOf(content: Readable, bytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    let rest = chunk as Buffer;
    while (size + rest.length >= bytes) {
      pieces.push(rest.subarray(0, bytes - size));
      rest = rest.subarray(bytes - size);
      yield Buffer.concat(pieces, bytes);
      [pieces, size] = [[], 0];
    }
    if (rest.length > 0) pieces.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(pieces, size);
}

async function putWhole(client: S3Client, objectKey: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  await client.sendForText({ method: 'PUT', objectKey, body });
}

async function beginUpload(client: S3Client, objectKey: string): Promise<Upload> {
  const { text } = await client.sendForText({ method: 'POST', objectKey, query: { uploads: '' } });
  const id = elementText(text, 'UploadId');
  if (id === undefined) throw new Error('The store of files began an upload without an id: the server may not be an S3 store');
  return { objectKey, id, tags: [] };
}

async function addPart(client: S3Client, { objectKey, id, tags }: Upload, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const query = { partNumber: String(tags.length + 1), uploadId: id };
  const { headers } = await client.sendForText({ method: 'PUT', objectKey, query, body });
  tags.push(headers.get('etag') ?? '');
}

async function completeUpload(client: S3Client, { objectKey, id, tags }: Upload): Promise<void> {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`);
  const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const { status, text } = await client.sendForText({ method: 'POST', objectKey, query: { uploadId: id }, body, accepts: [404] });
  if (status === 404) {
    // An earlier attempt whose answer was lost may have completed the upload. Then the object exists.
    const { status: objectStatus } = await client.sendForText({ method: 'HEAD', objectKey, accepts: [404] });
    if (objectStatus !== 404) return;
  }
  // A store may begin its answer before it has finished; then it reports a failure in a body of status 200.
  if (!/<CompleteMultipartUploadResult[\s>]/.test(text))
    throw new StoreUnavailable(new S3Refusal('POST', status, elementText(text, 'Code') ?? ''));
}
