import { requireCount, type ReportFile } from './report-file.ts';

/** Further fields of a component, as `GET /monitoring/observability/executions/{executionId}/component` shows them. */
export type ComponentFields = {
  connector_label?: string;
  target_connector_type?: string;
  target_label?: string;
  target_id?: string;
  connection_type?: string;
  connection_name?: string;
  process_id?: string;
  job_name?: string;
};

/** A step of a run, such as reading a file: its rows and its time, from `run.component()` to `end()`. */
export class RunComponent {
  readonly #report: ReportFile;
  readonly #fields: object;
  readonly #startMs = performance.now();
  #processed = 0;
  #rejected = 0;
  #hasEnded = false;

  constructor(report: ReportFile, id: string, type: string, fields: ComponentFields) {
    this.#report = report;
    const startSeconds = (performance.timeOrigin + this.#startMs) / 1000;
    this.#fields = { connector_type: type, connector_id: id, ...fields, component_start_time_seconds: startSeconds };
  }

  /** Counts rows that went through the step. Throws a `RangeError` unless `rows` is a whole number from 0. */
  processed(rows = 1): void {
    requireCount(rows);
    this.#processed += rows;
  }

  /** Counts rows that the step left out. Throws a `RangeError` unless `rows` is a whole number from 0. */
  rejected(rows = 1): void {
    requireCount(rows);
    this.#rejected += rows;
  }

  /** Ends the step and reports it. `fault` is the error with which it failed. Another call does nothing. */
  end(fault?: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const component = {
      ...this.#fields,
      component_connection_rows_total: this.#processed,
      component_execution_duration_milliseconds: Math.round(performance.now() - this.#startMs),
      ...(fault && { stacktrace: fault.stack ?? String(fault) }),
    };
    this.#report.add({ component, processed: this.#processed, rejected: this.#rejected });
  }
}
