/** Measures how long calls take, including failed calls and calls without an answer. */
import { forwardCall, openProxy, passOn, type HttpProxy } from './http-proxy.ts';

/** The durations of calls, by kind. */
export class Stopwatch {
  readonly #longest = new Map<string, number>();
  readonly #limit: number;
  #late = 0;
  #calls = 0;

  /** `limit`: seconds above which a call counts as late. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Measures a call until it is answered or has failed. */
  async time<T>(kind: string, call: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await call();
    } finally {
      const seconds = (performance.now() - startedAt) / 1000;
      this.#calls += 1;
      if (seconds > this.#limit) this.#late += 1;
      this.#longest.set(kind, Math.max(seconds, this.#longest.get(kind) ?? 0));
    }
  }

  get calls(): number {
    return this.#calls;
  }

  /** Calls that took longer than the limit. */
  get late(): number {
    return this.#late;
  }

  /** The seconds of the longest call of each kind, as `kind 1.2`. */
  get longest(): string {
    return [...this.#longest]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, seconds]) => `${kind} ${seconds.toFixed(1)}`)
      .join(', ');
  }
}

/** Returns the longest of some delays in seconds, as text; `never` if there are none. */
export function longestOf(delays: readonly number[]): string {
  return delays.length > 0 ? Math.max(...delays).toFixed(1) : 'never';
}

/** Starts a proxy to a server that measures calls, except claims, which wait for work by design. */
export const openTimedProxy = (target: string, stopwatch: Stopwatch): Promise<HttpProxy> =>
  openProxy(async (incoming, response, agent) => {
    const forward = async (): Promise<void> => {
      const { answer } = await forwardCall(target, incoming, response, agent);
      await passOn(answer, response);
    };
    const kind = incoming.url?.replace(/^\/engine\/v1\/(\w+).*/, '$1');
    await (kind === 'claims' ? forward() : stopwatch.time(`engine's ${kind}`, forward));
  });
