/** Waits for a time; resolves early, without an error, when the signal is aborted. */
export function sleepUnlessAborted(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Settles as the promise does, or rejects with the signal's reason if the signal is aborted first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Whether an action succeeds. */
export const succeeds = (action: Promise<unknown>): Promise<boolean> =>
  action.then(
    () => true,
    () => false,
  );

/** Exponential backoff between attempts, in milliseconds, with jitter so that many engines do not retry at the same moment. */
export class Backoff {
  #attempts = 0;
  readonly #first: number;
  readonly #max: number;

  constructor(first = 200, max = 5000) {
    this.#first = first;
    this.#max = max;
  }

  /** Returns the time to wait before the next attempt. */
  next(): number {
    const pause = Math.min(this.#max, this.#first * 2 ** Math.min(this.#attempts, 20));
    this.#attempts += 1;
    return pause * (0.5 + Math.random() / 2);
  }

  /** Starts again with the shortest wait, after a success. */
  reset(): void {
    this.#attempts = 0;
  }
}

/** A timer that can wait longer than the 24 days of `setTimeout`. Returns a function that cancels it. */
export function setLongTimeout(run: () => void, milliseconds: number): () => void {
  const maxStep = 2 ** 31 - 1;
  let left = milliseconds;
  let timer: NodeJS.Timeout;
  const next = () => {
    const step = Math.min(left, maxStep);
    left -= step;
    timer = setTimeout(left > 0 ? next : run, step);
  };
  next();
  return () => clearTimeout(timer);
}
