import { fstatSync, writeSync } from 'node:fs';

/** Writes one line of the engine's own log. */
export type OwnLog = (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>) => void;

/** Makes a log of one JSON object a line; facts must hold no secret. */
export function jsonLog(stream: { write(line: string): unknown }): OwnLog {
  return (level, message, facts = {}) => {
    stream.write(lineOf(level, message, facts));
  };
}

const lineOf = (...[level, message, facts]: Parameters<OwnLog>): string =>
  `${JSON.stringify({ time: new Date().toISOString(), level, message, ...facts })}\n`;

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const STANDARD_OUTPUT = 1;

/**
 * Standard output for a log. Where that is a file, its disk may be full: then lines are lost, the next one that can be written says how many, and
 * the engine goes on. Node's own stream would end the process, or write nothing more.
 */
export function logOutput(file = STANDARD_OUTPUT): { write(line: string): unknown } {
  if (!fstatSync(file).isFile()) {
    // A reader that is gone, such as the end of a pipe, is no reason to end runs.
    return process.stdout.on('error', () => undefined);
  }
  let lost = 0;
  /** Whether the file ends in the middle of a line. */
  let broken = false;
  return {
    write(line) {
      const notice = lost === 0 ? '' : lineOf('warn', 'Lines of this log are missing here: they could not be written', { lines: lost });
      const bytes = Buffer.from((broken ? '\n' : '') + notice + line);
      let written = 0;
      try {
        written = writeSync(file, bytes);
      } catch {
        // The disk is full or fails.
      }
      if (written === bytes.length) [lost, broken] = [0, false];
      else [lost, broken] = [lost + 1, broken || written > 0];
    },
  };
}
