import { messageOf, type OwnLog } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import type { Cluster } from './cluster.ts';
import { type Frame, readFrame } from './frames.ts';

/** The part of a log that is read again after a connection was lost: the API takes whole seconds, and the clock of a node may be corrected. */
const OVERLAP_MILLISECONDS = 2000;
/** The length of the last output without a frame that is stored, as evidence for a pod that fails without an outcome. */
const OUTPUT_LENGTH = 500;
/** After this many checks of an ended pod without a line, the connection to its log is closed: its node no longer answers. */
const CHECKS_WITHOUT_LINES = 15;

/** `hasEnded`: whether the pod has ended, so that its log does not grow any more. It is asked each `checkMilliseconds`. */
type LogParts = { cluster: Cluster; log: OwnLog; hasEnded: () => boolean; checkMilliseconds: number };

/** Follows the log of a pod, and yields each frame once. */
export class PodLog {
  readonly #parts: LogParts;
  /** The time of the newest frame. */
  #newest = '';
  /** The next number of a line. */
  #next: number | undefined;
  #hasStarted = false;
  /** The last output before the start of the task that is not a frame. */
  output = '';

  constructor(parts: LogParts) {
    this.#parts = parts;
  }

  /** Yields the frames until the frame of the end, or until the log of an ended pod was read to its end. Connections that end are opened again. */
  async *frames(pod: string, signal: AbortSignal): AsyncGenerator<Frame, void, void> {
    const backoff = new Backoff(100);
    let isLogged = false;
    while (!signal.aborted) {
      const isLast = this.#parts.hasEnded();
      try {
        for await (const line of this.#read(pod, signal)) {
          const frame = this.#newFrame(line);
          if (!frame) continue;
          backoff.reset();
          isLogged = false;
          yield frame;
          if (frame.frame === 'ended') return;
        }
        if (isLast) return;
      } catch (error) {
        if (signal.aborted) return;
        if (isLast && (isGone(error) || isGivenUp(error))) return;
        const facts = { pod, reason: messageOf(error) };
        if (!isLogged) this.#parts.log('info', 'The connection to the log of a pod has ended; the engine opens another', facts);
        isLogged = true;
      }
      await sleepUnlessAborted(backoff.next(), signal);
    }
  }

  /** Reads lines from one connection. A connection to a node that hangs stays open after the end of the pod, so this method closes it. */
  async *#read(pod: string, signal: AbortSignal): AsyncGenerator<string, void, void> {
    const silence = new AbortController();
    let checksWithoutLine = 0;
    const check = (): void => {
      checksWithoutLine = this.#parts.hasEnded() ? checksWithoutLine + 1 : 0;
      if (checksWithoutLine > CHECKS_WITHOUT_LINES) silence.abort();
    };
    const timer = setInterval(check, this.#parts.checkMilliseconds);
    try {
      for await (const line of this.#parts.cluster.podLog(pod, this.#since(), AbortSignal.any([signal, silence.signal]))) {
        // The time that the reader of the lines needs does not count.
        checksWithoutLine = -Infinity;
        yield line;
        checksWithoutLine = 0;
      }
    } finally {
      clearInterval(timer);
    }
  }

  /** Returns the frame of a line; undefined if the line has none, or if the frame was read before. */
  #newFrame(line: string): Frame | undefined {
    const { frame, time, text } = readFrame(line);
    if (!frame) {
      // Later output may be that of the task, with its secrets.
      if (!this.#hasStarted) this.output = `${this.output}\n${text}`.slice(-OUTPUT_LENGTH).trim();
      return undefined;
    }
    if (time > this.#newest) this.#newest = time;
    if (frame.frame === 'started') {
      if (this.#hasStarted) return undefined;
      this.#hasStarted = true;
    }
    if (frame.frame === 'line') {
      if (this.#next !== undefined && frame.number < this.#next) return undefined;
      this.#next = frame.number + 1;
    }
    return frame;
  }

  #since(): string | undefined {
    const newest = Date.parse(this.#newest);
    if (Number.isNaN(newest)) return undefined;
    return new Date(newest - OVERLAP_MILLISECONDS).toISOString().replace(/\.\d+Z$/, 'Z');
  }
}

/** Whether the error says that the pod or its log no longer exists. */
const isGone = (error: unknown): boolean => {
  const { status } = Object(error) as { status?: number };
  return status === 404 || status === 400;
};

/** Whether the connection was closed because no line of an ended pod has arrived for long. */
const isGivenUp = (error: unknown): boolean => Object(error).name === 'AbortError';
