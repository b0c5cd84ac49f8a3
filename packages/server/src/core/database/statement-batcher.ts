/** Callers that wait for the database at the same moment share a statement: a commit or a look-up for many costs little more than for one. */
import { monotonicMilliseconds } from '../base/clock.ts';
import { isOfOneItem } from './database-errors.ts';
import { DatabaseUnavailable, type Database } from './db.ts';

/** Milliseconds for which the items of a failed statement are tried one by one: as long as the database works on one statement. */
const PATIENCE = 30_000;

/** A kind of work that can be done for many callers at once; answers come in the order of the items. */
export type Shared<Item, Result> = {
  run(db: Database, items: readonly Item[]): Promise<readonly Result[]>;
  /** How many statements of the kind are under way at most; who comes while all are waits for the next and shares it. */
  atOnce: number;
  /** Most items in one statement. */
  most: number;
};

type Waiting = { item: unknown; resolve(result: unknown): void; reject(error: unknown): void };
type Line = { waiting: Waiting[]; underWay: number; called: boolean };

/** Gathers the items of waiting callers. A statement begins after each of its items was handed in, so it sees all that its callers may rely on. */
export class Together {
  readonly #db: Database;
  readonly #lines = new Map<object, Line>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Does the work for one item, together with whoever waits for the same kind. */
  async do<Item, Result>(kind: Shared<Item, Result>, item: Item): Promise<Result> {
    const line = this.#lines.get(kind) ?? { waiting: [], underWay: 0, called: false };
    this.#lines.set(kind, line);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    line.waiting.push({ item, resolve, reject });
    this.#call(kind as Shared<unknown, unknown>, line);
    return (await promise) as Result;
  }

  /** Begins in the next turn of the loop: who comes in this one rides along. */
  #call(kind: Shared<unknown, unknown>, line: Line): void {
    if (line.called) return;
    line.called = true;
    setImmediate(() => {
      line.called = false;
      this.#go(kind, line);
    });
  }

  #go(kind: Shared<unknown, unknown>, line: Line): void {
    if (line.underWay >= kind.atOnce || line.waiting.length === 0) return;
    const taken = line.waiting.splice(0, kind.most);
    line.underWay += 1;
    void this.#serve(kind, taken).finally(() => {
      line.underWay -= 1;
      this.#go(kind, line);
    });
  }

  async #serve(kind: Shared<unknown, unknown>, taken: readonly Waiting[]): Promise<void> {
    try {
      const results = await kind.run(
        this.#db,
        taken.map(({ item }) => item),
      );
      taken.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      if (taken.length > 1 && isOfOneItem(error)) await this.#serveEach(kind, taken);
      else for (const { reject } of taken) reject(error);
    }
  }

  /** An item that the database refuses must not fail the others: each has a statement of its own, as long as their callers wait. */
  async #serveEach(kind: Shared<unknown, unknown>, taken: readonly Waiting[]): Promise<void> {
    const until = monotonicMilliseconds() + PATIENCE;
    for (const one of taken) {
      if (monotonicMilliseconds() < until) await this.#serve(kind, [one]);
      else one.reject(new DatabaseUnavailable('slow', undefined, true));
    }
  }
}
