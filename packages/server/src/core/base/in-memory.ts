/** What a process keeps in memory: the answers of queries for a short time, and rows that it writes together. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from './clock.ts';

/** The query gave no answer within the time limit. */
export class QueryTimeout extends Error {}

/**
 * A query, the time for which its answer is cached, and the time after which a caller gives up. `of` is what it reads from, and the same at each call: an
 * answer is cached for the query alone.
 */
export type CachedQuery<Of, Answer> = {
  run(of: Of): Promise<Answer>;
  cacheMilliseconds: number;
  timeoutMilliseconds: number;
};

type Known = { running: Promise<unknown> | undefined; answer: { value: unknown; at: number } | undefined };

/** The cached answers of slow queries of this process. A query runs once at a time, and all callers of that time share its answer. */
export class SingleFlightCache {
  readonly #known = new Map<object, Known>();

  /** Returns the answer. Fails with the error of the query, which is not cached, or with `QueryTimeout`. */
  async get<Of, Answer>(query: CachedQuery<Of, Answer>, of: Of): Promise<Answer> {
    let known = this.#known.get(query);
    if (!known) this.#known.set(query, (known = { running: undefined, answer: undefined }));
    if (known.answer && monotonicMilliseconds() - known.answer.at < query.cacheMilliseconds) return known.answer.value as Answer;
    // A query that hangs is not started again until it ends, because each may hold a thread or a connection.
    known.running ??= begin(known, () => query.run(of));
    const finished = new AbortController();
    try {
      return (await Promise.race([known.running, giveUp(query.timeoutMilliseconds, finished.signal)])) as Answer;
    } finally {
      finished.abort();
    }
  }

  /** Removes all answers. */
  clear(): void {
    for (const known of this.#known.values()) known.answer = undefined;
  }
}

async function begin(known: Known, ask: () => Promise<unknown>): Promise<unknown> {
  try {
    const value = await Promise.resolve().then(ask);
    known.answer = { value, at: monotonicMilliseconds() };
    return value;
  } finally {
    known.running = undefined;
  }
}

async function giveUp(milliseconds: number, signal: AbortSignal): Promise<never> {
  await wait(milliseconds, undefined, { signal, ref: false });
  throw new QueryTimeout(`No answer within ${milliseconds} ms`);
}

/**
 * The values by key that this process has not stored yet. They are stored together, because a separate write of each value would cost more than the call
 * that causes it.
 */
export class WriteBuffer<Value> {
  #values = new Map<string, Value>();

  /** The number of values that wait. */
  get size(): number {
    return this.#values.size;
  }

  /** Whether a value waits under the key. */
  has(key: string): boolean {
    return this.#values.has(key);
  }

  /** The value that waits under the key. */
  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Adds a value, which replaces an earlier one with the same key. */
  set(key: string, value: Value): void {
    this.#values.set(key, value);
  }

  /** Takes all values out and passes them to `store`. If `store` fails, the values are put back, except those that have newer ones by then. */
  async flush(store: (values: ReadonlyMap<string, Value>) => Promise<unknown>): Promise<void> {
    const values = this.#values;
    if (values.size === 0) return;
    this.#values = new Map();
    try {
      await store(values);
    } catch (error) {
      this.#values = new Map([...values, ...this.#values]);
      throw error;
    }
  }
}
