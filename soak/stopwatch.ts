/** Measures how long calls take, including failed calls and calls without an answer. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openProxy, type HttpProxy } from './http-proxy.ts';

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

/** Starts a proxy to a server that measures calls, except claims, which wait for work by design. */
export const openTimedProxy = (target: string, stopwatch: Stopwatch): Promise<HttpProxy> =>
  openProxy(async (incoming, response, agent) => {
    const body = await buffer(incoming);
    const { method, url = '/', headers } = incoming;
    const forward = async (): Promise<void> => {
      const outgoing = request(target + url, { method, headers, agent });
      response.once('close', () => outgoing.destroy());
      outgoing.end(body);
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      await pipeline(answer, response);
    };
    const kind = url.replace(/^\/engine\/v1\/(\w+).*/, '$1');
    await (kind === 'claims' ? forward() : stopwatch.time(`engine's ${kind}`, forward));
  });
