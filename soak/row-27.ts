/**
 * An engine whose machine is ill in turns, beside a healthy one, under load: no run fails for it, nothing is lost or begun twice, it says that it is ill,
 * and takes work again when it is well.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@millrace/contract/client';
import { startDatabaseServer } from '../bench/database.ts';
import { finished, startRun } from '../packages/server/test/support/install.ts';
import { ailmentsOf, diskFor, type Ailment } from './ailments.ts';
import { startEstate } from './estate.ts';
import { load } from './load.ts';
import { judge } from './oracle.ts';
import { soak, type Stage } from './stage.ts';

/** Seconds within which an engine has to be heard of as ill, and as well: it tries itself at pauses of up to a minute. */
const SAYS_ILL = 30;
const SAYS_WELL = 75;
/** Runs that are started at once after the load: more than the healthy engine has places. */
const LAST_RUNS = 14;

/** How long a turn took, in seconds, until the engine was heard of as ill, and as well again. */
type Turn = { ill: number | undefined; well: number | undefined };

await soak(27, 'an ill engine beside a healthy one', { long: 600, short: 24 }, async (stage) => {
  const perSecond = stage.short ? 6 : 10;
  const disk = await diskFor(stage, join(stage.folder, 'engine-0'));
  const database = await startDatabaseServer(stage);
  const estate = await startEstate(stage, { databaseUrl: await database.create('soak'), planes: 2, engines: 2 });
  const [engine = fail()] = estate.engines;
  const ailments = ailmentsOf(engine, disk);
  const ended = new AbortController();
  const turns = takeTurns(stage, estate.client, engine.id, ailments, ended.signal);
  const promised = await load(stage, estate, perSecond);
  ended.abort();
  const taken = await turns;
  const outcome = await judge(estate, promised, new Map());
  const again = await runsOn(estate.client, estate.tasks, engine.id);
  const ills = taken.flatMap(({ ill }) => ill ?? []);
  const wells = taken.flatMap(({ well }) => well ?? []);
  return {
    facts: [
      ['control planes, engines', '2, 2'],
      ['starts a second, seconds', `${perSecond}, ${stage.seconds}`],
      ['how the engine was made ill', ailments.map(({ name }) => name).join(', ')],
      ['times that it was ill', taken.length],
      ['longest until it was said to be ill, s', ills.length > 0 ? Math.max(...ills).toFixed(1) : 'never'],
      ['longest until it was said to be well again, s', wells.length > 0 ? Math.max(...wells).toFixed(1) : 'never'],
      [`of ${LAST_RUNS} runs after that, on the engine that was ill`, again],
      ...outcome.facts,
    ],
    zero: {
      ...outcome.zero,
      'times that it was not said to be ill': taken.length - ills.length,
      'times that it was not said to be well again': taken.length - wells.length,
      'engines that took no work again': again > 0 ? 0 : 1,
      'engines that ended': estate.engines.filter((one) => !one.running).length,
      // A soak that broke nothing shows nothing.
      'turns that were due and did not come': Math.max(0, 2 - taken.length),
    },
    notes: [
      ...(outcome.notes ?? []),
      'No process was killed, so every run must end well. A run that an ill engine gives back starts again on the other engine, or on the same one once it is well.',
      ...(disk ? [] : ['This machine does not let us mount a disk: the engine was made ill by its limit of open files only.']),
    ],
  };
});

/** Makes the engine ill and well in turns until the load is over, and listens to what its record says. */
async function takeTurns(stage: Stage, client: Client, engine: string, ailments: readonly Ailment[], ended: AbortSignal): Promise<Turn[]> {
  const turns: Turn[] = [];
  const rest = (seconds: number) => wait(seconds * 1000, undefined, { signal: ended }).catch(() => undefined);
  for (;;) {
    await rest(stage.short ? 3 : 20);
    if (ended.aborted) return turns;
    const ailment = ailments[turns.length % ailments.length];
    if (!ailment) throw new Error('This machine lets neither mount a disk nor set the limits of a process');
    stage.say(`  ${ailment.name}`);
    await ailment.begin();
    const ill = await untilSaid(client, engine, true, SAYS_ILL, ended);
    await rest(stage.short ? 3 : 15);
    await ailment.end();
    const well = await untilSaid(client, engine, false, SAYS_WELL);
    stage.say(`  said to be ill after ${ill?.toFixed(1) ?? '–'} s, and well ${well?.toFixed(1) ?? '–'} s after it was`);
    // Where no more runs come nobody notices that none could begin.
    if (ill === undefined && ended.aborted) return turns;
    turns.push({ ill, well });
  }
}

/** Seconds until the record of the engine says that it is ill, or well; undefined where it does not until then, or until nobody listens any more. */
async function untilSaid(client: Client, id: string, ill: boolean, most: number, deaf?: AbortSignal): Promise<number | undefined> {
  const began = performance.now();
  for (;;) {
    const seconds = (performance.now() - began) / 1000;
    const engine = await client.call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
    if (ill === (engine.body.illness !== undefined) && ill === (engine.body.availability !== 'AVAILABLE')) return seconds;
    if (seconds > most || deaf?.aborted) return undefined;
    await wait(100);
  }
}

/** How many of some runs that are started at once the engine carries out. */
async function runsOn(client: Client, tasks: readonly string[], id: string): Promise<number> {
  const { body: engine } = await client.call('GET /processing/runtimes/remote-engines/{id}', { path: { id } });
  const ids = await Promise.all(Array.from({ length: LAST_RUNS }, (_, index) => startRun(client, tasks[index % tasks.length] ?? '')));
  const runs = await Promise.all(ids.map((one) => finished(client, one)));
  return runs.filter((run) => run.executionStatus === 'EXECUTION_SUCCESS' && run.remoteEngineId === engine.runtimeId).length;
}

function fail(): never {
  throw new Error('There is no engine');
}
