/** Reads what a job archive says about itself in its log: its first error, its return code and its row counts. */
import type { LogLine } from '@millrace/wire/log-chunks';
import { namesException, statedSeverity } from '../logs/severity.ts';
import { countsOfLine, type RowCounts } from './row-counts.ts';

/** An error with its exception and the innermost cause of it. A wrapper only says that a child job has failed. */
type JobError = { component?: string; exception?: string; cause?: string; isWrapper?: boolean };
/** The place in one stream: the error whose stack trace is read, and whether its exception is still to come. */
type Place = { error?: JobError | undefined; awaitsException: boolean };

/** Studio before 6.0 names no job. */
const COMPONENT_ERROR = /^Exception in component [\w.-]+(?: \(.{1,200}\))?$/;
/** The line of an exception whose class has an unusual name. */
const CLASS = /^(?:[\w$]+\.)+[\w$]+(?::|$)/;
const WRAPPER = /Child job (?:running failed|return(?:s|ed)? )/;
const THREAD = /^Exception in thread "[^"]*" /;
const MAIN_THREAD = /^Exception in thread "main" /;
/** Java cannot use the class of the job; the next line may say why. */
const LAUNCHER = /^Error: (?=(?:Unable to initialize|Could not find or load|LinkageError occurred while loading) main class )/;
const CAUSE = /^(?:Caused by: |\t(?=(?:[\w$]+\.)+[\w$]+Error: ))(.+)/;
const FINISHED = /\bTalendJob: '[^']+' - Finished - status: \S+ returnCode: (-?\d{1,10})\s*$/;

/** The first errors that are kept to find the real one among them, and the components whose rows are counted: a log may name any number of both. */
const [MOST_ERRORS, MOST_COMPONENTS] = [1000, 10_000];

/** What the log of a job archive says about its run. */
export class JobOutput {
  readonly #places = { STDOUT: { awaitsException: false } as Place, STDERR: { awaitsException: false } as Place };
  /** The first errors of components and of the main thread, and the number of all: they can end the job. */
  readonly #failures: JobError[] = [];
  #failed = 0;
  /** The first error among the other ones, which the job may survive, and their number. */
  #other: JobError | undefined;
  #others = 0;
  /** The last plain line on stderr before the first error of a component, such as the message of a child job whose component only prints it. */
  #plain: string | undefined;
  /** The row counts of its last line with counters. */
  counts: RowCounts | undefined;
  readonly #statistics = new RowStatistics();
  /** The return code that the job states last: a parent job states its own after those of its children. */
  returnCode: number | undefined;

  add(lines: readonly LogLine[]): void {
    for (const line of lines) {
      this.counts = countsOfLine(line.message) ?? this.counts;
      this.#statistics.add(line.message);
      const finished = FINISHED.exec(line.message)?.[1];
      if (finished !== undefined) this.returnCode = Number(finished);
      if (line.type !== 'SYSTEM') this.#read(line, this.#places[line.type]);
    }
  }

  /** The row counts by the statistics of its components, which log4j prints; undefined without any. */
  get statistics(): RowCounts | undefined {
    return this.#statistics.counts;
  }

