/**
 * The logs of our programs, in one form: a JSON object a line, with `time` (ISO 8601, UTC), `level` by its name and `message`; further fields are facts.
 * A file of such lines has a bounded size, and is put aside as `<file>.1` when it has reached that.
 */
import { closeSync, existsSync, openSync, renameSync, rmSync, type BigIntStats } from 'node:fs';
import { format, inspect } from 'node:util';

/** The levels of a line, from the least one. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One line of a log, with its end. */
export const logLine = (level: LogLevel, message: string, facts: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ level, time: new Date().toISOString(), ...facts, message })}\n`;

/** A line of a log for people at a terminal: time of day, level, message, facts, and below them the stack of an error. Another text stays as it is. */
export function readableLine(line: string): string {
  const entry = parsed(line);
  if (typeof entry?.['message'] !== 'string') return line;
  const { level, time, message, err, ...facts } = entry;
  const told = Object.entries(facts).map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const error = err as { stack?: unknown; message?: unknown } | undefined;
  const below = error === undefined ? '' : `\n${String(error.stack ?? error.message).replaceAll(/^/gm, '    ')}`;
  return `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${message}${told.join('')}${below}\n`;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** When a file of a log is put aside: once it has so many bytes; of those put aside the newest `kept` stay. */
export type LogBounds = { bytes: number; kept: number };

/** What holds where nothing is set: at most 60 MiB for each program. */
export const LOG_BOUNDS: LogBounds = { bytes: 10 * 2 ** 20, kept: 5 };

/**
 * Puts a file aside as `<path>.1` and those before it one number further, deletes what is beyond `kept`, and leaves an empty file at `path`. The empty
 * one is made first: where that fails, as on a full disk, nothing has changed. Fails with the error of the file system.
 */
export function setAside(path: string, kept: number): void {
  const fresh = `${path}.new`;
  closeSync(openSync(fresh, 'w', 0o600));
  for (let number = kept; existsSync(`${path}.${number}`); number += 1) rmSync(`${path}.${number}`);
  for (let number = kept - 1; number >= 1; number -= 1)
    if (existsSync(`${path}.${number}`)) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  renameSync(path, `${path}.1`);
  renameSync(fresh, path);
}

/** Whether two looks found one file: another process may have put it aside meanwhile. */
export const isSameFile = (one: BigIntStats, other: BigIntStats | undefined): boolean => one.ino === other?.ino && one.dev === other.dev;

/** Has what libraries print, and the warnings of Node, written into a log in place of standard error; the answer ends that. */
export function takePrints(log: (level: LogLevel, message: string) => void): () => void {
  const { error, warn, trace } = console;
  console.error = (...words: unknown[]) => log('error', format(...words));
  console.warn = (...words: unknown[]) => log('warn', format(...words));
  console.trace = (...words: unknown[]) => log('warn', format(...words));
  const printers = process.listeners('warning');
  process.removeAllListeners('warning');
  const warned = (warning: Error): void => log('warn', `${warning.name}: ${warning.message}`);
  // Node goes on to print it and to end the process.
  const died = (cause: unknown): void => log('error', `The process ends by a fault of the program: ${inspect(cause)}`);
  process.on('warning', warned).on('uncaughtExceptionMonitor', died);
  return () => {
    Object.assign(console, { error, warn, trace });
    process.off('warning', warned).off('uncaughtExceptionMonitor', died);
    for (const printer of printers) process.on('warning', printer);
  };
}
