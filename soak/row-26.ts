/**
 * Faults of the database under load, repeatedly: connections are dropped silently, all its processes are stopped, it accepts no writes.
 * No call hangs, no accepted execution is lost, and readiness reports each fault.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onDatabase } from '../bench/processes.ts';
import { startEmbeddedPostgres } from '../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { startDatabaseGate } from '../packages/server/test/support/database-gate.ts';
import { isAlive } from '../packages/server/test/support/install.ts';
import { startInstallation } from './installation.ts';
import { load } from './load.ts';
import { judge } from './oracle.ts';
import { soak } from './stage.ts';
import { longestOf, openTimedProxy, Stopwatch } from './stopwatch.ts';
import { pauseDatabase } from './storage-failures.ts';
import { watchControlPlanes, type Readiness } from './watch-control-planes.ts';

/** Seconds within which a call must be answered. */
const ANSWER_SECONDS = 10;
/** Seconds within which readiness must report a fault. */
const FAULT_SECONDS = 5;
/** Seconds after which a fault counts as never reported. */
const REPORT_LIMIT_SECONDS = FAULT_SECONDS * 4;
/** Seconds within which readiness must report the end of a fault. */
const RECOVERY_SECONDS = 10;
/** Seconds after which the end of a fault counts as never reported. */
const RECOVERY_LIMIT_SECONDS = RECOVERY_SECONDS * 6;

await soak(26, 'faults of the database under load', { long: 600, short: 36 }, async (stage) => {
  const perSecond = stage.short ? 4 : 10;
  const [secondsBetween, pausedSeconds, readOnlySeconds] = stage.short ? [4, 9, 5] : [15, 25, 20];
  const postgres = await startEmbeddedPostgres({ folder: join(stage.folder, 'postgres'), log: () => undefined });
  stage.onEnd(() => postgres.stop());
  await onDatabase(postgres.tcpUrl, (client) => client.query('create database soak'));
  const gate = await startDatabaseGate(postgres.tcpUrl.replace(/\/[^/]*$/, '/soak'));
  stage.onEnd(() => gate.close());
  const stopwatch = new Stopwatch(ANSWER_SECONDS);
  const installation = await startInstallation(stage, {
    databaseUrl: gate.url,
    planes: 2,
    engines: 2,
    proxyOf: async (url) => {
      const proxy = await openTimedProxy(url, stopwatch);
      stage.onEnd(() => proxy.close());
      return proxy.url;
    },
  });
  const watching = await watchControlPlanes(installation, stopwatch);
  const times = { 'dropped connections': 0, 'paused database': 0, 'read-only': 0 };
  const [faultDelays, recoveryDelays]: [number[], number[]] = [[], []];
  let dropped = 0;
  let resumeDatabase = (): void => undefined;
  stage.onEnd(() => resumeDatabase());

  /** Causes a fault, waits until every process reports it, ends it, and waits until every process is healthy. */
  async function cause(
    kind: keyof typeof times,
    reports: (seen: Readiness) => boolean,
    begin: () => unknown,
    seconds: number,
    end: () => unknown,
  ) {
    times[kind] += 1;
    stage.say(`  ${kind}`);
    const startedAt = performance.now();
    await begin();
    const reported = watching.until(reports, REPORT_LIMIT_SECONDS);
    await Promise.all([wait(seconds * 1000), reported.then((delay) => faultDelays.push(delay))]);
    await end();
    // Dropped connections are a fault without a duration: it ends when it begins.
    const endedAt = seconds === 0 ? startedAt : performance.now();
    await watching.until((seen) => seen.health === 'ok', RECOVERY_LIMIT_SECONDS);
    recoveryDelays.push((performance.now() - endedAt) / 1000);
  }
  const setReadOnly = (change: string): Promise<unknown> =>
    onDatabase(postgres.tcpUrl, async (client) => {
      await client.query(`alter system ${change}`);
      await client.query('select pg_reload_conf()');
    });
  const failuresInTurn: readonly (() => Promise<void>)[] = [
    () =>
      cause(
        'dropped connections',
        ({ status }) => status === 503,
        () => (dropped += gate.forget()),
        0,
        () => undefined,
      ),
    () =>
      cause(
        'paused database',
        ({ status }) => status === 503,
        () => (resumeDatabase = pauseDatabase(postgres)),
        pausedSeconds,
        () => resumeDatabase(),
      ),
    () =>
      cause(
        'read-only',
        ({ status, reason }) => status === 200 && reason.includes('read-only'),
        async () => {
          await setReadOnly('set default_transaction_read_only = on');
          watching.setReadsExpected(true);
        },
        readOnlySeconds,
        () => {
          watching.setReadsExpected(false);
          return setReadOnly('reset default_transaction_read_only');
        },
      ),
  ];
  const ended = new AbortController();
  const faults = (async () => {
    for (;;)
      for (const causeFault of failuresInTurn) {
        await wait(secondsBetween * 1000, undefined, { signal: ended.signal }).catch(() => undefined);
        if (ended.signal.aborted) return;
        await causeFault();
      }
  })();
  const answers = await load(stage, installation, perSecond, { stopwatch });
  ended.abort();
  await faults;
  await watching.stop();
  const outcome = await judge(installation, answers, new Map());
  const alive = await Promise.all([...installation.planes, ...installation.engines].map(({ pid }) => isAlive(pid)));
  const unexpected = [...answers.refused].filter(([status]) => status !== 503).reduce((sum, [, count]) => sum + count, 0);
  return {
    ...outcome,
    facts: [
      ['control planes, engines', '2, 2'],
      ['starts a second, seconds', `${perSecond}, ${stage.seconds}`],
      ['times that connections were dropped silently', `${times['dropped connections']}, ${dropped} connections`],
      ['times that PostgreSQL did not respond', `${times['paused database']}, for ${pausedSeconds} s`],
      ['times that it accepted no writes', `${times['read-only']}, for ${readOnlySeconds} s`],
      ['calls measured', stopwatch.calls],
      ['longest call of each kind, s', stopwatch.longest],
      ['longest until readiness reported a fault, s', longestOf(faultDelays)],
      ['longest until readiness reported its end, s', longestOf(recoveryDelays)],
      ...outcome.facts,
    ],
    zero: {
      ...outcome.zero,
      'answers that were neither correct nor 503': unexpected + watching.counts.unexpected,
      '503 without Retry-After': watching.counts.withoutRetryAfter,
      'reads refused while only writes failed': watching.counts.readsRefused,
      'faults that readiness never reported': faultDelays.filter((seconds) => seconds >= REPORT_LIMIT_SECONDS).length,
      'ends that readiness never reported': recoveryDelays.filter((seconds) => seconds >= RECOVERY_LIMIT_SECONDS).length,
      'processes that ended': alive.filter((runs) => !runs).length,
      // A soak without faults proves nothing.
      'missing faults': Object.values(times).filter((count) => count === 0).length,
    },
    late: {
      [`calls that took longer than ${ANSWER_SECONDS} s`]: stopwatch.late,
      [`reported by readiness later than ${FAULT_SECONDS} s`]: faultDelays.filter((seconds) => seconds > FAULT_SECONDS).length,
      [`end reported later than ${RECOVERY_SECONDS} s`]: recoveryDelays.filter((seconds) => seconds > RECOVERY_SECONDS).length,
    },
    notes: [
      ...(outcome.notes ?? []),
      'Measured: starts, reads, writes and readiness checks of each process, and all calls of the engines except claims, which wait for work by design.',
    ],
  };
});
