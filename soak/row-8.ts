/**
 * Acknowledged log lines survive: an engine, a control plane and the database killed in turn under 20 tasks that write numbered lines, the store of
 * settled logs not writable for a while, and everybody away for so long that an engine has no room left for what a task writes.
 */
import { readFileSync } from 'node:fs';
import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onDatabase } from '../bench/database.ts';
import { startEmbeddedPostgres } from '../packages/server/src/core/database/embedded-postgres/start-embedded-postgres.ts';
import { shellBundle } from '../packages/server/test/support/bundles.ts';
import { eventually, finished, makeRunnable, readRun, startRun, type Execution } from '../packages/server/test/support/install.ts';
import { startEstate } from './estate.ts';
import { glance, isKept, judgeLog, noCounts, retried, type Glance, type ReadLog } from './log-oracle.ts';
import { burstBundle, readWritten, steadyScript } from './numbered.ts';
import { diedWith } from './oracle.ts';
import { startRecorder, type Recorder } from './recorder.ts';
import { soak } from './stage.ts';
import { strikeDatabase, strikeOne, strikeStore } from './strikes.ts';
import { folderOfTasks } from '../packages/server/test/support/task-files.ts';

/** Tasks that write at any time. */
const RUNS = 20;
/** How many of the answers to reports never reach their engine: it sends them again. */
const LOST = 0.02;
/** Seconds after which the logs of ended runs have been looked at for settling, whenever that was last. */
const UNTIL_SETTLING = 17;
/**
 * Megabytes that a task writes while nobody is there: more than an engine keeps of one run in memory and in its file; in the short form more than in
 * memory only, which leaves no gap.
 */
const BURST = { long: 300, short: 24 };
/** Rounds between two long absences of all control planes. */
const ROUNDS = 5;

