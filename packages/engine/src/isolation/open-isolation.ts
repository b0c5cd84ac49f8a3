import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Sweeper } from '../program/process-table.ts';
import { clearLeftovers, clearSpares } from '../folders/run-folder.ts';
import type { Isolation } from './boundary.ts';
import { chooseIsolation, type IsolationEngine, type IsolationSettings } from './choose-isolation.ts';
import { reachablePath } from './reachable-path.ts';

/** The isolation of an engine: `path` is the PATH of tasks; `close`, called when the engine ends, kills the processes that runs have left. */
export type OpenIsolation = Isolation & { path: string; close: () => Promise<void> };

/** Chooses the isolation of a starting engine, and removes the runs and spares that an earlier program has left. */
export async function openIsolation(settings: IsolationSettings, engine: Omit<IsolationEngine, 'sweeper'>): Promise<OpenIsolation> {
  const { folder, spawner, log } = engine;
  const sweeper = new Sweeper();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isolation = await chooseIsolation(settings, { ...engine, sweeper });
  const { runs, spare } = isolation;
  // With another isolation, an earlier program may have had its runs in the folder of the engine.
  for (const runsFolder of new Set([runs, join(folder, 'runs')])) await clearLeftovers(runsFolder, log);
  await clearSpares(spare, log);
  spawner.keepFolders(spare);
  return {
    ...isolation,
    path: await reachablePath(engine.environment['PATH'] ?? '', isolation, log),
    async close() {
      await sweeper.sweep();
      await isolation.close?.();
    },
  };
}
