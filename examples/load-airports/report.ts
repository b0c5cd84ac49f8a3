import { appendFileSync } from 'node:fs';

const shownRows = 20;

/** The OpenLineage name of a dataset. */
export type DatasetName = { namespace: string; name: string };

/** Counts rows, logs the first rejected rows, and reports the totals to the engine. */
export class Report {
  processed = 0;
  rejected = 0;
  readonly #file: string | undefined;
  readonly #reasons = new Map<string, number>();

  constructor(file: string | undefined) {
    this.#file = file;
  }

  /** Counts a rejected row. The first twenty get a log line each, the others only appear in the summary. */
  reject(line: number, reason: string, detail: string): void {
    this.rejected += 1;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    if (this.rejected <= shownRows) log('warn', `Rejected line ${line}: ${reason} (${detail})`);
    if (this.rejected === shownRows + 1) log('warn', 'More rows are rejected; the summary counts them by reason');
  }

  /** Logs the number of rejected rows by reason. */
  summarise(): void {
    for (const [reason, count] of this.#reasons) log('warn', `Rejected ${count} rows: ${reason}`);
  }

  /** Reports the current totals to the engine. */
  send(): void {
    this.#append({ processed: this.processed, rejected: this.rejected });
  }

  /** Reports the totals of a component to the engine. */
  sendComponent(component: string, processed: number, rejected: number): void {
    this.#append({ component, processed, rejected });
  }

  /** Reports what the load has read and written, by OpenLineage names. */
  sendDatasets(inputs: readonly DatasetName[], outputs: readonly DatasetName[]): void {
    this.#append({ inputs, outputs });
  }

  #append(line: object): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

/** Writes a log line. The engine reads the severity from its first word. */
export function log(level: 'info' | 'warn' | 'error', message: string): void {
  console.log(`[${level.toUpperCase()}] ${message}`);
}
