/** The database stops again and again under load: nothing acknowledged is lost, readiness says so at once, and no process ends. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onDatabase } from '../bench/database.ts';
import { startEmbeddedPostgres } from '../packages/server/src/core/database/embedded-postgres/start-embedded-postgres.ts';
import { startEstate } from './estate.ts';
import { load } from './load.ts';
import { judge } from './oracle.ts';
import { soak } from './stage.ts';

/** Seconds within which readiness has to follow the database. */
const SAYS_NO = 2;
const SAYS_YES = 5;

await soak(6, 'the database stops under load', { long: 600, short: 24 }, async (stage) => {
  const perSecond = stage.short ? 4 : 10;
  const away = stage.short ? 4 : 30;
  const between = stage.short ? 8 : 45;
  const open = () => startEmbeddedPostgres({ folder: join(stage.folder, 'postgres'), log: () => undefined });
  let postgres = await open();
  stage.onEnd(() => postgres.stop());
  await onDatabase(postgres.url, (client) => client.query('create database soak'));
  const estate = await startEstate(stage, { databaseUrl: postgres.url.replace(/\/[^/]*$/, '/soak'), planes: 2, engines: 2 });
  const processes = [...estate.planes, ...estate.engines].map((one) => one.pid);
  const ended = new AbortController();
  const saidNo: number[] = [];
  const saidYes: number[] = [];
  const stopping = (async () => {
    for (;;) {
      await wait(between * 1000, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      stage.say(`  the database stops for ${away} s`);
      const stopped = postgres.stop();
      const began = performance.now();
      saidNo.push(...(await Promise.all(estate.planes.map((plane) => untilReady(plane.url, false, began)))));
      await stopped;
      await wait(Math.max(0, away * 1000 - (performance.now() - began)));
      postgres = await open();
      const back = performance.now();
      saidYes.push(...(await Promise.all(estate.planes.map((plane) => untilReady(plane.url, true, back)))));
    }
  })();
  const promised = await load(stage, estate, perSecond);
  ended.abort();
  await stopping;
  const outcome = await judge(estate, promised, new Map());
  const gone = [...estate.planes, ...estate.engines].filter((one, index) => one.pid !== processes[index] || !isThere(one.pid)).length;
  return {
    ...outcome,
    facts: [
      ['control planes, engines', '2, 2'],
      ['starts a second, seconds', `${perSecond}, ${stage.seconds}`],
      ['times that the database stopped', `${saidNo.length / 2}, for ${away} s`],
      ['longest until not ready, s', Math.max(...saidNo).toFixed(1)],
      ['longest until ready again, s', Math.max(...saidYes).toFixed(1)],
      ...outcome.facts,
    ],
    zero: {
      ...outcome.zero,
      [`not ready later than ${SAYS_NO} s`]: saidNo.filter((seconds) => seconds > SAYS_NO).length,
      [`ready later than ${SAYS_YES} s`]: saidYes.filter((seconds) => seconds > SAYS_YES).length,
      'processes that ended': gone,
      // A soak that broke nothing shows nothing.
      'stops that were due and did not come': saidNo.length === 0 ? 1 : 0,
    },
  };
});

/** Seconds until readiness says what it should. */
async function untilReady(url: string, wanted: boolean, since: number): Promise<number> {
  for (;;) {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    const seconds = (performance.now() - since) / 1000;
    if (ready === wanted || seconds > 60) return seconds;
    await wait(50);
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
