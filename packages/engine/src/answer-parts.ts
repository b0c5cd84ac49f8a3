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

/** How long the first part of an answer may take, and all of it. */
export type PartTimes = { firstMilliseconds: number; wholeMilliseconds: number };

/** The lines of an answer as they come. The call ends when they are left, when its time is over, or with the outer signal, and fails with the reason. */
export async function* answerParts(
  { firstMilliseconds, wholeMilliseconds }: PartTimes,
  outer: AbortSignal,
  open: (signal: AbortSignal) => Promise<AsyncIterable<string>>,
): AsyncGenerator<string, void, void> {
  const whole = new AbortController();
  const stop = () => whole.abort(outer.reason);
  if (outer.aborted) stop();
  outer.addEventListener('abort', stop, { once: true });
  const first = setTimeout(() => whole.abort(new HeldBack(firstMilliseconds)), firstMilliseconds);
  const last = setTimeout(() => whole.abort(new Error(`no end of the answer within ${wholeMilliseconds / 1000} s`)), wholeMilliseconds);
  let isRead = false;
  try {
    for await (const line of await open(whole.signal)) {
      clearTimeout(first);
      // Several can have come at once: of an answer that was given up none is looked at.
      whole.signal.throwIfAborted();
      yield line;
    }
    isRead = true;
  } catch (error) {
    throw whole.signal.aborted ? whole.signal.reason : error;
  } finally {
    clearTimeout(first);
    clearTimeout(last);
    outer.removeEventListener('abort', stop);
    if (!isRead) whole.abort(new Error('the answer was left'));
  }
}
