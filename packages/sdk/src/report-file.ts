import { appendFileSync } from 'node:fs';

/** A dataset by its name in OpenLineage, such as `postgres://db.example.com:5432` and `shop.public.orders`. */
export type Dataset = { namespace: string; name: string };

/** The file that the engine reads when the run has ended: JSON lines. Without a path, as outside of an engine, nothing is written. */
export class ReportFile {
  readonly #path: string | undefined;

  constructor(path: string | undefined) {
    this.#path = path;
  }

  /** Appends a line. */
  add(line: object): void {
    if (this.#path) appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}

/** Throws a `RangeError` unless a number of rows is a whole number from 0; the engine ignores others. */
export function requireCount(count: number): void {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`The number of rows must be a whole number from 0, not ${count}`);
}
