/** Measures how long calls take to be answered, also those that are answered by an error or not at all. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openRoad, type Road } from './road.ts';

/** Seconds that calls took, by what they were. */
export class Stopwatch {
  readonly #longest = new Map<string, number>();
  readonly #limit: number;
  #late = 0;
  #calls = 0;

  /** `limit`: seconds beyond which a call counts as late. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Measures a call until it is answered or has failed. */
  async time<T>(what: string, call: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await call();
    } finally {
      const seconds = (performance.now() - began) / 1000;
      this.#calls += 1;
      if (seconds > this.#limit) this.#late += 1;
      this.#longest.set(what, Math.max(seconds, this.#longest.get(what) ?? 0));
    }
  }

  get calls(): number {
    return this.#calls;
  }

  /** Calls that took longer than the limit. */
  get late(): number {
    return this.#late;
  }

  /** The longest of each kind, as `kind 1.2`. */
  get longest(): string {
    return [...this.#longest]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([what, seconds]) => `${what} ${seconds.toFixed(1)}`)
      .join(', ');
  }
}

/** A road to a server on which calls are measured; claims are not, which wait for work by design. */
export const openTimedRoad = (target: string, stopwatch: Stopwatch): Promise<Road> =>
  openRoad(async (incoming, response, agent) => {
    const body = await buffer(incoming);
    const { method, url = '/', headers } = incoming;
    const carry = async (): Promise<void> => {
      const outgoing = request(target + url, { method, headers, agent });
      response.once('close', () => outgoing.destroy());
      outgoing.end(body);
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      await pipeline(answer, response);
    };
    const what = url.replace(/^\/engine\/v1\/(\w+).*/, '$1');
    await (what === 'claims' ? carry() : stopwatch.time(`engine's ${what}`, carry));
  });
