/**
 * A second region takes over, again and again: the control plane and the PostgreSQL of the region that serves are killed under load, the command
 * `fail-over` promotes the standby, callers and engines follow, and the lost region comes back as a standby. With synchronous replication nothing that was
 * acknowledged is lost or doubled; with asynchronous replication nothing that was acknowledged before the moment that the command names.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@millrace/contract/client';
import { pairEngine } from '../packages/server/test/support/engine-process.ts';
import { eventually } from '../packages/server/test/support/install.ts';
import { join } from 'node:path';
import { startBalancer } from './balancer.ts';
import { receiveEnds } from './ends-receiver.ts';
import { publishTasks } from './installation.ts';
import { load } from './load.ts';
import { findLosses, type LossWindow } from './loss-oracle.ts';
import { Region, sharedSettings } from './regions.ts';
import { soak } from './stage.ts';
import { longestOf } from './stopwatch.ts';

/** Seconds that two rounds may take at most, on a busy machine. */
const ROUND_SECONDS = 600;
/** Starts that are accepted while an asynchronous standby gets nothing, at least. */
const STARTS_AT_RISK = 4;

await soak(29, 'a second region takes over', { long: 600, short: 24 }, async (stage) => {
  const perSecond = stage.short ? 4 : 5;
  const [steadySeconds, behindSeconds] = stage.short ? [3, 2] : [15, 4];
  const receiver = await receiveEnds(stage);
  const settings = { ...sharedSettings(stage), ...receiver.environment };
  let [serving, other] = [await Region.open(stage, 'one', settings), await Region.open(stage, 'two', settings)];
  const regions = [serving, other];
  const token = await (await serving.startAsPrimary()).token();
  await other.startAsStandby(serving);
  // The name of callers, which leads to the region that is ready.
  const balancer = await startBalancer(
    regions.map(({ port }) => port),
    { checksReadiness: true },
  );
  stage.onEnd(() => balancer.close());
  const client = createClient({ baseUrl: balancer.url, token });
  const { tasks, journal } = await publishTasks(stage, client);
  await receiver.subscribe(client);
  const engines = await Promise.all(
    [0, 1].map((index) =>
      pairEngine(client, regions.map(({ recorder }) => recorder.url).join(','), {
        name: `soak ${index}`,
        folder: join(stage.folder, `engine-${index}`),
        capacity: 8,
      }),
    ),
  );
  for (const engine of engines) {
    stage.onEnd(() => engine.end('SIGTERM'));
    engine.start();
  }
  // A primary that still waits for its standby would not stop.
  stage.onEnd(() => serving.release().catch(() => undefined));

  const acceptedAt = new Map<string, number>();
  const windows: LossWindow[] = [];
  const bounds: string[] = [];
  const done = { synchronous: 0, asynchronous: 0, 'second writers': 0, 'engines that ended': 0 };
  const [served, followed]: [number[], number[]] = [[], []];
  const ended = new AbortController();
  const pause = (seconds: number): Promise<void> => wait(seconds * 1000, undefined, { signal: ended.signal }).catch(() => undefined);

  /** Waits until a call that began after a moment has an answer in the region; returns the seconds since then. */
  const untilEnginesFollow = async (region: Region, since: number): Promise<number> => {
    const reports = region.recorder.counts.reports;
    await eventually(`engines report to region ${region.name}`, async () => region.recorder.counts.reports > reports || undefined);
    return (Date.now() - since) / 1000;
  };

  async function round(isSynchronous: boolean): Promise<void> {
    await serving.replicate(other, isSynchronous);
    await pause(steadySeconds);
    // Without load nothing is lost, so a fail-over after its end proves nothing.
    if (ended.signal.aborted) return;
    if (!isSynchronous) {
      const before = acceptedAt.size;
      other.cutLink();
      await pause(behindSeconds);
      const isAtRisk = (): boolean => acceptedAt.size >= before + STARTS_AT_RISK;
      await eventually('starts are at risk', async () => isAtRisk() || ended.signal.aborted || undefined);
      if (!isAtRisk()) return other.mendLink();
    }
    const lostAt = Date.now();
    await serving.lose(other);
    const commandAt = Date.now();
    const until = await other.failOver();
    served.push((Date.now() - lostAt) / 1000);
    if (!isSynchronous) {
      windows.push({ from: until, to: commandAt });
      bounds.push(((lostAt - until) / 1000).toFixed(1));
    }
    done[isSynchronous ? 'synchronous' : 'asynchronous'] += 1;
    stage.say(`  region ${other.name} serves, ${isSynchronous ? 'synchronous' : 'asynchronous'}`);
    [serving, other] = [other, serving];
    followed.push(await untilEnginesFollow(serving, lostAt));
    const start = async (url: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ executable: tasks[0] });
      return (await fetch(`${url}/processing/executions`, { method: 'POST', headers, body })).status;
    };
    if (!(await other.returnsWithoutWriting(start))) done['second writers'] += 1;
    await other.startAsStandby(serving);
    stage.say(`  region ${other.name} waits`);
  }

  const rounds = (async () => {
    for (let isSynchronous = true; !ended.signal.aborted; isSynchronous = !isSynchronous) await round(isSynchronous);
  })();
  let isBroken = false;
  rounds.catch(() => (isBroken = true));
  const isEnough = (): boolean => isBroken || (done.synchronous > 0 && done.asynchronous > 0);
  const answers = await load(stage, { client, tasks }, perSecond, {
    isEnough,
    extraSeconds: ROUND_SECONDS,
    onAccepted: (id) => acceptedAt.set(id, Date.now()),
  });
  ended.abort();
  await rounds;
  done['engines that ended'] = engines.filter(({ running }) => !running).length;

  const recorders = regions.map(({ recorder }) => recorder);
  const losses = await findLosses({ client, tasks, journal }, { acceptedAt, recorders, receiver, windows });
  const { within, beyond } = losses;
  return {
    facts: [
      ['regions, engines with both addresses', '2, 2'],
      ['starts a second, seconds', `${perSecond}, ${stage.seconds}`],
      ['fail-overs with synchronous replication', done.synchronous],
      ['fail-overs with asynchronous replication', done.asynchronous],
      ['longest from the loss until the other region served, s', longestOf(served)],
      ['longest from the loss until engines reported there, s', longestOf(followed)],
      ['starts accepted', answers.accepted.length],
      ['starts refused', [...answers.refused].map(([status, count]) => `${count} with ${status}`).join(', ') || 0],
      ['starts without an answer', answers.unanswered.length],
      ['executions that are there', losses.executions],
      ['succeeded', losses.succeeded],
      ['lines acknowledged', losses.lines],
      ['asynchronous: seconds that may be lost, as the command said', bounds.join(', ')],
      ['asynchronous: starts lost in each of them', losses.startsLostIn.join(', ')],
      ...Object.entries(within).map(([kind, count]) => [`asynchronous, within these seconds: ${kind}`, count] as const),
    ],
    zero: {
      ...beyond,
      ...losses.never,
      'lost regions that came back as a second writer': done['second writers'],
      'engines that ended': done['engines that ended'],
      // A soak without both kinds of fail-over, or with an asynchronous one that has lost nothing, proves nothing.
      'missing fail-overs': Number(done.synchronous === 0) + Number(done.asynchronous === 0),
      'asynchronous fail-overs without a loss': losses.startsLostIn.filter((count) => count === 0).length,
    },
    notes: [
      'Acknowledged: a start that was answered 201, a line in a report that was answered 200, an event that the receiver has. Bold counts are those of all synchronous fail-overs, and of asynchronous ones outside of the seconds that the command named.',
      'Before an asynchronous loss, the network between the two databases is cut for some seconds.',
      'The folder of content stands for a bucket that has in both regions what it has acknowledged.',
      ...losses.examples,
    ],
  };
});
