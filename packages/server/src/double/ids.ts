/**
 * The ids of the local double. The ids that a changing request makes are the same in each run: they depend on the seed, the time of the clock, the
 * number of the request, and their position in it. Other ids have random digits, because background work does not come in the same order twice.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { nowMilliseconds } from '../core/base/clock.ts';

/** The header by which the front numbers requests. */
const REQUEST_HEADER = 'x-millrace-double-request';

/** The channel on which Node publishes each request that a server of this process gets, before it is handled. */
const CHANNEL = 'http.server.request.start';
/** The number of positions within a request that an id can tell apart. */
const POSITIONS = 1 << 12;

type NumberedRequest = { number: number; ids: number };

/** Makes ids for the requests that the front numbers, and for all other work. */
export class SeededIds {
  readonly #seed: string;
  readonly #requests = new AsyncLocalStorage<NumberedRequest | undefined>();
  #background = 0;
  /** The number of the last request that could change something; a reset sets it back. */
  requests = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Takes the next number for a request, and returns it as a header. One that only reads gets none: programs that poll read more or less often. */
  numberRequest(method: string): Record<string, string> {
    return method === 'GET' || method === 'HEAD' ? {} : { [REQUEST_HEADER]: String((this.requests += 1)) };
  }

  /** Reads the number of each request of this process, so that `make` can use it, until the returned function is called. */
  watch(): () => void {
    const begin = (message: unknown): void => {
      const { request } = message as { request: IncomingMessage };
      const number = request.headers[REQUEST_HEADER];
      this.#requests.enterWith(number === undefined ? undefined : { number: Number(number), ids: 0 });
    };
    subscribe(CHANNEL, begin);
    return () => void unsubscribe(CHANNEL, begin);
  }

  /** A new id: a UUID of version 7. Within a millisecond of the clock, ids sort by the number of their request. */
  readonly make = (): string => {
    const request = this.#requests.getStore();
    if (request === undefined) return idOf(this.requests, this.#background++ % POSITIONS, randomBytes(5));
    const position = request.ids++;
    const seeded = createHash('sha256').update(`${this.#seed} ${request.number} ${position}`).digest();
    return idOf(request.number, position % POSITIONS, seeded);
  };
}

/** 48 bits of time, 24 bits of the request and 12 of the position in it, and 38 bits of `rest`. */
function idOf(request: number, position: number, rest: Buffer): string {
  const time = nowMilliseconds().toString(16).padStart(12, '0');
  const third = 0x7000 | ((request >> 12) & 0xfff);
  // The version and the variant of a UUID take four bits and two.
  const low = (BigInt(request & 0xfff) << 50n) | (BigInt(position) << 38n) | (BigInt(`0x${rest.toString('hex', 0, 5)}`) & 0x3fffffffffn);
  const last = ((2n << 62n) | low).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${third.toString(16)}-${last.slice(0, 4)}-${last.slice(4)}`;
}
