/**
 * The destination of the log: a file that is rotated when it is large, or standard output. A full or broken disk must not end the process: lines are kept
 * in memory until the next attempt, and when there are too many, the newest are dropped.
 */
import { statSync } from 'node:fs';
import { LOG_BOUNDS, rotateLog, type LogBounds } from '@millrace/wire/process-log';
import { pino } from 'pino';
import { counter, type Metrics } from './metrics.ts';

const failures = counter('millrace_log_write_failures_total', 'Writes to the file of the log that failed.');
const lost = counter('millrace_log_lines_lost_total', 'Lines of the log that were dropped, because too many waited to be written.');

/** Metrics of the log file. */
export const logMetrics = [failures, lost];

/** The maximum number of bytes that are kept in memory. */
const KEPT_BYTES = 4 * 2 ** 20;
const STANDARD_OUTPUT = 1;

/** A log file or standard output. */
export class LogFile {
  readonly stream: ReturnType<typeof pino.destination>;
  /** Whether the destination is a terminal. */
  readonly isTerminal: boolean;
  /** Settles when the file is open, or could not be opened. A process that ends before that would print a stack. */
  readonly opened: Promise<void>;
  #isFailing = false;
  #failures = 0;
  #lost = 0;

  /** Opens the file; a new one is readable only by this user. Fails if it cannot be opened. Without a path it is standard output. */
  constructor(path: string | undefined, bounds: LogBounds = LOG_BOUNDS) {
    this.isTerminal = path === undefined && process.stdout.isTTY;
    this.stream = pino.destination({ dest: path ?? STANDARD_OUTPUT, mkdir: true, mode: 0o600, maxLength: KEPT_BYTES });
    this.opened = new Promise((resolve) => {
      this.stream.once('ready', resolve).once('error', () => resolve());
    });
    this.stream.on('write', () => (this.#isFailing = false));
    this.stream.on('error', () => this.#failed());
    this.stream.on('drop', () => (this.#lost += 1));
    if (path !== undefined) this.#rotateWhenLarge(path, bounds);
  }

  /** Whether the last write failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Adds the metrics of the file to those of the process. */
  report(metrics: Metrics): void {
    const [failed, dropped] = [metrics.series(failures), metrics.series(lost)];
    metrics.beforeRead(async () => {
      failed.set(this.#failures);
      dropped.set(this.#lost);
    });
  }

  #failed(): void {
    this.#isFailing = true;
    this.#failures += 1;
  }

  #rotateWhenLarge(path: string, { bytes, kept }: LogBounds): void {
    let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    // A stream that is ending ignores `reopen` and writes the rest into the renamed file. Further rotations would then delete that file.
    let isReopening = false;
    const reopened = (): void => void (isReopening = false);
    this.stream.on('ready', reopened).on('error', reopened);
    this.stream.on('write', (written: number) => {
      size += written;
      if (size < bytes || isReopening) return;
      try {
        rotateLog(path, kept);
        isReopening = true;
        this.stream.reopen();
        size = 0;
      } catch {
        this.#failed();
        // Until the next attempt, lines are still written into the large file; an attempt for each line would cost too much.
        size = bytes - bytes / 16;
      }
    });
  }
}
