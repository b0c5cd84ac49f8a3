/** Windows gather calls of a webhook until they close. Each then becomes exactly one execution, even if several processes try it or one dies. */
import type { Timer } from '../../../core/background/jobs.ts';
import { newId } from '../../../core/base/id.ts';
import type { Database } from '../../../core/database/db.ts';
import type { Tx } from '../../../core/database/sql.ts';
import type { BatchedStatement } from '../../../core/database/statement-batcher.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Started } from '../task-executions/index.ts';
import { fullAt } from './rules.ts';
import { holdPlans, startAll } from './starts.ts';
import {
  insertCalls,
  insertWindows,
  type LockedTrigger,
  lockOpenWindows,
  lockTriggers,
  lockWindows,
  type PlacedCall,
  putOffWindow,
  removeWindows,
  selectPayloads,
  selectPlansOf,
  type TouchedWindow,
  updateWindows,
  type WindowPoll,
} from './rows.ts';

/** A call that waits for others; `maxBytes` is the maximum for one execution, and `needsMaker` says whether the maker must be active. */
type GroupedCall = { trigger: string; item: string; bytes: number; maxBytes: number; needsMaker: boolean };

/** The window in which a call was stored, by the id of its future execution, and whether it is full. */
type WindowOfCall = { id: string; isFull: boolean };

/**
 * Stores calls, many in one commit. The trigger is locked first, so that its calls are numbered in the order in which they are stored, in one open
 * window.
 * @rule webhook-triggers.group.order
 */
export const storeGroupedCalls: BatchedStatement<GroupedCall, WindowOfCall | undefined> = {
  atOnce: 2,
  most: 25,
  run: (db: Database, calls) =>
    db.transaction(async (tx) => {
      const triggers = await lockTriggers(tx, [...new Set(calls.map(({ trigger }) => trigger))]);
      const windows = new Windows(triggers, await lockOpenWindows(tx, [...triggers.keys()]));
      const windowsOfCalls = calls.map((call) => windows.addCall(call));
      const { added, changed } = windows.touched;
      await updateWindows(tx, changed);
      await insertWindows(tx, added);
      await insertCalls(tx, windows.addedCalls);
      return windowsOfCalls.map((window) => window && { id: window.id, isFull: !window.open });
    }),
};

type FoundWindow = Awaited<ReturnType<typeof lockOpenWindows>>[number];

/** The windows of a batch. */
class Windows {
  readonly addedCalls: PlacedCall[] = [];
  readonly #triggers: ReadonlyMap<string, LockedTrigger>;
  readonly #open = new Map<string, TouchedWindow>();
  readonly #touched = new Set<TouchedWindow>();

  constructor(triggers: ReadonlyMap<string, LockedTrigger>, found: readonly FoundWindow[]) {
    this.#triggers = triggers;
    for (const { trigger_id: id, due, ...window } of found) {
      const trigger = triggers.get(id);
      if (!trigger) continue;
      const touched = { ...window, trigger, open: true, isNew: false };
      this.#open.set(id, touched);
      // Its time is over, but the timer has not closed it yet.
      if (due) this.#close(touched);
    }
  }

  get touched(): { added: TouchedWindow[]; changed: TouchedWindow[] } {
    const touched = [...this.#touched];
    return { added: touched.filter(({ isNew }) => isNew), changed: touched.filter(({ isNew }) => !isNew) };
  }

  /**
   * Puts a call into the open window of its trigger, or into a new one; undefined if the trigger was deleted meanwhile. A window closes when it is full; a
   * call that would exceed the size limit goes into the next one.
   * @rule webhook-triggers.group.calls
   * @rule webhook-triggers.group.bytes
   */
  addCall({ trigger: id, item, bytes, maxBytes, needsMaker }: GroupedCall): TouchedWindow | undefined {
    const found = this.#triggers.get(id);
    if (!found) return undefined;
    const trigger = needsMaker ? found : { ...found, set_by_id: null };
    let window = this.#open.get(id);
    if (window && window.bytes + bytes > maxBytes) this.#close(window);
    window = this.#open.get(id) ?? { id: newId(), trigger, calls: 0, bytes: 0, open: true, isNew: true };
    this.#open.set(id, window);
    this.#touched.add(window);
    window.calls += 1;
    window.bytes += bytes;
    this.addedCalls.push({ window: window.id, position: window.calls, item });
    if (window.calls >= fullAt(trigger)) this.#close(window);
    return window;
  }

  #close(window: TouchedWindow): void {
    window.open = false;
    this.#touched.add(window);
    this.#open.delete(window.trigger.id);
  }
}

type Closing = Pick<Platform, 'db' | 'wakeups' | 'log'>;

/** The delay after which a window that could not be started is tried again. */
export const RETRY_DELAY_SECONDS = 60;

/** Starts the executions of windows and deletes the windows. An execution has the id of its window, so there cannot be a second one. */
export async function closeWindows(tx: Tx, poll: WindowPoll): Promise<{ closed: string[]; started: Started }> {
  const plans = (await selectPlansOf(tx, poll)).map(({ id }) => id);
  await holdPlans(tx, plans);
  const windows = await lockWindows(tx, poll);
  const closed = windows.map(({ id }) => id);
  if (closed.length === 0) return { closed, started: { ids: [], environments: [] } };
  const payloads = new Map((await selectPayloads(tx, closed)).map(({ id, payload }) => [id, payload]));
  const starts = windows.map((window) => ({ ...window, payload: payloads.get(window.id) ?? '[]' }));
  const started = await startAll(tx, starts);
  await removeWindows(tx, closed);
  return { closed, started };
}

/**
 * Closes a full window. Its calls are stored already: if this fails, the timer repeats it.
 * @rule webhook-triggers.group.kept
 */
export async function closeFull(closing: Closing, id: string): Promise<void> {
  await close(closing, { id, most: 1 }).catch((error: unknown) => logFailure(closing, error, id));
}

/** Closes windows whose time is over, and returns their number; one that fails does not block the others. */
async function closeDue(closing: Closing, most: number): Promise<number> {
  try {
    return await close(closing, { most });
  } catch (error) {
    const due = await closing.db.transaction((tx) => lockWindows(tx, { most }));
    if (due.length === 0) throw error;
    for (const { id } of due) await closeAlone(closing, id);
    return due.length;
  }
}

async function closeAlone(closing: Closing, id: string): Promise<void> {
  try {
    await close(closing, { id, most: 1 });
  } catch (error) {
    logFailure(closing, error, id);
    await putOffWindow(closing.db.writer, id, RETRY_DELAY_SECONDS);
  }
}

async function close({ db, wakeups }: Closing, poll: WindowPoll): Promise<number> {
  const { closed, started } = await db.transaction((tx) => closeWindows(tx, poll));
  wakeups.wake(started.environments);
  return closed.length;
}

/**
 * An error of the database may contain the payload, so only its kind is logged.
 * @rule webhook-triggers.call.unlogged
 */
function logFailure({ log }: Closing, error: unknown, window: string): void {
  const { name, code, constraint } = error as { name?: string; code?: string; constraint?: string };
  log.error({ window, error: { name, code, constraint } }, 'the calls of a webhook could not be started; they are kept and tried again');
}

/** The number of windows that one transaction closes: each may be as large as a large call. */
const BATCH = 20;

/** Closes windows whose time is over, in batches until none is left. */
export const closeWindowsTimer: Timer = {
  name: 'close-windows',
  milliseconds: 500,
  does: 'starts executions for the gathered calls of webhooks',
  async run(platform) {
    while ((await closeDue(platform, BATCH)) === BATCH);
  },
};
