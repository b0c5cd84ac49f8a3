/** Opens and reads a zip that is not trusted, such as an uploaded one: no number in it is used unchecked. */
import { read } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as yauzl from 'yauzl';

const CHUNK_BYTES = 64 * 1024;

/** The bytes of a zip. */
export type ZipSource = yauzl.RandomAccessReader & { bytes(start: number, length: number): Promise<Buffer> };

/** Opens a zip, in a file or in memory, for as long as `work` runs, or throws if it is none; `source` reads its bytes. */
export async function withZip<T>(zip: string | Buffer, work: (zip: yauzl.ZipFile, source: ZipSource) => Promise<T>): Promise<T> {
  if (typeof zip !== 'string') {
    const source = new MemorySource(zip);
    return work(await openSource(source, zip.length), source);
  }
  const file = await open(zip, 'r');
  try {
    const { size } = await file.stat();
    const source = new FileSource(file, size);
    return await work(await openSource(source, size), source);
  } finally {
    await file.close();
  }
}

// `nameOf` decodes names, because the library would turn backslashes into slashes before they can be refused.
const openSource = (source: ZipSource, size: number): Promise<yauzl.ZipFile> =>
  yauzl.fromRandomAccessReaderPromise(source, size, { decodeStrings: false, autoClose: false });

/** Returns the name of an entry, decoded from its bytes without changes. */
export const nameOf = (entry: yauzl.Entry): string =>
  yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileName as unknown as Buffer, entry.extraFields, true);

type ReadCallback = (error: Error | null, bytesRead?: number) => void;

/**
 * A file that reports every error by a callback. The library's own reader throws for a position beyond 2^53. It does so inside of callbacks, where
 * no code can catch the error: one zip would end the process.
 *
 * Small reads are answered from a block read ahead, because the library reads a directory of 20,000 entries in 40,000 pieces of about 50 bytes.
 */
class FileSource extends yauzl.RandomAccessReader {
  readonly #file: FileHandle;
  readonly #size: number;
  #block: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(start, end), { objectMode: false });
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: ReadCallback): void {
    if (position < 0 || position + length > this.#size) {
      setImmediate(callback, new Error('it refers to a position outside of the file'));
      return;
    }
    if (length > CHUNK_BYTES) return read(this.#file.fd, buffer, offset, length, position, callback);
    const copy = ({ start, bytes }: { start: number; bytes: Buffer }): number =>
      bytes.copy(buffer, offset, position - start, position - start + length);
    const { start, bytes } = this.#block;
    if (position >= start && position + length <= start + bytes.length) {
      setImmediate(callback, null, copy(this.#block));
      return;
    }
    const ahead = Buffer.allocUnsafe(CHUNK_BYTES);
    read(this.#file.fd, ahead, 0, CHUNK_BYTES, position, (error, bytesRead) => {
      if (error) return callback(error);
      this.#block = { start: position, bytes: ahead.subarray(0, bytesRead) };
      callback(null, copy(this.#block));
    });
  }

  /** Returns `length` bytes of the file from `start` on; throws where the file ends before. */
  async bytes(start: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    const bytesRead = await new Promise<number>((resolve, reject) =>
      this.read(buffer, 0, length, start, (error, count = 0) => (error ? reject(error) : resolve(count))),
    );
    if (bytesRead < length) throw new Error('unexpected end of file');
    return buffer;
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

/** A zip in memory, such as a jar in a bundle. */
class MemorySource extends yauzl.RandomAccessReader {
  readonly #content: Buffer;

  constructor(content: Buffer) {
    super();
    this.#content = content;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from([this.#content.subarray(start, end)], { objectMode: false });
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: ReadCallback): void {
    const isInside = position >= 0 && position + length <= this.#content.length;
    if (isInside) this.#content.copy(buffer, offset, position, position + length);
    setImmediate(callback, isInside ? null : new Error('it refers to a position outside of the file'), length);
  }

  bytes(start: number, length: number): Promise<Buffer> {
    if (start + length > this.#content.length) return Promise.reject(new Error('unexpected end of file'));
    return Promise.resolve(this.#content.subarray(start, start + length));
  }
}
