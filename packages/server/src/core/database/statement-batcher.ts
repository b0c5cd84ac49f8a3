/** Batches: callers that need the same statement at the same moment share one. A commit of many rows costs little more than a commit of one. */
import { monotonicMilliseconds } from '../base/clock.ts';
import { isOfOneItem } from './database-errors.ts';
import { DatabaseUnavailable, type Database } from './db.ts';

/** Milliseconds for which the items of a failed batch are tried one by one: the time limit of a statement. */
const RETRY_MILLISECONDS = 30_000;

/** A statement that serves many items at once. It answers in the order of the items. */
export type BatchedStatement<Item, Result> = {
  run(db: Database, items: readonly Item[]): Promise<readonly Result[]>;
  /** The largest number of batches of this statement that run at once; later items wait for the next one. */
  atOnce: number;
  /** The largest number of items in a batch. */
  most: number;
};

type WaitingItem = { item: unknown; resolve(result: unknown): void; reject(error: unknown): void };
type Queue = { waiting: WaitingItem[]; running: number; isStarting: boolean };

/** Gathers items into batches. A batch begins after its last item was added, so its statement sees everything that its callers committed before. */
export class StatementBatcher {
  readonly #db: Database;
  readonly #queues = new Map<object, Queue>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Runs the statement for one item, in a batch with other items that wait for it. */
  async run<Item, Result>(kind: BatchedStatement<Item, Result>, item: Item): Promise<Result> {
    const queue = this.#queues.get(kind) ?? { waiting: [], running: 0, isStarting: false };
    this.#queues.set(kind, queue);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    queue.waiting.push({ item, resolve, reject });
    this.#startSoon(kind as BatchedStatement<unknown, unknown>, queue);
    return (await promise) as Result;
  }

  /** Starts in the next turn of the event loop, so that all items of this turn are in one batch. */
  #startSoon(kind: BatchedStatement<unknown, unknown>, queue: Queue): void {
    if (queue.isStarting) return;
    queue.isStarting = true;
    setImmediate(() => {
      queue.isStarting = false;
      this.#start(kind, queue);
    });
  }

  #start(kind: BatchedStatement<unknown, unknown>, queue: Queue): void {
    if (queue.running >= kind.atOnce || queue.waiting.length === 0) return;
    const batch = queue.waiting.splice(0, kind.most);
    queue.running += 1;
    void this.#serve(kind, batch).finally(() => {
      queue.running -= 1;
      this.#start(kind, queue);
    });
  }

  async #serve(kind: BatchedStatement<unknown, unknown>, batch: readonly WaitingItem[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await kind.run(this.#db, items);
      batch.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      if (batch.length > 1 && isOfOneItem(error)) await this.#serveEach(kind, batch);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** An item that the database refuses must not fail the others: each gets a statement of its own, until the time limit. */
  async #serveEach(kind: BatchedStatement<unknown, unknown>, batch: readonly WaitingItem[]): Promise<void> {
    const until = monotonicMilliseconds() + RETRY_MILLISECONDS;
    for (const waiting of batch) {
      if (monotonicMilliseconds() < until) await this.#serve(kind, [waiting]);
      else waiting.reject(new DatabaseUnavailable('slow', { nothingCommitted: true }));
    }
  }
}
