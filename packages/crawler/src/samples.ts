/** Collects the rows of samples as JSON text, and packs samples into portions. The server counts the quality of their columns. */
import type { TextRow } from './databases/database.ts';
import { LARGEST_PART_BYTES, PORTION_BYTES } from './portion-sender.ts';

/** A row with more bytes gets shorter cells, so that each sample has rows. */
const MAX_ROW_BYTES = 2 ** 20;
/** JSON writes a character of a text as up to six bytes. */
const CHARACTER_BYTES = 6;
const PORTION_SAMPLES = 100;
/** A portion of this age is sent after the present table. */
const PORTION_MILLISECONDS = 2000;

/** The rows of one sample. */
export class Sample {
  readonly #rows: string[] = [];
  readonly #maxRows: number;
  /** The first part of its JSON text. */
  readonly #head: string;
  bytes: number;
  /** Whether rows were left out because the sample is too large. */
  isCut = false;

  constructor(technicalName: string, columns: readonly string[], maxRows: number) {
    this.#head = `{"technicalName":${JSON.stringify(technicalName)},"columns":${JSON.stringify(columns)},"rows":[`;
    this.#maxRows = maxRows;
    this.bytes = Buffer.byteLength(this.#head) + 2;
  }

  get count(): number {
    return this.#rows.length;
  }

  get json(): string {
    return `${this.#head}${this.#rows.join(',')}]}`;
  }

  /** Adds a row, with large cells shortened; one that stays too large is left out. Returns false when the sample is full. */
  add(row: TextRow): boolean {
    let text = JSON.stringify(row);
    if (Buffer.byteLength(text) > MAX_ROW_BYTES) text = JSON.stringify(shortened(row));
    const bytes = Buffer.byteLength(text) + 1;
    if (this.bytes + bytes > LARGEST_PART_BYTES) this.isCut = true;
    if (this.isCut) return false;
    this.#rows.push(text);
    this.bytes += bytes;
    return this.#rows.length < this.#maxRows;
  }
}

function shortened(row: TextRow): TextRow {
  const maxCharacters = Math.floor(MAX_ROW_BYTES / CHARACTER_BYTES / row.length);
  return row.map((cell) => cell && cell.slice(0, maxCharacters).toWellFormed());
}

/** The samples of the next portion. */
export class SamplePortion {
  #samples: string[] = [];
  #bytes = 0;
  #since = 0;

  get isEmpty(): boolean {
    return this.#samples.length === 0;
  }

  /** Returns whether the portion must be sent before the sample is added, because together they are too large. */
  isTooSmallFor(sample: Sample): boolean {
    return !this.isEmpty && this.#bytes + sample.bytes > PORTION_BYTES;
  }

  add(sample: Sample): void {
    if (this.isEmpty) this.#since = performance.now();
    this.#samples.push(sample.json);
    this.#bytes += sample.bytes;
  }

  /** Returns whether the portion is large or old enough to be sent. */
  isDue(): boolean {
    if (this.isEmpty) return false;
    return (
      this.#bytes >= PORTION_BYTES || this.#samples.length >= PORTION_SAMPLES || performance.now() - this.#since > PORTION_MILLISECONDS
    );
  }

  /** Returns the content of the portion, and empties it. */
  take(): string {
    const content = `{"kind":"samples","samples":[${this.#samples.join(',')}]}`;
    this.#samples = [];
    this.#bytes = 0;
    return content;
  }
}
