import type { Output } from '../output.ts';
import type { Tone } from '../table.ts';
import { logTime, safe } from '../text.ts';
import type { LogEntry } from './read-log.ts';

const TONES: Readonly<Partial<Record<LogEntry['severity'], Tone>>> = { WARN: 'yellow', ERROR: 'red', FATAL: 'red' };

/** Prints one log entry: time, severity, message. */
export function printLogEntry(output: Output, { logTimestamp, severity, logMessage }: LogEntry): void {
  const level = severity.padEnd(5);
  const tone = TONES[severity];
  output.print(`${output.paint(logTime(logTimestamp), 'dim')} ${tone ? output.paint(level, tone) : level} ${safe(logMessage)}`);
}
