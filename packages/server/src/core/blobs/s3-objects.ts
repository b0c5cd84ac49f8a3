/** Reads an object as a stream, which continues when a connection breaks, and uploads content: small content in one request, other content in parts. */
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type ByteRange, StoreUnavailable } from './blob-store.ts';
import { type S3Client, S3Refusal } from './s3-client.ts';

/** The largest number of broken connections in a row without a byte in between. */
const MAX_BREAKS = 4;
const PAUSE_MILLISECONDS = 100;
/** Milliseconds without a byte after which a connection counts as broken. */
const SILENCE_TIMEOUT = 30_000;

/** Yields the bytes of an object. It sends no request before the first read. */
export async function* readObject(client: S3Client, objectKey: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
  let position = range?.offset ?? 0;
  const end = range === undefined ? Infinity : range.offset + range.length;
  for (let breaks = 0; position < end;) {
    const isRange = position > 0 || end !== Infinity;
    const headers = isRange ? { range: `bytes=${position}-${end === Infinity ? '' : end - 1}` } : {};
    const response = await client.send({ method: 'GET', objectKey, headers, accepts: [404, 416] });
    if (response.status === 404) {
      await response.body?.cancel();
      throw Object.assign(new Error('The store of files has no such content'), { code: 'ENOENT' });
    }
    // The range begins at or after the end of the object.
    if (response.status === 416) return await response.body?.cancel();
    if (isRange && response.status !== 206) throw new Error('The store of files does not support reading a part of an object');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    try {
      for (;;) {
        const chunk = await next(reader);
        if (chunk === undefined) return;
        // Some stores send more bytes than the range has.
        const bytes = chunk.subarray(0, Math.min(chunk.length, end - position));
        position += bytes.length;
        breaks = 0;
        yield bytes;
        if (position === end) return;
      }
    } catch (error) {
      breaks += 1;
      if (breaks > MAX_BREAKS) throw new StoreUnavailable(error);
    } finally {
      // A caller that stops reading closes the connection.
      await reader.cancel().catch(() => undefined);
    }
    await wait(PAUSE_MILLISECONDS * 2 ** breaks);
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  const silent = Promise.withResolvers<never>();
  const timer = setTimeout(() => silent.reject(new Error(`The store of files sent nothing for ${SILENCE_TIMEOUT} ms`)), SILENCE_TIMEOUT);
  try {
    return (await Promise.race([reader.read(), silent.promise])).value;
  } finally {
    clearTimeout(timer);
  }
}

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

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the text of the first element with a name; undefined if there is none. */
export function elementText(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, word?: string) => {
    if (word !== undefined) return ENTITIES[word] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
  });
}

/** Returns the inner XML of all elements with a name; elements of that name must not be nested. */
export const elementsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inside = '']) => inside);
