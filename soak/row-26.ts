/**
 * The database is ill under load, again and again: a network forgets its connections, all its processes stand still, it takes no writes. Nothing hangs,
 * nothing accepted is lost, and each process says what is wrong.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onDatabase } from '../bench/database.ts';
import { startEmbeddedPostgres } from '../packages/server/src/core/database/embedded-postgres/start-embedded-postgres.ts';
import { startDatabaseGate } from '../packages/server/test/support/database-gate.ts';
import { isAlive } from '../packages/server/test/support/install.ts';
import { startEstate } from './estate.ts';
import { load } from './load.ts';
import { judge } from './oracle.ts';
import { soak } from './stage.ts';
import { openTimedRoad, Stopwatch } from './stopwatch.ts';
import { freezeDatabase } from './strikes.ts';
import { watchPlanes, type Seen } from './watch-planes.ts';

/** Seconds within which a call is answered, */
const ANSWERED = 10;
/** readiness tells of an illness, */
const SAYS_NO = 5;
/** and says afterwards that all is well. */
const SAYS_YES = 10;

await soak(26, 'the database is ill under load', { long: 600, short: 36 }, async (stage) => {
  const perSecond = stage.short ? 4 : 10;
  const [between, frozen, readOnly] = stage.short ? [4, 9, 5] : [15, 25, 20];
  const postgres = await startEmbeddedPostgres({ folder: join(stage.folder, 'postgres'), log: () => undefined });
  stage.onEnd(() => postgres.stop());
  await onDatabase(postgres.tcpUrl, (client) => client.query('create database soak'));
  const gate = await startDatabaseGate(postgres.tcpUrl.replace(/\/[^/]*$/, '/soak'));
  stage.onEnd(() => gate.close());
  const stopwatch = new Stopwatch(ANSWERED);
  const estate = await startEstate(stage, {
    databaseUrl: gate.url,
    planes: 2,
    engines: 2,
    road: async (url) => {
      const road = await openTimedRoad(url, stopwatch);
      stage.onEnd(() => road.close());
      return road.url;
    },
  });
  const watching = await watchPlanes(estate, stopwatch);
  const times = { forget: 0, freeze: 0, 'read-only': 0 };
  const [saidNo, saidYes]: [number[], number[]] = [[], []];
  let forgotten = 0;
  let thaw = (): void => undefined;
  stage.onEnd(() => thaw());

  /** Strikes, waits until every process tells of it, and after its end until none does any more. */
  async function strike(
    what: keyof typeof times,
    tells: (seen: Seen) => boolean,
    begin: () => unknown,
    seconds: number,
    end: () => unknown,
  ) {
    times[what] += 1;
    stage.say(`  ${what}`);
    const began = performance.now();
    await begin();
    const told = watching.until(tells, SAYS_NO * 4);
    await Promise.all([wait(seconds * 1000), told.then((one) => saidNo.push(one))]);
    await end();
    // From the end of the illness, which is over as soon as it began where connections are forgotten.
    const healed = seconds === 0 ? began : performance.now();
    await watching.until((seen) => seen.health === 'ok', SAYS_YES * 6);
    saidYes.push((performance.now() - healed) / 1000);
  }
  const setReadOnly = (how: string): Promise<unknown> =>
    onDatabase(postgres.tcpUrl, async (client) => {
      await client.query(`alter system ${how}`);
      await client.query('select pg_reload_conf()');
    });
  const strikes: readonly (() => Promise<void>)[] = [
    () =>
      strike(
        'forget',
        ({ status }) => status === 503,
        () => (forgotten += gate.forget()),
        0,
        () => undefined,
      ),
    () =>
      strike(
        'freeze',
        ({ status }) => status === 503,
        () => (thaw = freezeDatabase(postgres)),
        frozen,
        () => thaw(),
      ),
    () =>
      strike(
        'read-only',
        ({ status, reason }) => status === 200 && reason.includes('read-only'),
        async () => {
          await setReadOnly('set default_transaction_read_only = on');
          watching.readsMustSucceed(true);
        },
        readOnly,
        () => {
          watching.readsMustSucceed(false);
          return setReadOnly('reset default_transaction_read_only');
        },
      ),
  ];
  const ended = new AbortController();
  const striking = (async () => {
    for (;;)
      for (const one of strikes) {
        await wait(between * 1000, undefined, { signal: ended.signal }).catch(() => undefined);
        if (ended.signal.aborted) return;
        await one();
      }
  })();
  const promised = await load(stage, estate, perSecond, { stopwatch });
  ended.abort();
  await striking;
  await watching.stop();
  const outcome = await judge(estate, promised, new Map());
  const alive = await Promise.all([...estate.planes, ...estate.engines].map(({ pid }) => isAlive(pid)));
  const otherwise = [...promised.refused].filter(([status]) => status !== 503).reduce((sum, [, count]) => sum + count, 0);
  return {
    ...outcome,
    facts: [
      ['control planes, engines', '2, 2'],
      ['starts a second, seconds', `${perSecond}, ${stage.seconds}`],
      ['times that connections were forgotten', `${times.forget}, ${forgotten} connections`],
      ['times that PostgreSQL stood still', `${times.freeze}, for ${frozen} s`],
      ['times that it took no writes', `${times['read-only']}, for ${readOnly} s`],
      ['calls measured', stopwatch.calls],
      ['longest call of each kind, s', stopwatch.longest],
      ['longest until readiness told of it, s', Math.max(...saidNo).toFixed(1)],
      ['longest until all was well again, s', Math.max(...saidYes).toFixed(1)],
      ...outcome.facts,
    ],
    zero: {
      ...outcome.zero,
      [`calls that took longer than ${ANSWERED} s`]: stopwatch.late,
      'answers that were neither right nor 503': otherwise + watching.counts.otherwise,
      '503 without Retry-After': watching.counts.withoutRetryAfter,
      'reads refused while only writes failed': watching.counts.readsRefused,
      [`told by readiness later than ${SAYS_NO} s`]: saidNo.filter((seconds) => seconds > SAYS_NO).length,
      [`well again later than ${SAYS_YES} s`]: saidYes.filter((seconds) => seconds > SAYS_YES).length,
      'processes that ended': alive.filter((one) => !one).length,
      // A soak that broke nothing shows nothing.
      'strikes that were due and did not come': Object.values(times).filter((count) => count === 0).length,
    },
    notes: [
      ...(outcome.notes ?? []),
      'Measured: starts, reads, writes and questions for readiness at each process, and all calls of the engines but claims, which wait for work by design.',
    ],
  };
});
