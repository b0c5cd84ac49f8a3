/** P12: a mixed day. API calls, starts with their log lines, events and tokens at fixed rates, with all parts of the product switched on. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Comparison, type Contestant, medianOf, percentile, type Stage } from './contestant.ts';
import { postmasterOf, startDatabaseServer, startPeer } from './processes.ts';
import { bench } from './harness.ts';
import type { Millrace } from './millrace.ts';
import { type MissingWork, missingWork, MIXED_RATES, type MixedDay, startMixedDay } from './mixed-day.ts';
import type { MixedOrder, MixedResult } from './peers/mixed-load.ts';
import { megabytesOf, processorSeconds, processorSecondsOf, processTreeOf } from './process-tree.ts';

const OURS = 'Millrace';
const MINUTES = 30;
/** The part of the time, from its end, in which the memory is compared: the last 20 of 30 minutes. */
const COMPARED_SHARE = 2 / 3;
/** Milliseconds after which missing runs, lines and events are an error. */
const WAIT_MILLISECONDS = 60_000;

/** Milliseconds between two samples of the memory. */
const PAUSE = 2000;

/** The three figures of a day. */
type Figures = { delay: number; errors: number; growth: number };

await bench(
  'P12',
  'a mixed day',
  async (stage) => {
    const minutes = stage.smoke ? 0.15 : (stage.minutes ?? (stage.quick ? 3 : MINUTES));
    const measured: Figures[] = [];
    const reported = (figure: keyof Figures): Contestant => ({
      name: OURS,
      run: () => Promise.resolve(measured.at(-1)?.[figure] ?? Number.NaN),
    });
    const time = minutes < 1 ? `${Math.round(minutes * 60)} s` : `${minutes} minutes`;
    const watched = stage.smoke ? '6 s' : `${Math.round(minutes * COMPARED_SHARE)} minutes`;
    const { calls, starts, tokens, lines } = MIXED_RATES;
    const comparisons: Comparison[] = [
      {
        title: `${time}: 99th percentile of the API calls`,
        unit: 'ms',
        better: 'less',
        decimals: 1,
        contestants: [mixedDay(minutes * 60, measured)],
        target: { text: 'less than 100 ms', reached: (median) => median(OURS) < 100 },
        notes: [
          `Each second ${calls} API calls, ${starts} starts of tasks that are processes and write ${lines} lines each, the end of each run as an event to a webhook, and ${tokens} access tokens (client_credentials). Every call begins at its planned moment, whether or not earlier ones are answered; its time begins at that moment.`,
          'Switched on: the audit log, a webhook with its receiver (HTTPS), three alerts with runs that fail, access tokens of an OAuth client, an IP allowlist, plans, schedules, a crawl of 100 tables and views every five minutes, and the isolation of tasks.',
        ],
      },
      {
        title: `${time}: calls that failed, and runs, lines and events that are missing`,
        unit: 'errors',
        better: 'less',
        contestants: [reported('errors')],
        target: { text: 'none', reached: (median) => median(OURS) === 0 },
      },
      {
        title: `Growth of the memory of server and engine in the last ${watched}`,
        unit: '%',
        better: 'less',
        decimals: 1,
        contestants: [reported('growth')],
        target: { text: 'at most 5 %', reached: (median) => median(OURS) <= 5 },
        notes: [
          'The median of the last fifth of that time beside that of its first fifth. Programs of tasks and of crawls are not counted; the database is shown above.',
        ],
      },
    ];
    return comparisons;
  },
  { rounds: 1 },
);

