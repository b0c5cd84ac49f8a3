/** Reads an object as a stream, which continues when a connection breaks, and uploads content: small content in one request, other content in parts. */
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type ByteRange, StoreUnavailable } from './blob-store.ts';
import { type BucketClient, S3Refusal } from './s3-client.ts';

/** The largest number of broken connections in a row without a byte in between. */
const MAX_BREAKS = 4;
const PAUSE_MILLISECONDS = 100;
/** Milliseconds without a byte after which a connection counts as broken. */
const SILENCE_TIMEOUT = 30_000;

/** Yields the bytes of an object. It sends no request before the first read. It continues a broken answer some times, then throws. */
export async function* readObject(client: BucketClient, objectKey: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
  let position = range?.offset ?? 0;
  const end = range === undefined ? Infinity : range.offset + range.length;
  for (let breaks = 0; position < end;) {
    const isRange = position > 0 || end !== Infinity;
    const body = await openObject(client, objectKey, isRange ? `bytes=${position}-${end === Infinity ? '' : end - 1}` : undefined);
    if (body === undefined) return;
    const chunks = body.iterator() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        const chunk = await next(chunks);
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
      body.destroy();
    }
    await wait(PAUSE_MILLISECONDS * 2 ** breaks);
  }
}

/** Opens an object, or a range of it; undefined if the range begins at or after the end of the object. */
async function openObject(client: BucketClient, objectKey: string, range: string | undefined): Promise<Readable | undefined> {
  try {
    const { Body, $metadata } = await client.send(
      new GetObjectCommand({ Bucket: client.bucket, Key: objectKey, ...(range !== undefined && { Range: range }) }),
    );
    const body = Body as Readable;
    if (range === undefined || $metadata.httpStatusCode === 206) return body;
    body.destroy();
  } catch (error) {
    if (!(error instanceof S3Refusal)) throw error;
    if (error.status === 416) return undefined;
    if (error.status === 404) throw Object.assign(new Error('The store of files has no such content'), { code: 'ENOENT' });
    throw error;
  }
  throw new Error('The store of files does not support reading a part of an object');
}

async function next(chunks: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const silent = Promise.withResolvers<never>();
  const timer = setTimeout(() => silent.reject(new Error(`The store of files sent nothing for ${SILENCE_TIMEOUT} ms`)), SILENCE_TIMEOUT);
  try {
    const { done, value } = await Promise.race([chunks.next(), silent.promise]);
    return done ? undefined : value;
  } finally {
    clearTimeout(timer);
  }
}

/** The largest number of parts of an upload. Each part except the last must have 5 MiB to 5 GiB. */
const MAX_PARTS = 10_000;

/** The size of a part in bytes: each upload has two parts in memory. */
export const PART_BYTES = 8 * 2 ** 20;

/** An upload in parts that has begun. */
type Upload = { Bucket: string; Key: string; UploadId: string };

/** Uploads a stream. After a failure it removes the object and the parts, if the store can be reached, and throws. */
export async function sendObject(
  client: BucketClient,
  objectKey: string,
  content: Readable,
  options: { partBytes: number; size?: number },
): Promise<void> {
  const bytes = Math.max(options.partBytes, Math.ceil((options.size ?? 0) / MAX_PARTS));
  const at = { Bucket: client.bucket, Key: objectKey };
  const tags: string[] = [];
  let upload: Upload | undefined;
  try {
    for await (const part of partsOf(content, bytes)) {
      // Only the last part may be smaller. If it is also the first, the content needs no multipart upload.
      if (upload === undefined && part.length < bytes) return void (await client.send(new PutObjectCommand({ ...at, Body: part })));
      if (upload === undefined) {
        const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
        if (!UploadId) throw new Error('The store of files began an upload without an id: the server may not be an S3 store');
        upload = { ...at, UploadId };
      }
      const { ETag = '' } = await client.send(new UploadPartCommand({ ...upload, PartNumber: tags.length + 1, Body: part }));
      tags.push(ETag);
    }
    if (upload === undefined) return void (await client.send(new PutObjectCommand({ ...at, Body: Buffer.alloc(0) })));
    await completeUpload(client, upload, tags);
  } catch (error) {
    // If this fails, the timer for leftovers removes the parts later.
    if (upload !== undefined) await abortUpload(client, upload, 1).catch(() => undefined);
    // The store may have the object although its answer was lost.
    if (error instanceof StoreUnavailable) await client.send(new DeleteObjectCommand(at), { attempts: 1 }).catch(() => undefined);
    throw error;
  }
}

/** Aborts an upload, and removes its parts. */
export async function abortUpload(client: BucketClient, upload: Upload, attempts?: number): Promise<void> {
  await client.sendUnless([404], new AbortMultipartUploadCommand(upload), attempts === undefined ? {} : { attempts });
}

/** Cuts a stream into parts of one size; the last part may be smaller. */
async function* partsOf(content: Readable, bytes: number): AsyncGenerator<Buffer> {
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

async function completeUpload(client: BucketClient, upload: Upload, tags: readonly string[]): Promise<void> {
  const Parts = tags.map((ETag, index) => ({ PartNumber: index + 1, ETag }));
  const done = await client.sendUnless([404], new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  if (done?.ETag !== undefined) return;
  // An earlier attempt whose answer was lost may have completed the upload. Then the object exists.
  const { Bucket, Key } = upload;
  if (done === undefined && (await client.sendUnless([404], new HeadObjectCommand({ Bucket, Key })))) return;
  throw new StoreUnavailable(new S3Refusal('CompleteMultipartUpload', done?.$metadata.httpStatusCode ?? 404, ''));
}
