/** Reading an object as a stream: where the line breaks it goes on from the byte it has reached. */
import { setTimeout as wait } from 'node:timers/promises';
import { StoreUnavailable, type ByteRange } from './blob-store.ts';
import type { S3Client } from './s3-client.ts';

/** Breaks after which a reading is given up that gets no further. */
const MOST_BREAKS = 4;
const PAUSE = 100;
/** Milliseconds without a byte after which a line counts as broken. */
const SILENCE = 30_000;

/** The bytes of an object; nothing is asked for before somebody reads. */
export async function* readObject(client: S3Client, place: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
  let position = range?.offset ?? 0;
  const end = range === undefined ? Infinity : range.offset + range.length;
  for (let breaks = 0; position < end;) {
    const partly = position > 0 || end !== Infinity;
    const headers = partly ? { range: `bytes=${position}-${end === Infinity ? '' : end - 1}` } : {};
    const response = await client.send({ method: 'GET', place, headers, takes: [404, 416] });
    if (response.status === 404) {
      await response.body?.cancel();
      throw Object.assign(new Error('The store of files has no such content'), { code: 'ENOENT' });
    }
    // Beyond the end there is nothing.
    if (response.status === 416) return await response.body?.cancel();
    if (partly && response.status !== 206) throw new Error('The store of files does not know how to read a part of an object');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    try {
      for (;;) {
        const chunk = await next(reader);
        if (chunk === undefined) return;
        // Some stores give more than they were asked for.
        const wanted = chunk.subarray(0, Math.min(chunk.length, end - position));
        position += wanted.length;
        breaks = 0;
        yield wanted;
        if (position === end) return;
      }
    } catch (error) {
      breaks += 1;
      if (breaks > MOST_BREAKS) throw new StoreUnavailable(error);
    } finally {
      // Whoever stops reading ends the line.
      await reader.cancel().catch(() => undefined);
    }
    await wait(PAUSE * 2 ** breaks);
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  const silent = Promise.withResolvers<never>();
  const timer = setTimeout(() => silent.reject(new Error(`The store of files sent nothing for ${SILENCE} ms`)), SILENCE);
  try {
    return (await Promise.race([reader.read(), silent.promise])).value;
  } finally {
    clearTimeout(timer);
  }
}
