/** The file of the log. A disk that is full or broken must not end the process: lines wait for the next try, and the oldest stay. */
import { pino } from 'pino';
import { counter, type Metrics } from './metrics.ts';

const failures = counter('millrace_log_write_failures_total', 'Writes to the file of the log that failed.');
const lost = counter('millrace_log_lines_lost_total', 'Lines of the log that were given up, because too many waited to be written.');

/** Metrics of the log file. */
export const logMeasures = [failures, lost];

/** So many bytes of lines wait at most. */
const KEPT_BYTES = 4 * 2 ** 20;

/** A file to which lines are added. */
export class LogFile {
  readonly stream: ReturnType<typeof pino.destination>;
  #isFailing = false;
  #failures = 0;
  #lost = 0;

  /** Opens the file, and makes it for this user only where it is missing; fails where that cannot be. */
  constructor(path: string) {
    this.stream = pino.destination({ dest: path, mkdir: true, mode: 0o600, maxLength: KEPT_BYTES });
    this.stream.on('write', () => (this.#isFailing = false));
    this.stream.on('error', () => {
      this.#isFailing = true;
      this.#failures += 1;
    });
    this.stream.on('drop', () => (this.#lost += 1));
  }

  /** Whether the last write failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Has the numbers of the file told with the others. */
  tell(metrics: Metrics): void {
    const [failed, given] = [metrics.series(failures), metrics.series(lost)];
    metrics.before(async () => {
      failed.set(this.#failures);
      given.set(this.#lost);
    });
  }
}
