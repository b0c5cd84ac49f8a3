/** Opens the parts that all runs of one engine program share: isolation, spawner, cache, limits. Used with and without a control plane. */
import { join } from 'node:path';
import { BundleCache } from '../bundles/cache.ts';
import { SmallBundles } from '../bundles/small-bundles.ts';
import { type IsolationSettings, type OpenIsolation, openIsolation } from '../isolation/choose-isolation.ts';
import { type AccessOf, openAccess, defaultUserRange } from '../isolation/run-access.ts';
import { findJavas, type Java } from '../java/find-javas.ts';
import type { TaskLimits } from '../limits/cgroups.ts';
import { type Limiter, openLimiter } from '../limits/task-limits.ts';
import { Spawner } from '../processes/spawner.ts';
import type { OwnLog } from '../program/own-log.ts';
import { Guard } from './guard.ts';

/** The shared parts; `close` also kills the processes that runs have left. */
type Machine = {
  isolation: OpenIsolation;
  spawner: Spawner;
  cache: BundleCache;
  smallBundles: SmallBundles;
  limiter: Limiter;
  /** The Javas that tasks can reach. */
  javas: readonly Java[];
  /** The folders and the user that a run may have beside its own. */
  access: AccessOf;
  /** The environment of this program, with a PATH of only the folders that tasks can enter. */
  environment: NodeJS.ProcessEnv;
  close: () => Promise<void>;
};

/** Options of `openMachine`: `fetch` downloads content by its SHA-256 for the cache in `folder`; `signal` aborts downloads. */
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

/**
 * Starts the spawner and the guard, chooses the isolation, reads the cache folder, and removes the runs that an earlier program has left. Throws if the
 * isolation that the settings require does not work.
 */
export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { folder, environment, log, fetch, signal, cacheBytes } = options;
  // A program with a single run, as in a pod, needs neither a thread for starts, because no other work waits for them, nor a guard.
  const hasSingleRun = options.isolation?.within !== undefined;
  const spawner = hasSingleRun ? new Spawner(await (await import('../processes/spawner-in-process.ts')).spawnerInProcess()) : new Spawner();
  const found = await findJavas(environment);
  const isolation = await openIsolation(options.isolation ?? {}, {
    folder,
    environment,
    spawner,
    log,
    javas: found.map(({ home }) => home),
  });
  const range = isolation.kind === 'user' ? (options.isolation?.users ?? defaultUserRange()) : undefined;
  const access = await openAccess(options.isolation ?? {}, { kind: isolation.kind, range });
  const javas = await reachableJavas(found, isolation, log);
  // A guard waits as a shell, which Windows lacks: there the tasks of an engine that is killed run on.
  const guard = hasSingleRun || process.platform === 'win32' ? undefined : new Guard(isolation.runs);
  const cache = new BundleCache({ folder: join(folder, 'bundles'), fetch, signal, maxBytes: cacheBytes });
  await cache.open();
  return {
    isolation,
    spawner,
    cache,
    smallBundles: new SmallBundles(cache, signal),
    javas,
    access,
    limiter: await openLimiter(options.limits ?? {}, log, { users: isolation.kind === 'user', path: environment['PATH'] ?? '' }),
    environment: { ...environment, PATH: isolation.path },
    async close() {
      await spawner.close();
      await isolation.close();
      guard?.close();
    },
  };
}

/** The Javas that tasks can enter; the log names all of them. */
async function reachableJavas(found: readonly Java[], isolation: OpenIsolation, log: OwnLog): Promise<Java[]> {
  const reached = await Promise.all(found.map(({ home }) => isolation.canReach(join(home, 'bin'))));
  const javas = found.filter((_, index) => reached[index]);
  const closed = found.filter((_, index) => !reached[index]);
  if (javas.length > 0)
    log('info', 'Java for job archives', { javas: javas.map(({ version, home }) => `${version} (${home})`).join(', ') });
  if (closed.length > 0) log('warn', 'Tasks cannot enter the folder of a Java', { folders: closed.map(({ home }) => home).join(', ') });
  return javas;
}
