import type { Schema } from '@millrace/contract';

/** The first part of a streamed answer did not arrive in time. */
export class FirstPartOverdue extends Error {
  constructor(milliseconds: number) {
    super(
      `The first part of a streamed answer did not arrive within ${milliseconds / 1000} s: the control plane is slow, or a proxy buffers its ` +
        'answers. For ten minutes the engine polls without streaming, which is slower. Turn off response buffering in the proxy',
    );
    this.name = 'FirstPartOverdue';
  }
}

/**
 * The engine discards an answer, because its connection fell silent or it was in transit for too long: meanwhile the control plane may have given the
 * executions in it to another engine.
 */
export class AnswerGivenUp extends Error {
  constructor(why: string) {
    super(
      `The engine discards the answer to a claim, because ${why}. It reports this, and the control plane hands the executions out again`,
    );
    this.name = 'AnswerGivenUp';
  }
}

/** How long a part of an answer may be overdue, and how long the whole answer may take. */
export type PartTimes = { overdueMilliseconds: number; wholeMilliseconds: number };

/**
 * Yields the parts of an answer as they arrive. The call ends when the reader stops reading, when its time is over, or when `outer` is aborted; it then
 * fails with that reason. If a part says when the next one follows, the call also ends when that one is overdue.
 */
export async function* answerParts(
  { overdueMilliseconds, wholeMilliseconds }: PartTimes,
  outer: AbortSignal,
  open: (signal: AbortSignal) => Promise<AsyncIterable<string>>,
): AsyncGenerator<Schema<'Claims'>, void, void> {
  const whole = new AbortController();
  const stop = () => whole.abort(outer.reason);
  if (outer.aborted) stop();
  outer.addEventListener('abort', stop, { once: true });
  let next = setTimeout(() => whole.abort(new FirstPartOverdue(overdueMilliseconds)), overdueMilliseconds);
  const last = setTimeout(() => whole.abort(new Error(`no end of the answer within ${wholeMilliseconds / 1000} s`)), wholeMilliseconds);
  let isRead = false;
  try {
    for await (const line of await open(whole.signal)) {
      clearTimeout(next);
      // Several parts can arrive at once: after an abort none of them is used.
      whole.signal.throwIfAborted();
      const part = JSON.parse(line) as Schema<'Claims'>;
      if (part.nextWithinMilliseconds !== undefined) {
        const silence = part.nextWithinMilliseconds + overdueMilliseconds;
        next = setTimeout(() => whole.abort(new AnswerGivenUp(`its connection has fallen silent for ${silence / 1000} s`)), silence);
      }
      yield part;
    }
    isRead = true;
  } catch (error) {
    throw whole.signal.aborted ? whole.signal.reason : error;
  } finally {
    clearTimeout(next);
    clearTimeout(last);
    outer.removeEventListener('abort', stop);
    if (!isRead) whole.abort(new Error('the reader stopped before the end of the answer'));
  }
}
