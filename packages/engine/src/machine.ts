/** What every run of one engine program needs on its machine, with a control plane or without one. */
import { join } from 'node:path';
import { BundleCache } from './bundles/cache.ts';
import { SmallBundles } from './bundles/small-bundles.ts';
import { Guard } from './guard.ts';
import type { IsolationSettings } from './isolation/choose-isolation.ts';
import { openIsolation, type OpenIsolation } from './isolation/open-isolation.ts';
import type { TaskLimits } from './limits/cgroups.ts';
import { type Limiter, openLimiter } from './limits/task-limits.ts';
import type { OwnLog } from './own-log.ts';
import { Spawner } from './spawner.ts';

/** An opened machine; `close` ends what runs have left. */
export type Machine = {
  isolation: OpenIsolation;
  spawner: Spawner;
  cache: BundleCache;
  smallBundles: SmallBundles;
  limiter: Limiter;
  /** What tasks may take of the environment of this program, with the PATH that they can reach. */
  environment: NodeJS.ProcessEnv;
  close: () => Promise<void>;
};

/** How a machine is used: `fetch` brings content by its hash into the cache below `folder`, until `signal` is aborted. */
export type MachineOptions = {
  folder: string;
  environment: NodeJS.ProcessEnv;
  log: OwnLog;
  isolation?: IsolationSettings | undefined;
  limits?: TaskLimits | undefined;
  cacheBytes?: number | undefined;
  fetch: (hash: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  signal: AbortSignal;
};

/** Chooses the isolation, takes stock of the cache, and clears what an earlier program has left. */
export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { folder, environment, log, fetch, signal, cacheBytes } = options;
  const spawner = new Spawner();
  const isolation = await openIsolation(options.isolation ?? {}, { folder, environment, spawner, log });
  const guard = new Guard(isolation.runs);
  const mostBytes = cacheBytes !== undefined && { mostBytes: cacheBytes };
  const cache = new BundleCache({ folder: join(folder, 'bundles'), fetch, signal, ...mostBytes });
  await cache.open();
  return {
    isolation,
    spawner,
    cache,
    smallBundles: new SmallBundles(cache, signal),
    limiter: await openLimiter(options.limits ?? {}, log, { users: isolation.kind === 'user', path: environment['PATH'] ?? '' }),
    environment: { ...environment, PATH: isolation.path },
    async close() {
      await spawner.close();
      await isolation.close();
      guard.close();
    },
  };
}
