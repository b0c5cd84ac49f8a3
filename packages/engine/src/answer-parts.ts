import type { Schema } from '@millrace/contract';

/** The first part of an answer in parts did not come at once. */
export class HeldBack extends Error {
  constructor(milliseconds: number) {
    super(
      `The first part of an answer did not come within ${milliseconds / 1000} s: the control plane is slow, or a proxy before it holds answers back ` +
        'until they end. For ten minutes each answer is asked for by itself, which is slower; have the proxy pass on what comes, unbuffered',
    );
    this.name = 'HeldBack';
  }
}

/**
 * An answer is not looked at any more, because its connection has fallen silent or it was under way for too long: by now the control plane may have
 * given what it holds to another engine.
 */
export class AnswerGivenUp extends Error {
  constructor(why: string) {
    super(`The answer to a claim is given up, because ${why}; the control plane is told, and gives again what it held`);
    this.name = 'AnswerGivenUp';
  }
}

/** How long a part of an answer may be overdue, and how long all of the answer may take. */
export type PartTimes = { overdueMilliseconds: number; wholeMilliseconds: number };

/**
 * The parts of an answer as they come. The call ends when they are left, when its time is over, or with the outer signal, and fails with the reason.
 * Where a part says when the next one follows, a silence beyond that ends the call too.
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
  let next = setTimeout(() => whole.abort(new HeldBack(overdueMilliseconds)), overdueMilliseconds);
  const last = setTimeout(() => whole.abort(new Error(`no end of the answer within ${wholeMilliseconds / 1000} s`)), wholeMilliseconds);
  let isRead = false;
  try {
    for await (const line of await open(whole.signal)) {
      clearTimeout(next);
      // Several can have come at once: of an answer that was given up none is looked at.
      whole.signal.throwIfAborted();
      const part = JSON.parse(line) as Schema<'Claims'>;
      if (part.nextWithinMilliseconds !== undefined) {
        const silence = part.nextWithinMilliseconds + overdueMilliseconds;
        next = setTimeout(() => whole.abort(new AnswerGivenUp(`it has fallen silent for ${silence / 1000} s`)), silence);
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
    if (!isRead) whole.abort(new Error('the answer was left'));
  }
}
