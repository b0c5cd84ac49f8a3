/**
 * Two versions, rolled both ways: two servers behind a load balancer and one of two engines are upgraded one after the other and taken back, again and
 * again, while runs start and lists, logs and webhooks go on. No request fails, and no run, line or event is lost or doubled.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startDatabaseServer } from '../bench/processes.ts';
import { readJournal } from '../packages/server/test/support/crash-site.ts';
import { eventually, type Install } from '../packages/server/test/support/install.ts';
import { callRepeatedly, openCheckedProxy, type Calls } from './checked-calls.ts';
import { receiveEnds } from './ends-receiver.ts';
import { startInstallation } from './installation.ts';
import { load } from './load.ts';
import { judge } from './oracle.ts';
import { soak } from './stage.ts';
import { openVersions, type Version } from './versions.ts';

/** Seconds that a round may take at most, on a busy machine. */
const ROUND_SECONDS = 600;

/** The seconds for which a stopping server still answers; the default is 2. */
const DRAIN_SECONDS = 5;

await soak(28, 'two versions, rolled both ways', { long: 600, short: 15 }, async (stage) => {
  const perSecond = stage.short ? 4 : 10;
  const pause = stage.short ? 300 : 2000;
  const { former, next, about } = await openVersions(stage);
  stage.say(`  ${about}`);
  const database = await startDatabaseServer(stage);
  const receiver = await receiveEnds(stage);
  const calls: Calls = { answered: new Map(), failed: [] };
  const installation = await startInstallation(stage, {
    databaseUrl: await database.create('soak'),
    planes: 2,
    engines: 2,
    programs: former,
    checksReadiness: true,
    // Tests set 0, so that their servers stop at once. Here the balancer must learn in time that a server stops, also on a busy machine.
    environment: { ...receiver.environment, MILLRACE_DRAIN_SECONDS: String(DRAIN_SECONDS) },
    proxyOf: async (url) => {
      const proxy = await openCheckedProxy(url, calls);
      stage.onEnd(() => proxy.close());
      return proxy.url;
    },
  });
  const { client, planes, engines, balancer } = installation;
  await receiver.subscribe(client);
  const [, rolled] = engines;
  if (!rolled) throw new Error('The installation has no second engine.');
  const replaced = { servers: 0, engines: 0, 'stopped with an error': 0, 'of a wrong version': 0 };

  const replaceServer = async (plane: Install, version: Version): Promise<void> => {
    if ((await plane.stop()) !== 0) replaced['stopped with an error'] += 1;
    plane.program = version.server;
    await plane.start();
    await balancer.untilAllReady();
    const { version: found } = (await (await fetch(`${plane.url}/readyz`)).json()) as { version: string };
    if (found !== version.number) replaced['of a wrong version'] += 1;
    replaced.servers += 1;
    stage.say(`  a server of ${found}`);
  };

  /** An engine that stops waits for its runs, and the other one takes the new ones. */
  const replaceEngine = async (version: Version): Promise<void> => {
    await rolled.end('SIGTERM');
    rolled.program = version.engine;
    rolled.start();
    await eventually(`the engine is one of ${version.number}`, async () => {
      const { body } = await client.call('GET /processing/engines');
      return body.enginesInfo.some(({ id, packageVersion }) => id === rolled.id && packageVersion === version.number) || undefined;
    });
    replaced.engines += 1;
    stage.say(`  an engine of ${version.number}`);
  };

  let rounds = 0;
  const ended = new AbortController();
  // The order of docs/operations.md: an upgrade ends with the engines, and is taken back in the reverse order.
  const steps: readonly (() => Promise<void>)[] = [
    ...planes.map((plane) => () => replaceServer(plane, next)),
    () => replaceEngine(next),
    () => replaceEngine(former),
    ...planes.toReversed().map((plane) => () => replaceServer(plane, former)),
  ];
  const rolling = (async () => {
    for (; !ended.signal.aborted; rounds += 1)
      for (const step of steps) {
        await wait(pause * (0.5 + stage.random()), undefined, { signal: ended.signal }).catch(() => undefined);
        if (ended.signal.aborted) return;
        await step();
      }
  })();
  let isBroken = false;
  rolling.catch(() => (isBroken = true));
  const calling = callRepeatedly(installation, calls, ended.signal);
  const answers = await load(stage, installation, perSecond, { isEnough: () => rounds > 0 || isBroken, extraSeconds: ROUND_SECONDS });
  ended.abort();
  await Promise.all([rolling, calling]);

  const outcome = await judge(installation, answers, new Map());
  const ends = await receiver.endsOf(answers.accepted);
  const journal = (await readJournal(installation.journal)).filter(({ what }) => what === 'end').map(({ execution }) => execution);
  const refused = [...answers.refused.values()].reduce((sum, count) => sum + count, 0);
  return {
    ...outcome,
    facts: [
      ['versions', about],
      ['starts a second, seconds', `${perSecond}, ${stage.seconds}`],
      ['seconds for which a stopping server still answers (default 2)', DRAIN_SECONDS],
      ['whole rounds, there and back', rounds],
      ['times that a server was replaced', replaced.servers],
      ['times that an engine was replaced', replaced.engines],
      ...[...calls.answered].toSorted().map(([kind, count]) => [`answers: ${kind}`, count] as const),
      ['connections passed on to the other server', balancer.notMade],
      ...outcome.facts,
      ['events that arrived', ends.arrived],
    ],
    zero: {
      'requests that failed': refused + answers.unanswered.length + calls.failed.length,
      ...outcome.zero,
      'ended twice': journal.length - new Set(journal).size + ends.doubled,
      'ends without an event': ends.missing,
      'servers that stopped with an error': replaced['stopped with an error'],
      'processes of a wrong version': replaced['of a wrong version'],
      // A soak that has not rolled there and back proves nothing.
      'missing rounds': rounds > 0 ? 0 : 1,
    },
    notes: [
      'Failed: answered with another status than expected, or not answered. The balancer passes a connection to another server only if it cannot be made; it repeats no request.',
      'One engine is of the former version all the time; the other one is replaced after the servers, and taken back before them.',
      ...[...calls.failed, ...answers.unanswered].slice(0, 10),
      ...(outcome.notes ?? []),
    ],
  };
});
