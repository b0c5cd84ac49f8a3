import { readFileSync } from 'node:fs';
import { RunComponent, type ComponentFields } from './component.ts';
import { declaredTypes, ParameterError, type ParameterValue, valueOf } from './parameter-values.ts';
import { requireCount, type Dataset, ReportFile } from './report-file.ts';

/** The parameters that a program expects, by their names. An empty or absent parameter is undefined. */
export type RunParameters = Record<string, ParameterValue | undefined>;

/** The inputs that a run gets from the engine, and its reports. */
export class BundleRun<P extends RunParameters = RunParameters> {
  /** Id of the execution; empty outside of an engine. */
  readonly executionId = process.env['MILLRACE_EXECUTION_ID'] ?? '';
  /** Name of the task. */
  readonly taskName = process.env['MILLRACE_TASK_NAME'] ?? '';
  /** Aborted when the run is stopped. The program then has 10 seconds to clean up. */
  readonly stop: AbortSignal;
  readonly #texts: Record<string, string>;
  readonly #types: Map<string, string>;
  readonly #report = new ReportFile(process.env['MILLRACE_REPORT']);
  #processed = 0;
  #rejected = 0;
  #isCounted = false;

  constructor(stop: AbortSignal) {
    this.stop = stop;
    const context = process.env['MILLRACE_CONTEXT'];
    this.#texts = context ? (JSON.parse(readFileSync(context, 'utf8')) as Record<string, string>) : {};
    this.#types = declaredTypes('millrace.json');
  }

  /**
   * Returns a parameter by the type that `millrace.json` declares: a number, a boolean, or a text. Throws a `ParameterError` if its text does not fit the
   * type.
   */
  parameter<Name extends keyof P & string>(name: Name): P[Name] {
    const text = this.#given(name);
    return (text === undefined ? undefined : valueOf(name, this.#types.get(name), text)) as P[Name];
  }

  /** Returns a parameter as the text that the run got. Throws a `ParameterError` if there is none. */
  text(name: string): string {
    const text = this.#given(name);
    if (text === undefined) throw new ParameterError(`The run has no parameter ${name}`);
    return text;
  }

  /** Returns the parameters of a connection of the task, such as `{ host, password }`. Throws a `ParameterError` if the task names no such connection. */
  connection(name: string): Record<string, string> {
    const prefix = `connection_${name}_`;
    const found = Object.entries(this.#texts).filter(([key]) => key.startsWith(prefix));
    if (found.length === 0) throw new ParameterError(`The task has no connection ${name}`);
    return Object.fromEntries(found.map(([key, text]) => [key.slice(prefix.length), text]));
  }

  /** Returns the path of a file or folder of the task by its whole name, such as `resource_file_rows`, or throws as `text` does. */
  resource(name: string): string {
    return this.text(name);
  }

  /** Counts processed rows. Throws a `RangeError` unless `rows` is a whole number from 0. */
  processed(rows = 1): void {
    requireCount(rows);
    this.#processed += rows;
    this.#isCounted = true;
  }

  /**
   * Counts rejected rows, and logs the reason as a warning. A run with rejected rows ends as `execution_rejected`. Throws a `RangeError` unless `rows` is
   * a whole number from 0.
   */
  rejected(reason?: string, rows = 1): void {
    requireCount(rows);
    if (reason !== undefined) console.log(`[WARN] ${reason}`);
    this.#rejected += rows;
    this.#isCounted = true;
  }

  /** Begins a step with its own rows and time: `id` is unique in the run, `type` a word such as `csv`. */
  component(id: string, type: string, fields: ComponentFields = {}): RunComponent {
    return new RunComponent(this.#report, id, type, fields);
  }

  /** Reports datasets that the run has read. */
  reads(...inputs: Dataset[]): void {
    this.#report.add({ inputs });
  }

  /** Reports datasets that the run has written. */
  writes(...outputs: Dataset[]): void {
    this.#report.add({ outputs });
  }

  /** Writes the row counts to the report. `withRun` does it at the end. The counts of a later call replace those of an earlier one. */
  reportCounts(): void {
    if (this.#isCounted) this.#report.add({ processed: this.#processed, rejected: this.#rejected });
  }

  #given(name: string): string | undefined {
    return Object.hasOwn(this.#texts, name) && this.#texts[name] !== '' ? this.#texts[name] : undefined;
  }
}

/** Opens the run of this process, for programs that call `reportCounts` and handle errors themselves. SIGTERM aborts `run.stop`. */
export function openRun<P extends RunParameters = RunParameters>(): BundleRun<P> {
  const stopped = new AbortController();
  process.once('SIGTERM', () => stopped.abort(new Error('The run was stopped')));
  return new BundleRun<P>(stopped.signal);
}

/**
 * Runs the program of a bundle and reports its row counts, also when it fails. An error becomes the message of the failed execution, with exit code 1.
 * When the run is stopped, `run.stop` is aborted, and the process ends when the program returns or throws.
 */
export async function withRun<P extends RunParameters = RunParameters>(
  program: (run: BundleRun<P>) => Promise<void> | void,
): Promise<void> {
  const run = openRun<P>();
  try {
    await program(run);
  } catch (error) {
    process.exitCode = 1;
    if (!run.stop.aborted) console.error(`ERROR: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  } finally {
    run.reportCounts();
  }
}
