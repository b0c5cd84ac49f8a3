import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { sleep } from '../../shell.ts';
import { addressKey, addressLabel, type EstateAddress } from './address.ts';

const CALLS_AT_ONCE = 8;
const RATE_LIMIT_PAUSE_MS = 5000;
const RATE_LIMIT_TRIES = 24;

/** A server whose objects an estate describes: its client, and the ids of its objects by their addresses. */
export class Site {
  readonly client: Client;
  /** The environments to read; undefined for all. */
  readonly environments: ReadonlySet<string> | undefined;
  /** Remarks for the user about objects that the estate leaves out. */
  readonly notes: string[] = [];
  readonly #ids = new Map<string, string>();
  readonly #addresses = new Map<string, EstateAddress>();

  constructor(client: Client, environments?: ReadonlySet<string>) {
    this.client = client;
    this.environments = environments;
  }

  /** Remembers the id of an object. */
  add(address: EstateAddress, id: string): void {
    this.#ids.set(addressKey(address), id);
    this.#addresses.set(id, address);
  }

  has(address: EstateAddress): boolean {
    return this.#ids.has(addressKey(address));
  }

  /** All addresses of a noun. */
  known(noun: EstateAddress['noun']): EstateAddress[] {
    return [...this.#addresses.values()].filter((address) => address.noun === noun);
  }

  /** All addresses, with their ids. */
  entries(): { address: EstateAddress; id: string }[] {
    return [...this.#addresses].map(([id, address]) => ({ address, id }));
  }

  /** Returns the id of an object. Throws a `Failure` if the site does not know it. */
  idOf(address: EstateAddress): string {
    const id = this.#ids.get(addressKey(address));
    if (id === undefined) throw new Failure('notFound', `There is no ${addressLabel(address)}.`);
    return id;
  }

  /** Returns the address of the object with an id; undefined if the site does not know it. */
  addressOf(id: string): EstateAddress | undefined {
    return this.#addresses.get(id);
  }
}

/** Runs a step for each item, a few at the same time, and returns the results in order. */
export async function forEachOf<T, R>(items: readonly T[], step: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await step(items[index] as T);
  };
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, items.length) }, work));
  return results;
}

/** Returns a client that repeats calls which the rate limit refused; it does not repeat downloads. */
export function retryingClient(client: Client, signal: AbortSignal): Client {
  const call = async (route: Parameters<Client['call']>[0], input: unknown): Promise<unknown> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await client.call(route, input as never);
      } catch (error) {
        if (!(error instanceof MillraceError) || error.status !== 429 || tries === RATE_LIMIT_TRIES) throw error;
        await sleep(RATE_LIMIT_PAUSE_MS, signal);
      }
    }
  };
  return { ...client, call: call as Client['call'] };
}
