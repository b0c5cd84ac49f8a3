/** The addresses of the control planes of an engine: that of each region, of which one serves. */
import { ApiError } from '@millrace/contract/client';

/** The addresses in a text, separated by commas, without slashes at their ends. A comma inside of an address stays. */
export const addressesIn = (text: string): string[] =>
  text.split(/\s*,\s*(?=https?:\/\/)/).map((address) => address.trim().replace(/\/+$/, ''));

/** The detail of a refusal of the control plane: a stable code, and in some a colon and more. Pages of proxies have none. */
const OUR_DETAIL = /^[a-z]\w*(?=: |$)/;
/** The details of a server whose database is a standby or away. All others come from a region that serves, such as that of an unavailable bucket. */
const DETAIL_OF_AWAY = /^unavailable: (?:standby|database)$/;
/** Refusals of a proxy that are about the call: another region would get the same call. */
const OF_THE_CALL: ReadonlySet<number> = new Set([400, 413, 429]);

/**
 * Whether the failure of a call says that another address may serve: no answer came, it was not that of a control plane (a load balancer without servers
 * answers 502, 404, 530 or a page), or the database of the server is a standby or away.
 */
export function isElsewhere(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  const { status, detail } = error;
  return typeof detail === 'string' && OUR_DETAIL.test(detail) ? DETAIL_OF_AWAY.test(detail) : !OF_THE_CALL.has(status);
}

/** The address that an engine uses now, and the calls to it. */
export class Addresses {
  readonly #all: readonly [string, ...string[]];
  #index = 0;
  #calls = new AbortController();

  constructor(text: string) {
    const [first = '', ...others] = addressesIn(text);
    this.#all = [first, ...others];
  }

  /** The address of the calls from now on, and a signal that ends them when the engine goes on to another address. */
  get current(): { url: string; left: AbortSignal } {
    return { url: this.#all[this.#index] ?? this.#all[0], left: this.#calls.signal };
  }

  /**
   * Goes on to the next address, if the failed call was to the current one. The other calls to it end: an engine works for one control plane at a time, so
   * that a claim that one of them still answers starts nothing here.
   */
  leave(url: string): void {
    if (this.#all.length === 1 || this.current.url !== url) return;
    this.#index = (this.#index + 1) % this.#all.length;
    const calls = this.#calls;
    this.#calls = new AbortController();
    calls.abort(new Error(`The engine asks another control plane than ${url}`));
  }

  /** Makes a call to one address after the other until one answers; throws the error of the last one. */
  static async first<T>(text: string, call: (url: string) => Promise<T>): Promise<T> {
    const [last = '', ...before] = addressesIn(text).toReversed();
    for (const url of before.toReversed()) {
      try {
        return await call(url);
      } catch (error) {
        if (!isElsewhere(error)) throw error;
      }
    }
    return call(last);
  }
}
