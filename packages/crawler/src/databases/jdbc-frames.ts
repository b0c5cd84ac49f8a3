/** The frames between the crawl and its Java program: a number of texts, and each text as its length in bytes (-1 for none) and its bytes. */
import type { Readable } from 'node:stream';
import type { TextRow } from './database.ts';

const LENGTH_BYTES = 4;

/** Returns a frame. */
export function jdbcFrame(texts: TextRow): Buffer {
  const parts = texts.flatMap((text) => {
    const bytes = Buffer.from(text ?? '');
    return [numberBytes(text === null ? -1 : bytes.length), bytes];
  });
  return Buffer.concat([numberBytes(texts.length), ...parts]);
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Yields the frames of a stream until it ends. */
export async function* framesOf(stream: Readable): AsyncGenerator<TextRow> {
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let first = firstFrame(rest); first; first = firstFrame(rest)) {
        rest = rest.subarray(first.end);
        yield first.texts;
      }
    }
  } catch {
    // A program that did not start has no stream: it ends here, too.
  }
}

/** Returns the first frame, if it has arrived whole, and where it ends. */
function firstFrame(bytes: Buffer): { texts: TextRow; end: number } | undefined {
  if (bytes.length < LENGTH_BYTES) return undefined;
  const texts: TextRow = [];
  let end = LENGTH_BYTES;
  for (let count = bytes.readInt32BE(0); count > 0; count -= 1) {
    if (bytes.length < end + LENGTH_BYTES) return undefined;
    const length = bytes.readInt32BE(end);
    end += LENGTH_BYTES;
    if (bytes.length < end + length) return undefined;
    texts.push(length < 0 ? null : bytes.toString('utf8', end, end + length));
    end += Math.max(length, 0);
  }
  return { texts, end };
}
