/** Sending content to a bucket: at once where it is small, else in parts that count only together. */
import type { Readable } from 'node:stream';
import { StoreUnavailable } from './blob-store.ts';
import { S3Refusal, type S3Client } from './s3-client.ts';
import { elementText } from './s3-texts.ts';

/** What a store takes as a part, the last one aside, is between 5 MiB and 5 GiB, and no upload has more than 10,000. */
const MOST_PARTS = 10_000;

/** Bytes of a part: each upload holds two of them in memory. */
export const PART_BYTES = 8 * 2 ** 20;

/** Sends a stream; what breaks leaves no object and no parts behind, as far as the store can be reached. */
export async function sendObject(
  client: S3Client,
  place: string,
  content: Readable,
  options: { partBytes: number; size?: number },
): Promise<void> {
  const bytes = Math.max(options.partBytes, Math.ceil((options.size ?? 0) / MOST_PARTS));
  let upload: Upload | undefined;
  try {
    for await (const part of partsOf(content, bytes)) {
      // Only the last part is smaller, and the only one of content that needs no parts.
      if (upload === undefined && part.length < bytes) return await putWhole(client, place, part);
      upload ??= await begin(client, place);
      await add(client, upload, part);
    }
    if (upload === undefined) return await putWhole(client, place, new Uint8Array(0));
    await complete(client, upload);
  } catch (error) {
    // What cannot be undone now is found by the search for leftovers.
    if (upload !== undefined) await abort(client, place, upload.id, true).catch(() => undefined);
    // The content may have arrived although its answer did not.
    if (error instanceof StoreUnavailable)
      await client.sendForText({ method: 'DELETE', place, takes: [404], once: true }).catch(() => undefined);
    throw error;
  }
}

/** Ends an upload that nobody will complete, and removes its parts. */
export async function abort(client: S3Client, place: string, uploadId: string, once = false): Promise<void> {
  await client.sendForText({ method: 'DELETE', place, query: { uploadId }, takes: [404], once });
}

type Upload = { place: string; id: string; tags: string[] };

/** Cuts a stream into pieces of one size; the last may be smaller. */
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

async function putWhole(client: S3Client, place: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  await client.sendForText({ method: 'PUT', place, body });
}

async function begin(client: S3Client, place: string): Promise<Upload> {
  const { text } = await client.sendForText({ method: 'POST', place, query: { uploads: '' } });
  const id = elementText(text, 'UploadId');
  if (id === undefined) throw new Error('The store of files began an upload without an id: what answers there may be no S3 store');
  return { place, id, tags: [] };
}

async function add(client: S3Client, { place, id, tags }: Upload, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const query = { partNumber: String(tags.length + 1), uploadId: id };
  const { headers } = await client.sendForText({ method: 'PUT', place, query, body });
  tags.push(headers.get('etag') ?? '');
}

async function complete(client: S3Client, { place, id, tags }: Upload): Promise<void> {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`);
  const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const { status, text } = await client.sendForText({ method: 'POST', place, query: { uploadId: id }, body, takes: [404] });
  if (status === 404) {
    // A try whose answer was lost has completed it: then the upload is gone and the object is there.
    const { status: found } = await client.sendForText({ method: 'HEAD', place, takes: [404] });
    if (found !== 404) return;
  }
  // A store that begins its answer early tells of a failure in a body of status 200.
  if (!/<CompleteMultipartUploadResult[\s>]/.test(text))
    throw new StoreUnavailable(new S3Refusal('POST', status, elementText(text, 'Code') ?? ''));
}
