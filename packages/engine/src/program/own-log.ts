import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { isSameFile, type LogBounds, logLine, readableLine, rotateLog } from '@millrace/wire/process-log';

/** Writes one line of the engine's own log. */
export type OwnLog = (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>) => void;

/** Makes a log that writes one JSON object per line. `facts` must hold no secret. */
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

/** A destination of bytes; `write` returns how many it has written. */
type Sink = { write(bytes: Buffer): number };

/**
 * Opens standard output, another open file, or a log file for a log. If the disk is full, lines are lost; the next line that can be written says how many.
 * The engine keeps running: Node's own stream would end the process, or write nothing more.
 */
export function logOutput(target: number | Sink = STANDARD_OUTPUT): { write(line: string): unknown } {
  if (typeof target === 'number' && !fstatSync(target).isFile()) {
    // Runs continue when the reader of the log closes its end of the pipe.
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

/**
 * A log file that is rotated when it reaches `maxBytes`. Throws if it cannot be opened. During a restart the ending engine may still write to the same
 * file, so the file is renamed only if the other process has not already done so.
 */
export function logFile(path: string, { bytes: maxBytes, kept }: LogBounds): Sink {
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;
  const renew = (): void => {
    if (isSameFile(fstatSync(file, { bigint: true }), statSync(path, { bigint: true, throwIfNoEntry: false }))) rotateLog(path, kept);
    const before = file;
    file = openSync(path, 'a', 0o600);
    size = fstatSync(file).size;
    closeSync(before);
  };
  return {
    write(bytes) {
      if (size >= maxBytes) {
        try {
          renew();
        } catch {
          // Keep writing to the same file, and retry after another 1/16 of the limit: a retry for each line would cost too much.
          size = maxBytes - maxBytes / 16;
        }
      }
      const written = writeSync(file, bytes);
      size += written;
      return written;
    },
  };
}
