/** The database stops repeatedly under load: no accepted execution is lost, readiness reports each stop at once, and no process ends. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onDatabase } from '../bench/processes.ts';
import { startEmbeddedPostgres } from '../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { isAlive } from '../packages/server/test/support/install.ts';
import { startInstallation } from './installation.ts';
import { load } from './load.ts';
import { judge } from './oracle.ts';
import { soak } from './stage.ts';
import { longestOf } from './stopwatch.ts';

/** Seconds within which readiness must report that the database stopped, and that it runs again. */
const NOT_READY_SECONDS = 2;
const READY_SECONDS = 5;
/** Seconds after which a change counts as never reported. */
const LIMIT_SECONDS = 60;

await soak(6, 'the database stops under load', { long: 600, short: 24 }, async (stage) => {
  const perSecond = stage.short ? 4 : 10;
  const downSeconds = stage.short ? 4 : 30;
  const secondsBetween = stage.short ? 8 : 45;
  const open = () => startEmbeddedPostgres({ folder: join(stage.folder, 'postgres'), log: () => undefined });
  let postgres = await open();
  stage.onEnd(() => postgres.stop());
  await onDatabase(postgres.url, (client) => client.query('create database soak'));
  const installation = await startInstallation(stage, { databaseUrl: postgres.url.replace(/\/[^/]*$/, '/soak'), planes: 2, engines: 2 });
  const processes = [...installation.planes, ...installation.engines].map(({ pid }) => pid);
  const ended = new AbortController();
  const notReadyDelays: number[] = [];
  const readyDelays: number[] = [];
  const stopping = (async () => {
    for (;;) {
      await wait(secondsBetween * 1000, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted) return;
      stage.say(`  the database stops for ${downSeconds} s`);
      const stopped = postgres.stop();
      const stoppedAt = performance.now();
      notReadyDelays.push(...(await Promise.all(installation.planes.map((plane) => delayUntilReadyIs(false, plane.url, stoppedAt)))));
      await stopped;
      await wait(Math.max(0, downSeconds * 1000 - (performance.now() - stoppedAt)));
      postgres = await open();
      const startedAgainAt = performance.now();
      readyDelays.push(...(await Promise.all(installation.planes.map((plane) => delayUntilReadyIs(true, plane.url, startedAgainAt)))));
    }
  })();
  const answers = await load(stage, installation, perSecond);
  ended.abort();
  await stopping;
  const outcome = await judge(installation, answers, new Map());
  const alive = await Promise.all(processes.map(isAlive));
  return {
    ...outcome,
    facts: [
      ['control planes, engines', '2, 2'],
      ['starts a second, seconds', `${perSecond}, ${stage.seconds}`],
      ['times that the database stopped', `${notReadyDelays.length / installation.planes.length}, for ${downSeconds} s`],
      ['longest until not ready, s', longestOf(notReadyDelays)],
      ['longest until ready again, s', longestOf(readyDelays)],
      ...outcome.facts,
    ],
    zero: {
      ...outcome.zero,
      'stops and starts that readiness never reported': [...notReadyDelays, ...readyDelays].filter((seconds) => seconds > LIMIT_SECONDS)
        .length,
      'processes that ended': alive.filter((runs) => !runs).length,
      // A soak without a stop proves nothing.
      'missing stops': notReadyDelays.length === 0 ? 1 : 0,
    },
    late: {
      [`not ready later than ${NOT_READY_SECONDS} s`]: notReadyDelays.filter((seconds) => seconds > NOT_READY_SECONDS).length,
      [`ready later than ${READY_SECONDS} s`]: readyDelays.filter((seconds) => seconds > READY_SECONDS).length,
    },
  };
});

/** Waits until a server is ready, or not ready. Returns the seconds from `since` to then; a little more than the limit if that never happens. */
async function delayUntilReadyIs(expected: boolean, url: string, since: number): Promise<number> {
  for (;;) {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    const seconds = (performance.now() - since) / 1000;
    if (ready === expected || seconds > LIMIT_SECONDS) return seconds;
    await wait(50);
  }
}