  /**
   * The first error with its innermost cause, and the number of those that followed: what comes later is often a consequence. The error of a component
   * or of the main thread counts before other ones, and that of a child job before that of its parent.
   * @rule bundles.job-archive.first-error
   */
  get firstError(): string | undefined {
    const failures = this.#failures;
    const real = failures.find((one) => !one.isWrapper);
    const wrapper = failures[0] && (this.#plain === undefined ? failures[0] : { exception: this.#plain });
    const chosen = real ?? this.#other ?? wrapper;
    if (!chosen) return undefined;
    const found = this.#failed + (chosen === this.#other ? this.#others : 0);
    const further = failures.includes(chosen) || chosen === this.#other ? found - 1 : found;
    const count = further > 0 ? ` (and ${further} more error${further === 1 ? '' : 's'})` : '';
    return textOf(chosen).slice(0, 1000) + count;
  }

  #read(line: LogLine, place: Place): void {
    const { message } = line;
    const cause = CAUSE.exec(message)?.[1];
    if (COMPONENT_ERROR.test(message)) {
      place.awaitsException = true;
      this.#fail(place, { component: message });
    } else if (place.awaitsException) {
      place.awaitsException = false;
      if (!namesException(message) && !CLASS.test(message)) return void (place.error = undefined);
      Object.assign(place.error ?? {}, { exception: message, isWrapper: WRAPPER.test(message) });
    } else if (MAIN_THREAD.test(message) || LAUNCHER.test(message)) {
      this.#fail(place, { exception: message.replace(MAIN_THREAD, '').replace(LAUNCHER, ''), isWrapper: WRAPPER.test(message) });
    } else if (place.error && statedSeverity(message) !== undefined) {
      // A later cause belongs to this line.
      place.error = undefined;
    } else if (cause !== undefined) {
      if (place.error) place.error.cause = cause;
    } else if (namesException(message)) {
      place.error = { exception: message.replace(THREAD, '') };
      this.#others += 1;
      this.#other ??= place.error;
    } else if (line.severity === 'ERROR' || line.severity === 'FATAL') this.#readPlain(line);
  }

  #fail(place: Place, error: JobError): void {
    place.error = error;
    this.#failed += 1;
    if (this.#failures.length < MOST_ERRORS) this.#failures.push(error);
  }

  #readPlain({ message, type }: LogLine): void {
    if (type !== 'STDERR' || /^\s|^$|^\.\.\. \d+ /.test(message) || this.#failures.length > 0) return;
    if (statedSeverity(message) === undefined) this.#plain = message;
  }
}

const WRITTEN = /\b(t[A-Z]\w*_\d+) - Written records? count: (\d{1,15})\b/;
const STORED = /\b(t[A-Z]\w*_\d+) - Has (inserted|updated|deleted|rejected) (\d{1,15}) record/;
const PRINTED = /\b(t[A-Z]\w*_\d+) - Printed row count: (\d{1,15})\b/;

/**
 * The statistics that components print. Rows may be printed on their way to a file or a table, so the printed ones count only where none was written.
 * @rule bundles.job-archive.statistics
 */
class RowStatistics {
  readonly #written = new Map<string, number>();
  readonly #printed = new Map<string, number>();
  #rejected: number | undefined;

  add(message: string): void {
    if (message.length > 2000 || !/ count: | - Has /.test(message)) return;
    const [written, stored, printed] = [WRITTEN, STORED, PRINTED].map((form) => form.exec(message));
    if (stored?.[2] === 'rejected') this.#rejected = (this.#rejected ?? 0) + Number(stored[3]);
    else if (stored) count(this.#written, stored[1], stored[3]);
    else if (written) count(this.#written, written[1], written[2]);
    else if (printed) count(this.#printed, printed[1], printed[2]);
  }

  get counts(): RowCounts | undefined {
    const last = this.#written.size > 0 ? this.#written : this.#printed;
    if (last.size === 0 && this.#rejected === undefined) return undefined;
    const processed = [...last.values()].reduce((sum, one) => sum + one, 0);
    return { ...(last.size > 0 && { processed }), ...(this.#rejected !== undefined && { rejected: this.#rejected }) };
  }
}

/** A component in a loop prints its count several times. */
function count(rows: Map<string, number>, component = '', text = ''): void {
  if (!rows.has(component) && rows.size === MOST_COMPONENTS) return;
  rows.set(component, (rows.get(component) ?? 0) + Number(text));
}

function textOf({ component, exception, cause }: JobError): string {
  const first = [component, exception].filter((one) => one !== undefined).join(': ');
  return cause === undefined ? first : `${first}, caused by ${cause}`;
}
