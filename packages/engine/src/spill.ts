import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';

const READ_BYTES = 2 ** 20;

/** Text lines kept in a file in the order of their writing: what does not fit in memory while the control plane is away. */
export class Spill {
  readonly #path: string;
  #file: number | undefined;
  #written = 0;
  #read = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Bytes that wait to be read back. */
  get bytes(): number {
    return this.#written - this.#read;
  }

  /** Adds lines, each ending in a line feed; false when the disk takes no more. */
  append(text: string): boolean {
    const bytes = Buffer.from(text);
    try {
      this.#file ??= openSync(this.#path, 'wx+', 0o600);
      for (let done = 0; done < bytes.length;) done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done);
    } catch {
      // What was written in part lies beyond the mark and is overwritten by the next try.
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
    // No line is that long, so a block without an end means that somebody changed the file.
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
      // The folder of the run goes anyway.
    }
  }
}
