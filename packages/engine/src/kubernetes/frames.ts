/**
 * The frames that a pod sends to the agent: one JSON object on each line of its standard output. Log lines have numbers without gaps; the agent drops
 * those that it has seen, so it may read a part of the log of the pod again. A start or an end may be read again without harm.
 */
import type { Schema } from '@millrace/contract';
import { type LogLine, MESSAGE_BYTES, SEVERITIES } from '@millrace/wire/log-chunks';

/** The end of an execution as its pod reports it. */
export type PodFinish = Omit<Schema<'FinishReport'>, 'executionId' | 'fence'>;

/** One line of the standard output of a pod. */
export type Frame =
  | ({ frame: 'line'; number: number } & LogLine)
  | { frame: 'started'; at: number }
  | { frame: 'ended'; finish: PodFinish };

/** A frame, and the time that Kubernetes gave to its line. */
type TimedFrame = { frame: Frame | undefined; time: string; text: string };

const PREFIX = '{"frame":"';
const OUTCOMES: readonly string[] = [
  'EXECUTION_SUCCESS',
  'EXECUTION_REJECTED',
  'EXECUTION_FAILED',
  'DEPLOY_FAILED',
  'EXECUTION_TERMINATED',
  'EXECUTION_TERMINATED_TIMEOUT',
  'EXECUTION_TERMINATED_SHUTDOWN',
] satisfies PodFinish['outcome'][];
const TYPES: readonly string[] = ['STDOUT', 'STDERR', 'SYSTEM'] satisfies LogLine['type'][];

/** Returns a frame as a line of standard output. */
export const frameText = (frame: Frame): string => `${JSON.stringify(frame)}\n`;

/** Reads a line of the log of a pod: `<time> <frame>`, as the API of Kubernetes answers with `timestamps`. */
export function readFrame(line: string): TimedFrame {
  const gap = line.indexOf(' ');
  const text = line.slice(gap + 1);
  return { time: line.slice(0, Math.max(gap, 0)), text, frame: text.startsWith(PREFIX) ? frameOf(text) : undefined };
}

/** Reads a frame; undefined for a text that is not a frame. A task can write to the output of its pod too, so all fields are checked. */
function frameOf(text: string): Frame | undefined {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const { frame, number, at, severity, type, message, finish } = value;
  if (frame === 'started' && isMoment(at)) return { frame, at };
  if (frame === 'line' && isCount(number) && isMoment(at) && isOneOf(severity, SEVERITIES) && isOneOf(type, TYPES)) {
    if (typeof message !== 'string' || Buffer.byteLength(message) > MESSAGE_BYTES) return undefined;
    return { frame, number, at, severity: severity as LogLine['severity'], type: type as LogLine['type'], message };
  }
  const outcome = frame === 'ended' ? (Object(finish) as Record<string, unknown>)['outcome'] : undefined;
  return isOneOf(outcome, OUTCOMES) ? { frame: 'ended', finish: finish as PodFinish } : undefined;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** The latest moment of a `Date`, in milliseconds since 1970. */
const LATEST = 8_640_000_000_000_000;
const isMoment = (value: unknown): value is number => isCount(value) && value <= LATEST;
const isOneOf = (value: unknown, allowed: readonly string[]): value is string => typeof value === 'string' && allowed.includes(value);