await soak(8, 'acknowledged log lines survive', { long: 600, short: 20 }, async (stage) => {
  const between = stage.short ? 1000 : 8000;
  const open = () => startEmbeddedPostgres({ folder: join(stage.folder, 'postgres'), log: () => undefined });
  let postgres = await open();
  stage.onEnd(() => postgres.stop());
  await onDatabase(postgres.url, (client) => client.query('create database soak'));
  const databaseUrl = postgres.url.replace(/\/[^/]*$/, '/soak');
  const road: { recorder?: Recorder } = {};
  const { planes, engines, client } = await startEstate(stage, {
    databaseUrl,
    planes: 2,
    engines: 2,
    capacity: RUNS,
    tasks: 0,
    environment: stage.short ? { MILLRACE_LEASE_SECONDS: '12' } : {},
    road: async (url) => {
      road.recorder = await startRecorder(url, () => stage.random() < LOST);
      stage.onEnd(() => road.recorder?.close());
      return road.recorder.url;
    },
  });
  const { acknowledged, counts: reports } = road.recorder ?? fail();
  const { body: runtimes } = await client.call('GET /processing/runtimes/remote-engines');
  const kills = new Map<string, number[]>(runtimes.map((one) => [one.runtimeId, []]));
  const journal = await folderOfTasks(join(stage.folder, 'written'));
  const sign = (name: string): string => join(stage.folder, name);
  // An engine that is told to stop waits for its tasks.
  stage.onEnd(() => Promise.all(['stop', 'burst', 'resume'].map((name) => writeFile(sign(name), ''))));
  const steady = await shellBundle(steadyScript(journal, sign('stop'), stage.short ? 0.5 : 0.2));
  const tasks: string[] = [];
  for (let index = 0; index < RUNS; index += 1) tasks.push(await makeRunnable(client, steady, { name: `steady ${index}` }));
  const burst = await burstBundle(journal, stage.short ? BURST.short : BURST.long, { burst: sign('burst'), resume: sign('resume') });
  const talkative = await makeRunnable(client, burst, { name: 'talkative' });

  const struck = new Map<string, number>();
  const say = (what: string): void => stage.say(`  ${((performance.now() - began) / 1000).toFixed(0)} s: ${what}`);
  const note = (what: string): void => {
    say(what);
    struck.set(what, (struck.get(what) ?? 0) + 1);
  };
  const ids: string[] = [];
  const start = async (task: string): Promise<string> => {
    const id = await retried(() => startRun(client, task));
    ids.push(id);
    return id;
  };
  const readAll = () => Promise.all(ids.map((id) => retried(() => readRun(client, id))));
  const fill = async (): Promise<void> => {
    const running = (await readAll()).filter((run) => !run.finishTimestamp).length;
    for (let place = running; place < RUNS; place += 1) await start(tasks[ids.length % RUNS] ?? '');
  };
  const writes = (id: string) => eventually('the run writes', async () => ((acknowledged.get(id)?.length ?? 0) > 5 ? true : undefined));

  async function killEngine(): Promise<void> {
    const before = (await readAll()).filter((run) => !run.finishTimestamp);
    note('SIGKILL to an engine');
    const at = Date.now();
    const index = await strikeOne(engines, stage.random);
    const runtime = runtimes.find((one) => one.id === engines[index]?.id)?.runtimeId ?? '';
    kills.get(runtime)?.push(at);
    for (const { executionId, remoteEngineId } of before) if (remoteEngineId === runtime) await finished(client, executionId);
    await fill();
  }

  /** Everybody is away while a task writes more than there is room for. */
  async function absence(): Promise<void> {
    await Promise.all([rm(sign('burst'), { force: true }), rm(sign('resume'), { force: true })]);
    const id = await start(talkative);
    await writes(id);
    note('SIGKILL to all control planes, for long');
    await Promise.all(planes.map((plane) => plane.kill()));
    await writeFile(sign('burst'), '');
    await eventually('the task has written', () =>
      access(join(journal, `${id}.burst`)).then(
        () => true,
        () => undefined,
      ),
    );
    say('a task has written all that it can meanwhile');
    if (!stage.short) await wait(60_000);
    await Promise.all(planes.map((plane) => plane.start()));
    await writeFile(sign('resume'), '');
    await finished(client, id);
    say('what was kept of it is acknowledged');
  }

  const began = performance.now();
  await fill();
  await Promise.all(ids.map(writes));
  const glances: Glance[] = [];
  const ended = new AbortController();
  const looking = (async () => {
    while (!ended.signal.aborted) {
      const id = ids[Math.floor(stage.random() * ids.length)] ?? '';
      const seen = await glance(client, id, Math.floor(stage.random() * (acknowledged.get(id)?.length ?? 0)));
      if (seen) glances.push(seen);
      await wait(100);
    }
  })();
  let absences = 0;
  let waited = 0;
  let peak = 0;
  for (let round = 0; round === 0 || performance.now() - began < stage.seconds * 1000; round += 1) {
    if (round % ROUNDS === 0) {
      await absence();
      absences += 1;
    }
    peak = Math.max(peak, ...engines.map(({ pid }) => peakOf(pid)));
    note('the store takes nothing in');
    const repair = await strikeStore(stage.folder);
    const since = performance.now();
    const strikes = [
      killEngine,
      async () => {
        note('SIGKILL to a control plane');
        await strikeOne(planes, stage.random);
      },
      async () => {
        note('SIGKILL to PostgreSQL');
        postgres = await strikeDatabase(postgres, open);
      },
    ];
    for (const strike of strikes) {
      await strike();
      await wait(between);
    }
    await wait(Math.max(0, since + UNTIL_SETTLING * 1000 - performance.now()));
    waited = Math.max(waited, await countLogs(databaseUrl, "not c.settled and x.finished_at < now() - interval '16 s'"));
    await repair();
  }
  await writeFile(sign('stop'), '');
  await Promise.all(ids.map((id) => finished(client, id)));
  ended.abort();
  await looking;

  const written = await readWritten(journal);
  const counts = {
    ...noCounts(),
    'pages that changed afterwards': 0,
    'logs that changed when they were settled': 0,
    'logs not settled': 0,
  };
  const judge = async (id: string): Promise<ReadLog> =>
    judgeLog(client, id, {
      written: written.get(id) ?? { count: 0, textOf: () => '' },
      acknowledged,
      counts,
      mayBeLost: (run: Execution) => diedWith(run, kills),
    });
  const known = [...new Set([...ids, ...written.keys()])];
  const logs = new Map<string, ReadLog>();
  for (const id of known) logs.set(id, await judge(id));
  for (const one of glances) if (!isKept(one, logs.get(one.id) ?? fail())) counts['pages that changed afterwards'] += 1;
  const unsettled = () => countLogs(databaseUrl, 'not c.settled');
  await eventually('all logs are settled', async () => ((await unsettled()) === 0 ? true : undefined)).catch(() => undefined);
  counts['logs not settled'] = await unsettled();
  for (const id of known)
    if (String((await judge(id)).marks) !== String(logs.get(id)?.marks)) counts['logs that changed when they were settled'] += 1;

  const read = [...logs.values()];
  const sum = (of: (log: ReadLog) => number): number => read.reduce((total, log) => total + of(log), 0);
  const dead = read.filter(({ run }) => run.errorType === 'ENGINE_LOST').length;
  return {
    facts: [
      ['control planes, engines, tasks that write', `2, 2, ${RUNS}`],
      ...[...struck].map(([what, times]) => [`${what}, times`, times] as const),
      ['runs', read.length],
      ['ended with their engine', dead],
      ['lines acknowledged', [...acknowledged.values()].reduce((total, marks) => total + marks.length, 0)],
      ['reports answered', reports.reports],
      ['lines sent once more, as an answer was lost on its way', reports.again],
      ['lines of tasks in the logs', sum((log) => log.lines)],
      ['lines that logs state as missing', sum((log) => log.missing)],
      ['places where they state it', sum((log) => log.gaps)],
      ['pages read while things broke', glances.length],
      ['logs that waited for the store at once', waited],
      ['logs in the store', await countLogs(databaseUrl, 'c.blob_key is not null')],
      ['most memory of an engine, MB', Math.round(peak / 1e6)],
    ],
    zero: {
      ...counts,
      'sent again with other words': reports.otherwise,
      'acknowledged lines asked for once more': reports.wanted,
      'absences of which no log says so': stage.short ? 0 : absences - read.filter((log) => log.gaps > 0).length,
    },
    notes: [
      'Acknowledged: in a report that was answered with 200, as seen on the road between engines and control planes.',
      'Each log is read oldest first, newest first and as a file, before it is settled and after; its lines are held against the journal of its run.',
      'A task that writes more than an engine has room for while nobody is there leaves lines that say how many are missing; with these the numbers go up by one.',
    ],
  };
});

/** How many logs have a chunk of which this holds. Only to know how far settling is: what logs hold is asked of the API. */
function countLogs(url: string, condition: string): Promise<number> {
  return onDatabase(url, async (client) => {
    const { rows } = await client.query<{ logs: string }>(`
      select count(distinct c.execution_id) as logs
      from log_chunk c
      join task_execution x on x.id = c.execution_id
      where ${condition}`);
    return Number(rows[0]?.logs);
  });
}

/** The most memory that a process ever held, in bytes. */
function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

function fail(): never {
  throw new Error('What was just made is not there');
}
