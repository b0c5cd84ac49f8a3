import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';

const READ_BYTES = 2 ** 20;

/** A queue of text lines in a file, for lines that do not fit in memory while the control plane cannot be reached. */
export class Spill {
  readonly #path: string;
  #file: number | undefined;
  #written = 0;
  #read = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Bytes in the queue. */
  get bytes(): number {
    return this.#written - this.#read;
  }

  /** Adds lines, each ending in a line feed; false if they could not be written. */
  append(text: string): boolean {
    const bytes = Buffer.from(text);
    try {
      this.#file ??= openSync(this.#path, 'wx+', 0o600);
      for (let done = 0; done < bytes.length;) done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done);
    } catch {
      // A partial write lies beyond `#written`, and the next call overwrites it.
      return false;
    }
    this.#written += bytes.length;
    return true;
  }

  /** Takes some of the oldest lines, without their line feeds. */
  take(): string[] {
    if (this.#file === undefined || this.bytes === 0) return [];
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, this.bytes));
    const length = readSync(this.#file, buffer, 0, buffer.length, this.#read);
    const end = buffer.lastIndexOf(10, length - 1) + 1;
    // No line is as long as a block, so a block without a line feed means that the file was changed from outside.
    this.#read += end === 0 ? this.bytes : end;
    if (this.bytes === 0) {
      ftruncateSync(this.#file, 0);
      this.#written = 0;
      this.#read = 0;
    }
    return end === 0 ? [] : buffer.toString('utf8', 0, end - 1).split('\n');
  }

  /** Removes the file. */
  close(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    this.#written = 0;
    this.#read = 0;
    try {
      unlinkSync(this.#path);
    } catch {
      // The folder of the run is removed anyway.
    }
  }
}
