/** The operations below `/double`: clock, faults, snapshots and state. They need no token, because the double serves this machine only. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { monotonicMilliseconds, nowMilliseconds } from '../core/base/clock.ts';
import { sql } from '../core/database/sql.ts';
import { DoubleBodies, answerOperation, faultOperations, performOperation, type DoubleOperations, DoubleRefusal } from './requests.ts';
import type { Faults } from './faults.ts';
import type { SeededIds } from './ids.ts';
import { forgetSnapshot, listSnapshots, resetTo, takeSnapshot, type ContentFolders } from './snapshots.ts';
import { changeClock, type TimeParts } from './clock.ts';

/** The parts that the operations use. `hold` makes requests of clients wait until `work` has ended. */
type ControlParts = TimeParts & {
  faults: Faults;
  ids: SeededIds;
  folders: ContentFolders;
  hold<Value>(work: () => Promise<Value>): Promise<Value>;
};

/** The snapshot that the double takes when it has started. */
const FIRST_SNAPSHOT = 'start';

const NAME = /^[a-z][a-z0-9_-]{0,39}$/;

/** Performs the operations below `/double`, one after the other. */
export class Control {
  readonly #parts: ControlParts;
  readonly #operations: DoubleOperations;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ControlParts) {
    const bodies = new DoubleBodies();
    this.#parts = parts;
    this.#operations = {
      '/double/clock': {
        GET: () => this.#clock(),
        PUT: async ({ body }) => {
          const moved = await changeClock(parts, bodies.read('clock', body));
          return { ...this.#clock(), ...moved };
        },
      },
      ...faultOperations(parts.faults, bodies),
      '/double/snapshots': { GET: async () => ({ snapshots: await listSnapshots(parts.db.reader) }) },
      '/double/snapshots/{name}': {
        PUT: ({ name }) => this.#take(requireName(name)),
        DELETE: ({ name }) => this.#forget(requireName(name)),
      },
      '/double/state': { PUT: ({ body }) => this.#reset(bodies.read('state', body).snapshot) },
    };
  }

  /** Takes the first snapshot. */
  async takeFirst(): Promise<void> {
    const { db, folders, ids } = this.#parts;
    await db.transaction((tx) => takeSnapshot(tx, folders, FIRST_SNAPSHOT, ids.requests));
  }

  /** Answers a request below `/double` after those before it. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const logFailure = (error: unknown): void => this.#parts.platform.log.error({ err: error }, 'an operation of the double failed');
    return answerOperation(request, response, logFailure, (operation) => {
      const done = this.#last.then(() => performOperation(this.#operations, operation));
      this.#last = done.catch(() => undefined);
      return done;
    });
  }

  #clock(): object {
    return { now: new Date(nowMilliseconds()).toISOString(), frozen: this.#parts.clock.isFrozen };
  }

  #take(name: string): Promise<object> {
    const { db, folders, ids, hold } = this.#parts;
    return hold(() =>
      measured(async () => {
        await db.transaction((tx) => takeSnapshot(tx, folders, name, ids.requests));
        return { snapshot: name };
      }),
    );
  }

  async #forget(name: string): Promise<void> {
    const { db, folders } = this.#parts;
    if (name === FIRST_SNAPSHOT)
      throw new DoubleRefusal(409, `The snapshot ${FIRST_SNAPSHOT} cannot be deleted: a test suite may rely on it.`);
    if (!(await db.transaction((tx) => forgetSnapshot(tx, folders, name)))) throw unknownSnapshot(name);
  }

  #reset(name: string): Promise<object> {
    const { db, folders, ids, clock, faults, hold, platform } = this.#parts;
    return hold(() =>
      measured(async () => {
        const found = await db.transaction((tx) => resetTo(tx, folders, name));
        if (found === undefined) throw unknownSnapshot(name);
        clock.follow(found.clock);
        ids.requests = found.requests;
        faults.set([]);
        platform.cache.clear();
        // Engines poll again, because they remember that nothing was waiting.
        const environments = await db.reader.rows<{ id: string }>(sql`select id from environment`);
        platform.wakeups.wake(environments.map(({ id }) => id));
        return { snapshot: name, ...this.#clock() };
      }),
    );
  }
}

/** Refuses a text that is no name of a snapshot; returns the others. */
function requireName(name: string): string {
  if (NAME.test(name)) return name;
  throw new DoubleRefusal(
    400,
    'The name of a snapshot has at most 40 small letters, digits, hyphens and underscores, and begins with a letter.',
  );
}

const unknownSnapshot = (name: string): DoubleRefusal =>
  new DoubleRefusal(404, `There is no snapshot '${name}': GET /double/snapshots lists them, PUT /double/snapshots/{name} takes one.`);

/** Adds to an answer the milliseconds of the machine that the work took. */
async function measured<Answer extends object>(work: () => Promise<Answer>): Promise<Answer & { milliseconds: number }> {
  const began = monotonicMilliseconds();
  const answer = await work();
  return { ...answer, milliseconds: Math.round((monotonicMilliseconds() - began) * 10) / 10 };
}
