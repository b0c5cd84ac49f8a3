/** Reads an object as a stream, and continues at the current byte when a connection breaks. */
import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable, type ByteRange } from './blob-store.ts';
import type { S3Client } from './s3-client.ts';

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
