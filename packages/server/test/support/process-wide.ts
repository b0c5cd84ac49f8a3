/** What a process of tests starts once, and ends after its last test file. */
import { after } from 'node:test';

type Stoppable = { stop(): Promise<unknown> };

const started = new Map<unknown, Promise<Stoppable>>();

/** Returns what `start` gives; the first call with a key starts it, later calls get the same. */
export function processWide<Started extends Stoppable>(key: unknown, start: () => Promise<Started>): Promise<Started> {
  const known = started.get(key) ?? start();
  // `node --test` runs one file in a process, and nobody calls `endProcessWide`.
  if (started.size === 0 && process.send === undefined) after(endProcessWide);
  started.set(key, known);
  return known as Promise<Started>;
}

/** Stops everything, the newest first. The runner calls it after the last test file of a process. */
export async function endProcessWide(): Promise<void> {
  const all = [...started.values()].toReversed();
  started.clear();
  for (const one of all) await (await one).stop();
}
