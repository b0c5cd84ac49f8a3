/**
 * The logs of all our programs have the same form: one JSON object on each line, with `time` (ISO 8601, UTC), the name of the `level`, the `message` and
 * further fields. A log file that has reached its maximum size is renamed to `<file>.1`, and a new file is begun.
 */
import { closeSync, existsSync, openSync, renameSync, rmSync, type BigIntStats } from 'node:fs';
import { format, inspect } from 'node:util';

/** The levels of a line, from the lowest to the highest. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Returns one line of a log, with its line feed. */
export const logLine = (level: LogLevel, message: string, facts: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ level, time: new Date().toISOString(), ...facts, message })}\n`;

/** Returns a log line as a terminal shows it: time of day, level, message, fields, and below them the stack of an error. Other text is unchanged. */
export function readableLine(line: string): string {
  const entry = parsed(line);
  if (typeof entry?.['message'] !== 'string') return line;
  const { level, time, message, err, ...facts } = entry;
  const fields = Object.entries(facts).map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const error = err as { stack?: unknown; message?: unknown } | undefined;
  const below = error === undefined ? '' : `\n${String(error.stack ?? error.message).replaceAll(/^/gm, '    ')}`;
  return `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${message}${fields.join('')}${below}\n`;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** A log file is rotated once it has `bytes` bytes; the newest `kept` rotated files are kept. */
export type LogBounds = { bytes: number; kept: number };

/** The default bounds: at most 60 MiB for each program. */
export const LOG_BOUNDS: LogBounds = { bytes: 10 * 2 ** 20, kept: 5 };

/**
 * Rotates a log file: renames it to `<path>.1` and each older file to the next number, deletes the files beyond `kept`, and leaves an empty file at
 * `path`. The empty file is created first: where that fails, for example on a full disk, nothing has changed. Throws the error of the file system.
 */
export function rotateLog(path: string, kept: number): void {
  const fresh = `${path}.new`;
  closeSync(openSync(fresh, 'w', 0o600));
  for (let number = kept; existsSync(`${path}.${number}`); number += 1) rmSync(`${path}.${number}`);
  for (let number = kept - 1; number >= 1; number -= 1)
    if (existsSync(`${path}.${number}`)) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  renameSync(path, `${path}.1`);
  renameSync(fresh, path);
}

/** Returns whether two results of `stat` are of one file. They are not if another process has rotated the file in between. */
export const isSameFile = (first: BigIntStats, second: BigIntStats | undefined): boolean =>
  first.ino === second?.ino && first.dev === second.dev;

/**
 * Sends what libraries print by `console`, and the warnings of Node, to a log in place of stderr. An error that ends the process is logged, too. Returns a
 * function that undoes this.
 */
export function captureConsole(log: (level: 'warn' | 'error', message: string) => void): () => void {
  const { error, warn, trace } = console;
  console.error = (...words: unknown[]) => log('error', format(...words));
  console.warn = (...words: unknown[]) => log('warn', format(...words));
  console.trace = (...words: unknown[]) => log('warn', format(...words));
  const formerListeners = process.listeners('warning');
  process.removeAllListeners('warning');
  const logWarning = (warning: Error): void => log('warn', `${warning.name}: ${warning.message}`);
  // Node then prints the error and ends the process.
  const logCrash = (cause: unknown): void => log('error', `The process ends by a fault of the program: ${inspect(cause)}`);
  process.on('warning', logWarning).on('uncaughtExceptionMonitor', logCrash);
  return () => {
    Object.assign(console, { error, warn, trace });
    process.off('warning', logWarning).off('uncaughtExceptionMonitor', logCrash);
    for (const listener of formerListeners) process.on('warning', listener);
  };
}
