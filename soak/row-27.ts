/**
 * Faults of the machine of one of two engines, under load: no run fails because of them, no run is lost or started twice.
 * The engine reports that it is ill, and accepts work again when the fault ends.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@millrace/contract/client';
import { startDatabaseServer } from '../bench/processes.ts';
import { finished, startRun } from '../packages/server/test/support/install.ts';
import { machineFaultsOf, diskFor, type MachineFault } from './machine-faults.ts';
import { startInstallation } from './installation.ts';
import { load } from './load.ts';
import { judge } from './oracle.ts';
import { soak, type Stage } from './stage.ts';
import { longestOf } from './stopwatch.ts';

/** Seconds within which the record of the engine must show the illness, and its end. The self-test runs at intervals of up to a minute. */
const ILL_SECONDS = 30;
const WELL_SECONDS = 75;
/**
 * Runs of an engine at a time. A control plane prefers engines whose claims wait at the same process, so each engine must be too small for the load:
 * otherwise the ill engine might get no run, and so not notice its fault.
 */
const CAPACITY = { long: 5, short: 3 };
/** Runs that are started at once after the load: more than the healthy engine can run at a time. */
const LAST_RUNS = 14;
/** A soak without faults proves nothing. */
const MIN_FAULTS = 2;

/** Seconds until the record of the engine showed that it was ill, and healthy again; undefined if it did not. */
type FaultReport = { ill: number | undefined; well: number | undefined };

await soak(27, 'an ill engine beside a healthy one', { long: 600, short: 24 }, async (stage) => {
  const perSecond = stage.short ? 6 : 10;
  const disk = await diskFor(stage, join(stage.folder, 'engine-0'));
  const database = await startDatabaseServer(stage);
  const installation = await startInstallation(stage, {
    databaseUrl: await database.create('soak'),
    planes: 2,
    engines: 2,
    capacity: stage.short ? CAPACITY.short : CAPACITY.long,
  });
  const [engine = fail()] = installation.engines;
  const machineFaults = machineFaultsOf(engine, disk);
  const ended = new AbortController();
  const faultReports: FaultReport[] = [];
  const faults = causeFaults(stage, installation.client, engine.id, machineFaults, faultReports, ended.signal);
  const answers = await load(stage, installation, perSecond, { isEnough: () => faultReports.length >= MIN_FAULTS });
  ended.abort();
  await faults;
  const outcome = await judge(installation, answers, new Map());
  const runsOnHealedEngine = await runsOn(installation.client, installation.tasks, engine.id);
  const illDelays = faultReports.flatMap(({ ill }) => ill ?? []);
  const wellDelays = faultReports.flatMap(({ well }) => well ?? []);
  return {
    facts: [
      ['control planes, engines', '2, 2'],
      ['starts a second, seconds', `${perSecond}, ${stage.seconds}`],
      ['faults of the machine', machineFaults.map(({ name }) => name).join(', ')],
      ['times that it was ill', faultReports.length],
      ['longest until it was reported as ill, s', longestOf(illDelays)],
      ['longest until it was reported as healthy again, s', longestOf(wellDelays)],
      [`of ${LAST_RUNS} runs after that, on the engine that was ill`, runsOnHealedEngine],
      ...outcome.facts,
    ],
    zero: {
      ...outcome.zero,
      'times that it was not reported as ill': faultReports.length - illDelays.length,
      'times that it was not reported as healthy again': faultReports.length - wellDelays.length,
      'engines that accepted no work again': runsOnHealedEngine > 0 ? 0 : 1,
      'engines that ended': installation.engines.filter(({ running }) => !running).length,
      'missing faults': Math.max(0, MIN_FAULTS - faultReports.length),
    },
    notes: [
      ...(outcome.notes ?? []),
      'No process was killed, so every run must succeed. A run that an ill engine returns starts on the other engine, or on the same one later.',
      ...(disk ? [] : ['No disk can be mounted on this machine: the only fault was the limit of open files.']),
    ],
  };
});

/** Starts and ends faults in turn until the load is over, polls the record of the engine, and adds a report of each fault to `reports`. */
async function causeFaults(
  stage: Stage,
  client: Client,
  engine: string,
  faults: readonly MachineFault[],
  reports: FaultReport[],
  ended: AbortSignal,
): Promise<void> {
  const pause = (seconds: number) => wait(seconds * 1000, undefined, { signal: ended }).catch(() => undefined);
  for (;;) {
    await pause(stage.short ? 3 : 20);
    if (ended.aborted) return;
    const fault = faults[reports.length % faults.length];
    if (!fault)
      throw new Error('Row 27 has no fault to cause: on this machine, it can neither mount a disk nor change the limits of a process.');
    stage.say(`  ${fault.name}`);
    await fault.begin();
    const ill = await untilReported(client, engine, true, ILL_SECONDS, ended);
    await pause(stage.short ? 3 : 15);
    await fault.end();
    const well = await untilReported(client, engine, false, WELL_SECONDS);
    stage.say(
      `  reported as ill after ${ill?.toFixed(1) ?? '–'} s, and as healthy ${well?.toFixed(1) ?? '–'} s after the end of the fault`,
    );
    // Without new runs, no run could fail to start, so the illness may go unnoticed.
    if (ill === undefined && ended.aborted) return;
    reports.push({ ill, well });
  }
}

/** Returns the seconds until the record of the engine shows that it is ill, or well; undefined after `limit` seconds or when `signal` is aborted. */
async function untilReported(client: Client, id: string, ill: boolean, limit: number, signal?: AbortSignal): Promise<number | undefined> {
  const startedAt = performance.now();
  for (;;) {
    const seconds = (performance.now() - startedAt) / 1000;
    const engine = await client.call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
    if (ill === (engine.body.illness !== undefined) && ill === (engine.body.availability !== 'AVAILABLE')) return seconds;
    if (seconds > limit || signal?.aborted) return undefined;
    await wait(100);
  }
}

/** Starts runs at once, and returns how many of them the engine ran. */
async function runsOn(client: Client, tasks: readonly string[], id: string): Promise<number> {
  const { body: engine } = await client.call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
  const ids = await Promise.all(Array.from({ length: LAST_RUNS }, (_, index) => startRun(client, tasks[index % tasks.length] ?? '')));
  const runs = await Promise.all(ids.map((executionId) => finished(client, executionId)));
  return runs.filter((run) => run.executionStatus === 'EXECUTION_SUCCESS' && run.remoteEngineId === engine.runtimeId).length;
}

function fail(): never {
  throw new Error('The installation has no engine.');
}
