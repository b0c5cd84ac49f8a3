/** Zips of others, as the server takes them in and the engine unpacks them: opened and read without trusting a single number in them. */
import { read } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as yauzl from 'yauzl';
import type { BundleEntry } from './bundles.ts';

const CHUNK_BYTES = 64 * 1024;

/** Opens a zip for as long as `work` runs. */
export async function withZip<T>(path: string, work: (zip: yauzl.ZipFile) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    // Names are decoded by the caller: left to itself the library turns backslashes into slashes before anybody sees them.
    const options = { decodeStrings: false, autoClose: false };
    return await work(await yauzl.fromRandomAccessReaderPromise(new FileSource(file, size), size, options));
  } finally {
    await file.close();
  }
}

/** The name of an entry as its bytes give it. */
export const nameOf = (entry: yauzl.Entry): string =>
  yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileName as unknown as Buffer, entry.extraFields, true);

/** What the rules of bundles ask of an entry. */
export const factsOf = (entry: yauzl.Entry): BundleEntry => ({
  name: nameOf(entry),
  packedBytes: entry.compressedSize,
  unpackedBytes: entry.uncompressedSize,
  externalAttributes: entry.externalFileAttributes,
  encrypted: entry.isEncrypted(),
});

/** Unpacks a small entry; one that is larger than `mostBytes`, or turns out larger than it says, is an error. */
export async function readSmallEntry(zip: yauzl.ZipFile, entry: yauzl.Entry, mostBytes: number): Promise<string> {
  if (entry.uncompressedSize > mostBytes) throw new Error(`it is larger than ${mostBytes} bytes`);
  const chunks: Buffer[] = [];
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

type ReadCallback = (error: Error | null, bytesRead?: number) => void;

/**
 * A file that answers every request with a call back. The library's own reader throws for a place beyond 2^53, and as it reads on from inside of
 * call backs, nobody could catch that: one zip would end the process.
 */
class FileSource extends yauzl.RandomAccessReader {
  readonly #file: FileHandle;
  readonly #size: number;

  constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(start, end), { objectMode: false });
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: ReadCallback): void {
    if (position >= 0 && position + length <= this.#size) read(this.#file.fd, buffer, offset, length, position, callback);
    else setImmediate(callback, new Error('it points to a place outside of itself'));
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(Math.min(CHUNK_BYTES, end - at)), 0, null, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}
