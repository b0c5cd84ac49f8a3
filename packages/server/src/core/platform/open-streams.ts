/** Limits the open streams of each caller in this process, because each takes a connection, memory and time of the database. */
import type { Readable } from 'node:stream';
import { tooOften } from '../base/problem.ts';

/** Seconds after which a refused caller may try again. */
const RETRY_SECONDS = 5;

/** Counts open streams by caller. */
export class OpenStreams {
  readonly #open = new Map<string, number>();

  /**
   * Opens a stream for a caller; refuses with 429 when the caller has as many open streams as allowed. A stream counts from before it is opened, so that
   * concurrent calls see each other, until it closes.
   * @rule requests.streams.refused
   */
  async open(caller: string, most: number, make: () => Promise<Readable>): Promise<Readable> {
    const count = this.#open.get(caller) ?? 0;
    if (count >= most)
      throw tooOften(`You have ${most} streams open at this server, the most that one caller may have: close one first.`, RETRY_SECONDS);
    this.#open.set(caller, count + 1);
    try {
      const stream = await make();
      stream.once('close', () => this.#close(caller));
      return stream;
    } catch (error) {
      this.#close(caller);
      throw error;
    }
  }

  #close(caller: string): void {
    const count = this.#open.get(caller) ?? 0;
    if (count > 1) this.#open.set(caller, count - 1);
    else this.#open.delete(caller);
  }
}
