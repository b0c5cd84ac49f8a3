import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { isSameFile, logLine, readableLine, setAside, type LogBounds } from '@millrace/wire/process-log';

/** Writes one line of the engine's own log. */
export type OwnLog = (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>) => void;

/** Makes a log of one JSON object a line; facts must hold no secret. */
export function jsonLog(stream: { write(line: string): unknown }): OwnLog {
  return (level, message, facts = {}) => {
    stream.write(lineOf(level, message, facts));
  };
}

const lineOf: (...words: Parameters<OwnLog>) => string = (level, message, facts) =>
  logLine(level, message, { program: 'engine', ...facts });

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const STANDARD_OUTPUT = 1;

/** What takes bytes and answers how many it took. */
type Sink = { write(bytes: Buffer): number };

/**
 * Standard output, another open file, or a log file, for a log. The disk of a file may be full: then lines are lost, the next one that can be written
 * says how many, and the engine goes on. Node's own stream would end the process, or write nothing more.
 */
export function logOutput(target: number | Sink = STANDARD_OUTPUT): { write(line: string): unknown } {
  if (typeof target === 'number' && !fstatSync(target).isFile()) {
    // A reader that is gone, such as the end of a pipe, is no reason to end runs.
    const { stdout } = process;
    stdout.on('error', () => undefined);
    return stdout.isTTY ? { write: (line) => stdout.write(readableLine(line)) } : stdout;
  }
  const sink = typeof target === 'number' ? { write: (bytes: Buffer) => writeSync(target, bytes) } : target;
  let lost = 0;
  /** Whether the file ends in the middle of a line. */
  let broken = false;
  return {
    write(line) {
      const notice = lost === 0 ? '' : lineOf('warn', 'Lines of this log are missing here: they could not be written', { lines: lost });
      const bytes = Buffer.from((broken ? '\n' : '') + notice + line);
      let written = 0;
      try {
        written = sink.write(bytes);
      } catch {
        // The disk is full or fails.
      }
      if (written === bytes.length) [lost, broken] = [0, false];
      else [lost, broken] = [lost + 1, broken || written > 0];
    },
  };
}

/** A log file that is put aside when it is large; fails where it cannot be opened. An engine that was told to end may still write to the same one. */
export function logFile(path: string, { bytes: most, kept }: LogBounds): Sink {
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;
  const renew = (): void => {
    if (isSameFile(fstatSync(file, { bigint: true }), statSync(path, { bigint: true, throwIfNoEntry: false }))) setAside(path, kept);
    const before = file;
    file = openSync(path, 'a', 0o600);
    size = fstatSync(file).size;
    closeSync(before);
  };
  return {
    write(bytes) {
      if (size >= most) {
        try {
          renew();
        } catch {
          // Lines go on into the file as it is; a try for each of them would cost too much.
          size = most - most / 16;
        }
      }
      const written = writeSync(file, bytes);
      size += written;
      return written;
    },
  };
}
