/** Tells how a long copy gets on. */
import { monotonicMilliseconds } from '../core/base/clock.ts';

/** Milliseconds between two lines. */
const PAUSE = 5000;
/** Rows from which a table has a line of its own. */
const MANY = 1_000_000;

/** Says now and then what has been copied. */
export class Progress {
  readonly #say: (line: string) => void;
  #files = 0;
  #bytes = 0;
  #said = monotonicMilliseconds();

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** A file of content was copied. */
  file(bytes: number): void {
    this.#files += 1;
    this.#bytes += bytes;
    if (monotonicMilliseconds() - this.#said < PAUSE) return;
    this.#said = monotonicMilliseconds();
    this.#say(`${this.#files} files of content (${megabytes(this.#bytes)}) …`);
  }

  /** A table was copied. */
  table(name: string, rows: number): void {
    if (rows >= MANY) this.#say(`Table ${name}, ${rows} rows …`);
  }
}

/** Bytes as people read them. */
export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
