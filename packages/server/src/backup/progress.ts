/** The progress of a long backup or restore. */
import { monotonicMilliseconds } from '../core/base/clock.ts';

/** Milliseconds between two lines about content. */
const REPORT_INTERVAL = 5000;
/** A table of at least this many rows gets a line. */
const LARGE_TABLE_ROWS = 1_000_000;

/** Writes lines about what has been copied, restored or checked. */
export class Progress {
  readonly #say: (line: string) => void;
  #files = 0;
  #bytes = 0;
  #reportedAt = monotonicMilliseconds();

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Counts a file of content, and reports now and then. */
  countFile(bytes: number): void {
    this.#files += 1;
    this.#bytes += bytes;
    if (monotonicMilliseconds() - this.#reportedAt < REPORT_INTERVAL) return;
    this.#reportedAt = monotonicMilliseconds();
    this.#say(`${this.#files} files of content (${megabytes(this.#bytes)}) …`);
  }

  /** Reports a table if it is large. */
  reportTable(name: string, rows: number): void {
    if (rows >= LARGE_TABLE_ROWS) this.#say(`Table ${name}, ${rows} rows …`);
  }
}

/** Formats bytes in MiB. */
export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
