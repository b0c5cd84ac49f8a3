/** Closes windows: each becomes exactly one execution, even if several processes try it or one dies. */
import type { Tx } from '../../../core/database/db.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Started } from '../task-executions/index.ts';
import { holdPlans, lockWindows, putOffWindow, removeWindows, selectPayloads, selectPlansOf, type WindowPoll } from './queries.ts';
import { startAll } from './start.ts';

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
export async function closeDue(closing: Closing, most: number): Promise<number> {
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
