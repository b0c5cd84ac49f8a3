import { appendFileSync } from 'node:fs';

const shownRows = 20;

/** Counts rows, logs each of the first rejected ones, and reports the totals to the engine. */
export class Report {
  processed = 0;
  rejected = 0;
  readonly #file: string | undefined;
  readonly #reasons = new Map<string, number>();

  constructor(file: string | undefined) {
    this.#file = file;
  }

  /** Counts one rejected row; beyond the first twenty only the summary tells. */
  reject(line: number, reason: string, detail: string): void {
    this.rejected += 1;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    if (this.rejected <= shownRows) log('warn', `Rejected line ${line}: ${reason} (${detail})`);
    if (this.rejected === shownRows + 1) log('warn', 'More rows are rejected; the summary counts them by reason');
  }

  /** Logs how many rows each reason has cost. */
  summarise(): void {
    for (const [reason, count] of this.#reasons) log('warn', `Rejected ${count} rows: ${reason}`);
  }

  /** Tells the engine the totals so far. */
  send(): void {
    this.#append({ processed: this.processed, rejected: this.rejected });
  }

  /** Tells the engine the totals of one step of the work. */
  sendComponent(component: string, processed: number, rejected: number): void {
    this.#append({ component, processed, rejected });
  }

  #append(line: object): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

/** Writes one log line; its first word is what the engine reads the severity from. */
export function log(level: 'info' | 'warn' | 'error', message: string): void {
  console.log(`[${level.toUpperCase()}] ${message}`);
}
