/** The server's own log: JSON lines with request ids, readable ones on a terminal. Known fields of secrets and tokens of Millrace are left out. */
import fs, { statSync } from 'node:fs';
import { LOG_BOUNDS, type LogBounds, readableLine, rotateLog } from '@millrace/wire/process-log';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { counter, type Metrics } from './metrics.ts';

/** The server's log. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** A log and its destination; undefined for a log that writes to standard output by itself. */
export type OpenLog = Logger & { destination?: LogDestination };

/** Makes the log; without a destination it goes to standard output, and no failure of a write is noticed. */
export function createLog(level: string, destination?: LogDestination): OpenLog {
  const options: LoggerOptions = {
    level,
    base: { program: 'server' },
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (name) => ({ level: name }) },
    redact: ['req.headers.authorization', 'token', 'password', 'credential', '*.token', '*.password', '*.credential'],
    serializers: { err: errorFields },
    hooks: { streamWrite: destination?.isTerminal === true ? (line) => readableLine(withoutTokens(line)) : withoutTokens },
  };
  return destination === undefined ? pino(options) : Object.assign(pino(options, destination.stream), { destination });
}

type ErrorFields = { type: string; message: string; stack?: string; code?: unknown; constraint?: unknown; cause?: ErrorFields | string };

/** The fields of an error that are logged. Others may hold data of callers: the database puts whole rows into `detail`. */
function errorFields(error: unknown): ErrorFields | string {
  if (!(error instanceof Error)) return String(error);
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
  };
}

/** Tokens have known prefixes, so they are found in any line, for example in a URL or in a message of a library. */
const withoutTokens = (line: string): string => line.replaceAll(/\b(mr[a-z]_)[\w-]{6,}|\b(bearer )[^\s"\\]+/gi, '$1$2…');

const failures = counter('millrace_log_write_failures_total', 'Writes to the file of the log that failed.');
const lost = counter('millrace_log_lines_lost_total', 'Lines of the log that were dropped, because too many waited to be written.');

/** Metrics of the log file. */
export const logMetrics = [failures, lost];

/** The maximum number of bytes that are kept in memory. */
const KEPT_BYTES = 4 * 2 ** 20;
const STANDARD_OUTPUT = 1;

/** The number of times that the last lines of a process are written again while a pipe is full; a tenth of a second passes between two of them. */
const LAST_TRIES = 20;

/**
 * Lets a process end when its last lines cannot be written. They are written by `flushSync` when it ends; sonic-boom 4.2 calls `fs.writeSync` for it, and
 * repeats a call that fails for ever. The lines that a full disk does not take are lost.
 */
function letProcessEnd(stream: LogDestination['stream']): void {
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    const { writeSync } = fs;
    let tries = 0;
    fs.writeSync = (file: number, data: string | NodeJS.ArrayBufferView) => {
      try {
        return typeof data === 'string' ? writeSync(file, data) : writeSync(file, data);
      } catch (error) {
        tries += 1;
        if (tries < LAST_TRIES && error instanceof Error && 'code' in error && error.code === 'EAGAIN') throw error;
        return Buffer.byteLength(data);
      }
    };
    try {
      flushSync();
    } finally {
      fs.writeSync = writeSync;
    }
  };
}

/**
 * The destination of the log: a file that is rotated when it is large, or standard output. A full or broken disk must not end the process: lines are kept
 * in memory until the next attempt, and when there are too many, the newest are dropped.
 */
export class LogDestination {
  readonly stream: ReturnType<typeof pino.destination>;
  /** Whether the destination is a terminal. */
  readonly isTerminal: boolean;
  /** Settles when the destination is open, or could not be opened. A process that ends before that would print a stack. */
  readonly opened: Promise<void>;
  #isFailing = false;
  #failures = 0;
  #lost = 0;

  /**
   * Opens the file at `path`, or standard output without one. A new file is readable only by this user. A file that cannot be opened throws nothing:
   * `isFailing` becomes true.
   */
  constructor(path: string | undefined, bounds: LogBounds = LOG_BOUNDS) {
    this.isTerminal = path === undefined && process.stdout.isTTY;
    this.stream = pino.destination({ dest: path ?? STANDARD_OUTPUT, mkdir: true, mode: 0o600, maxLength: KEPT_BYTES });
    letProcessEnd(this.stream);
    this.opened = new Promise((resolve) => {
      this.stream.once('ready', resolve).once('error', () => resolve());
    });
    this.stream.on('write', () => (this.#isFailing = false));
    this.stream.on('error', () => this.#failed());
    this.stream.on('drop', () => (this.#lost += 1));
    if (path !== undefined) this.#rotateWhenLarge(path, bounds);
  }

  /** Whether the file could not be opened, or the last write failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Adds the metrics of the destination to those of the process. */
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
        this.stream.reopen();
        isReopening = true;
        size = 0;
      } catch {
        this.#failed();
        // Until the next attempt, lines are still written into the large file; an attempt for each line would cost too much.
        size = bytes - bytes / 16;
      }
    });
  }
}