function mixedDay(seconds: number, measured: Figures[]): Contestant {
  let day: MixedDay;
  let watch: MemoryRecorder;
  let generateLoad: (time: number, first: number) => Promise<MixedResult[]>;
  let missing: () => Promise<MissingWork>;
  const facts: string[] = [];
  const parts = new Map<string, number>();
  return {
    name: OURS,
    start: async (turn) => {
      const databases = await startDatabaseServer(turn);
      const receivers = await startPeer(turn, 'webhook-receivers', {});
      day = await startMixedDay(turn, databases, receivers, seconds);
      const generator = await startPeer(turn, 'mixed-load', {});
      missing = () => missingWork(day, receivers, WAIT_MILLISECONDS);
      generateLoad = (time, first) =>
        generator.ask({
          url: day.millrace.url,
          token: day.millrace.token,
          streams: day.streams,
          seconds: time,
          first,
        } satisfies MixedOrder);
      const warmUp = await generateLoad(turn.smoke ? 2 : 20, 0);
      const failed = warmUp.find((stream) => stream.failed > 0);
      if (failed && !turn.smoke) throw new Error(`${failed.name} of the warm-up: ${failed.failures.join('; ')}`);
      watch = await recordMemory(day.millrace);
      turn.onEnd(() => watch.stop());
    },
    run: async (turn) => {
      const progress = sayProgress(turn, seconds);
      const [before, ownBefore] = [processorSeconds(), processorSecondsOf(day.millrace.pid)];
      const results = await generateLoad(seconds, 1_000_000);
      progress.abort();
      const memory = watch.stop();
      const used = `Processor time of the machine: ${((processorSeconds() - before) / seconds).toFixed(2)} s a second, of the server ${((processorSecondsOf(day.millrace.pid) - ownBefore) / seconds).toFixed(2)} s`;
      const { runs, number, words: found } = await missing();
      const failures = results.flatMap(({ name, failures: words }) => words.map((word) => `${name}: ${word}`));
      for (const { name, calls, delays } of results) {
        parts.set(`${name} (${calls.toLocaleString('en')} calls): median, ms`, percentile(delays, 0.5));
        parts.set(`${name}: 99th percentile, ms`, percentile(delays, 0.99));
      }
      const { growth, lines } = growthOf(memory);
      facts.splice(
        0,
        facts.length,
        `${runs.toLocaleString('en')} runs, all checked in the database`,
        used,
        ...lines,
        ...failures,
        ...found,
      );
      // On a busy machine the server may refuse calls with 503, which a smoke run need not count.
      const wrong = [...failures.filter((failure) => !failure.includes(' was answered with 503')), ...found];
      if (turn.smoke && wrong.length > 0) throw new Error(wrong.join('; '));
      const delay = percentile(results.find(({ name }) => name === 'API calls')?.delays ?? [], 0.99);
      measured.push({ delay, growth, errors: results.reduce((sum, { failed }) => sum + failed, 0) + number });
      return delay;
    },
    parts: () => parts,
    details: () => facts,
  };
}

/** Compares the memory at the beginning and at the end of the compared time, and describes that of each program. */
function growthOf(samples: ReturnType<MemoryRecorder['stop']>): { growth: number; lines: string[] } {
  const watched = samples.slice(Math.floor(samples.length * (1 - COMPARED_SHARE)));
  const fifth = Math.max(1, Math.floor(watched.length / 5));
  const between = (figure: (sample: (typeof samples)[number]) => number): [number, number] => [
    medianOf(watched.slice(0, fifth).map(figure)),
    medianOf(watched.slice(-fifth).map(figure)),
  ];
  const [before, after] = between(({ server, engine }) => server + engine);
  const line = (name: 'server' | 'engine' | 'database'): string => {
    const [first, last] = between((sample) => sample[name]);
    return `Memory of the ${name}: ${first.toFixed(0)} MB, then ${last.toFixed(0)} MB`;
  };
  return { growth: (after / before - 1) * 100, lines: [line('server'), line('engine'), line('database')] };
}

/** Prints once a minute how long the load has lasted. */
function sayProgress({ say }: Stage, seconds: number): AbortController {
  const ended = new AbortController();
  const began = performance.now();
  void (async () => {
    for (;;) {
      await wait(60_000, undefined, { signal: ended.signal });
      say(`  ${Math.round((performance.now() - began) / 60_000)} of ${Math.round(seconds / 60)} minutes`);
    }
  })().catch(() => undefined);
  return ended;
}

/** The memory of the programs at one moment, in megabytes. */
type MemorySample = { server: number; engine: number; database: number };

/** Takes samples until `stop`, which returns them. */
type MemoryRecorder = { stop(): MemorySample[] };

/** Watches server, engine and database. The programs of tasks are not counted. */
async function recordMemory({ pid, databaseUrl }: Millrace): Promise<MemoryRecorder> {
  const postmaster = await postmasterOf(databaseUrl);
  const engines = processTreeOf(pid).filter(({ parent, command }) => parent === pid && command.includes('engine'));
  if (engines.length === 0) throw new Error('The server has no engine process.');
  const sum = (pids: readonly number[]): number => pids.reduce((total, member) => total + megabytesOf(member), 0);
  const samples: MemorySample[] = [];
  const take = (): void => {
    const database = processTreeOf(postmaster).map((member) => member.pid);
    samples.push({ server: megabytesOf(pid), engine: sum(engines.map((engine) => engine.pid)), database: sum(database) });
  };
  take();
  const timer = setInterval(take, PAUSE);
  return {
    stop: () => {
      clearInterval(timer);
      return samples;
    },
  };
}
