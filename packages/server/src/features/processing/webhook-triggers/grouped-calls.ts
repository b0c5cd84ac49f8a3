/** Stores grouped calls until their window closes. */
import type { Database } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import type { BatchedStatement } from '../../../core/database/statement-batcher.ts';
import {
  insertCalls,
  insertWindows,
  lockOpenWindows,
  lockTriggers,
  updateWindows,
  type LockedTrigger,
  type PlacedCall,
  type TouchedWindow,
} from './queries.ts';
import { fullAt } from './rules.ts';

/** A call that waits for others; `maxBytes` is the maximum for one execution, and `needsMaker` says whether the maker must be active. */
export type GroupedCall = { trigger: string; item: string; bytes: number; maxBytes: number; needsMaker: boolean };

/** The window in which a call was stored, by the id of its future execution, and whether it is full. */
export type WindowOfCall = { id: string; full: boolean };

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
      return windowsOfCalls.map((window) => window && { id: window.id, full: !window.open });
    }),
};

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
   * Puts a call into the open window of its trigger, or into a new one. A window closes when it is full; a call that would exceed the size limit
   * goes into the next one.
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

type FoundWindow = Awaited<ReturnType<typeof lockOpenWindows>>[number];
