/**
 * Acknowledged log lines survive: under 20 tasks that write numbered lines, an engine, a control plane and the database are killed in turn, the store
 * of settled logs is not writable for a while, and all control planes are down until an engine has no more room for the lines of a task.
 */
import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { peakMegabytesOf } from '../bench/process-tree.ts';
import { onDatabase } from '../bench/processes.ts';
import { startEmbeddedPostgres } from '../packages/server/src/embedded-postgres/start-embedded-postgres.ts';
import { shellBundle } from '../packages/server/test/support/bundles.ts';
import { eventually, finished, publishTask, readRun, startRun, type Execution } from '../packages/server/test/support/install.ts';
import { startInstallation } from './installation.ts';
import { samplePage, isUnchanged, checkLog, noCounts, type SampledPage, type ReadLog } from './log-oracle.ts';
import { burstBundle, readWritten, steadyScript } from './numbered-lines.ts';
import { retried } from './retried.ts';
import { endedWithEngine } from './oracle.ts';
import { startRecorder, type Recorder } from './recorder.ts';
import { soak } from './stage.ts';
import { killDatabase, killRandom, blockStoreWrites } from './storage-failures.ts';
import { folderOfTasks } from '../packages/server/test/support/task-files.ts';

/** The number of tasks that write at any time. */
const RUNS = 20;
/** The share of answers to reports that do not reach their engine, so that it sends the reports again. */
const LOST_ANSWERS = 0.02;
/**
 * Seconds after the end of a run within which its log is settled, if the store accepts it: 5 s after the end it is due, and a timer looks for such logs
 * every 10 s.
 */
const SETTLED_WITHIN_SECONDS = 16;
/**
 * Megabytes that a task writes while all control planes are down: in the long form more than an engine keeps of one run in memory and in a file;
 * in the short form more than in memory, which leaves no gap.
 */
const BURST = { long: 300, short: 24 };
/** Rounds between two long outages of all control planes. */
const ROUNDS_BETWEEN_OUTAGES = 5;

await soak(8, 'acknowledged log lines survive', { long: 600, short: 20 }, async (stage) => {
  const pauseBetween = stage.short ? 1000 : 8000;
  const open = () => startEmbeddedPostgres({ folder: join(stage.folder, 'postgres'), log: () => undefined });
  let postgres = await open();
  stage.onEnd(() => postgres.stop());
  await onDatabase(postgres.url, (client) => client.query('create database soak'));
  const databaseUrl = postgres.url.replace(/\/[^/]*$/, '/soak');
  const proxy: { recorder?: Recorder } = {};
  const { planes, engines, client } = await startInstallation(stage, {
    databaseUrl,
    planes: 2,
    engines: 2,
    capacity: RUNS,
    tasks: 0,
    environment: stage.short ? { MILLRACE_LEASE_SECONDS: '12' } : {},
    proxyOf: async (url) => {
      proxy.recorder = await startRecorder(url, () => stage.random() < LOST_ANSWERS);
      stage.onEnd(() => proxy.recorder?.close());
      return proxy.recorder.url;
    },
  });
  const { acknowledged, counts: reports } = proxy.recorder ?? fail();
  const { body: runtimes } = await client.call('GET /processing/runtimes/remote-engines');
  const killTimesByRuntime = new Map<string, number[]>(runtimes.map(({ runtimeId }) => [runtimeId, []]));
  const journal = await folderOfTasks(join(stage.folder, 'written'));
  const signalFile = (name: string): string => join(stage.folder, name);
  // An engine that stops waits for its tasks, so the tasks must end.
  stage.onEnd(() => Promise.all(['stop', 'burst', 'resume'].map((name) => writeFile(signalFile(name), ''))));
  const steady = await shellBundle(steadyScript(journal, signalFile('stop'), stage.short ? 0.5 : 0.2));
  const tasks: string[] = [];
  for (let index = 0; index < RUNS; index += 1) tasks.push(await publishTask(client, steady, { name: `steady ${index}` }));
  const burst = await burstBundle(journal, stage.short ? BURST.short : BURST.long, {
    burst: signalFile('burst'),
    resume: signalFile('resume'),
  });
  const burstTask = await publishTask(client, burst, { name: 'burst' });

  const failures = new Map<string, number>();
  const say = (text: string): void => stage.say(`  ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${text}`);
  const countFailure = (name: string): void => {
    say(name);
    failures.set(name, (failures.get(name) ?? 0) + 1);
  };
  const ids: string[] = [];
  const start = async (task: string): Promise<string> => {
    const id = await retried(() => startRun(client, task));
    ids.push(id);
    return id;
  };
  const readAll = () => Promise.all(ids.map((id) => retried(() => readRun(client, id))));
  const startUntilFull = async (): Promise<void> => {
    const running = (await readAll()).filter((run) => !run.finishTimestamp).length;
    for (let count = running; count < RUNS; count += 1) await start(tasks[ids.length % RUNS] ?? '');
  };
  const untilItWrites = (id: string) =>
    eventually('the run writes', async () => ((acknowledged.get(id)?.length ?? 0) > 5 ? true : undefined));

  async function killEngine(): Promise<void> {
    const before = (await readAll()).filter((run) => !run.finishTimestamp);
    countFailure('SIGKILL to an engine');
    const at = Date.now();
    const index = await killRandom(engines, stage.random);
    const runtime = runtimes.find(({ id }) => id === engines[index]?.id)?.runtimeId ?? '';
    killTimesByRuntime.get(runtime)?.push(at);
    for (const { executionId, remoteEngineId } of before) if (remoteEngineId === runtime) await finished(client, executionId);
    await startUntilFull();
  }

  /** All control planes are down while a task writes more lines than the engine has room for. */
  async function outage(): Promise<void> {
    await Promise.all([rm(signalFile('burst'), { force: true }), rm(signalFile('resume'), { force: true })]);
    const id = await start(burstTask);
    await untilItWrites(id);
    countFailure('SIGKILL to all control planes, with a long outage');
    await Promise.all(planes.map((plane) => plane.kill()));
    await writeFile(signalFile('burst'), '');
    await eventually('the task has written', () =>
      access(join(journal, `${id}.burst`)).then(
        () => true,
        () => undefined,
      ),
    );
    say('the task has written all its lines');
    if (!stage.short) await wait(60_000);
    await Promise.all(planes.map((plane) => plane.start()));
    await writeFile(signalFile('resume'), '');
    await finished(client, id);
    say('all lines that the engine kept are acknowledged');
  }

  const startedAt = performance.now();
  await startUntilFull();
  await Promise.all(ids.map(untilItWrites));
  const sampledPages: SampledPage[] = [];
  const ended = new AbortController();
  const polling = (async () => {
    while (!ended.signal.aborted) {
      const id = ids[Math.floor(stage.random() * ids.length)] ?? '';
      const seen = await samplePage(client, id, Math.floor(stage.random() * (acknowledged.get(id)?.length ?? 0)));
      if (seen) sampledPages.push(seen);
      await wait(100);
    }
  })();
  let outages = 0;
  let mostWaitingLogs = 0;
  let peakMemory = 0;
  for (let round = 0; round === 0 || performance.now() - startedAt < stage.seconds * 1000; round += 1) {
    if (round % ROUNDS_BETWEEN_OUTAGES === 0) {
      await outage();
      outages += 1;
    }
    peakMemory = Math.max(peakMemory, ...engines.map(({ pid }) => peakMegabytesOf(pid)));
    countFailure('the store refuses writes');
    const repair = await blockStoreWrites(stage.folder);
    const blockedAt = performance.now();
    const failuresInTurn = [
      killEngine,
      async () => {
        countFailure('SIGKILL to a control plane');
        await killRandom(planes, stage.random);
      },
      async () => {
        countFailure('SIGKILL to PostgreSQL');
        postgres = await killDatabase(postgres, open);
      },
    ];
    for (const cause of failuresInTurn) {
      await cause();
      await wait(pauseBetween);
    }
    await wait(Math.max(0, blockedAt + (SETTLED_WITHIN_SECONDS + 1) * 1000 - performance.now()));
    const overdue = `not c.settled and x.finished_at < now() - interval '${SETTLED_WITHIN_SECONDS} s'`;
    mostWaitingLogs = Math.max(mostWaitingLogs, await countLogs(databaseUrl, overdue));
    await repair();
  }
  await writeFile(signalFile('stop'), '');
  await Promise.all(ids.map((id) => finished(client, id)));
  ended.abort();
  await polling;

  const written = await readWritten(journal);
  const counts = {
    ...noCounts(),
    'pages that changed later': 0,
    'logs that changed when they were settled': 0,
    'logs not settled': 0,
  };
  const checkLogOf = async (id: string): Promise<ReadLog> =>
    checkLog(client, id, {
      written: written.get(id) ?? { count: 0, textOf: () => '' },
      acknowledged,
      counts,
      mayBeLost: (run: Execution) => endedWithEngine(run, killTimesByRuntime),
    });
  const allIds = [...new Set([...ids, ...written.keys()])];
  const logs = new Map<string, ReadLog>();
  for (const id of allIds) logs.set(id, await checkLogOf(id));
  for (const page of sampledPages) if (!isUnchanged(page, logs.get(page.id) ?? fail())) counts['pages that changed later'] += 1;
  const unsettled = () => countLogs(databaseUrl, 'not c.settled');
  await eventually('all logs are settled', async () => ((await unsettled()) === 0 ? true : undefined)).catch(() => undefined);
  counts['logs not settled'] = await unsettled();
  for (const id of allIds)
    if (String((await checkLogOf(id)).marks) !== String(logs.get(id)?.marks)) counts['logs that changed when they were settled'] += 1;

  const read = [...logs.values()];
  const sum = (of: (log: ReadLog) => number): number => read.reduce((total, log) => total + of(log), 0);
  const dead = read.filter(({ run }) => run.errorType === 'ENGINE_LOST').length;
  return {
    facts: [
      ['control planes, engines, tasks that write', `2, 2, ${RUNS}`],
      ...[...failures].map(([name, times]) => [`${name}, times`, times] as const),
      ['runs', read.length],
      ['ended with their engine', dead],
      ['lines acknowledged', [...acknowledged.values()].reduce((total, marks) => total + marks.length, 0)],
      ['reports answered', reports.reports],
      ['lines sent again because an answer was lost', reports.repeated],
      ['lines of tasks in the logs', sum((log) => log.lines)],
      ['lines that logs state as missing', sum((log) => log.missing)],
      ['gaps that logs state', sum((log) => log.gaps)],
      ['pages read during the failures', sampledPages.length],
      ['most logs that waited for the store at a time', mostWaitingLogs],
      ['logs in the store', await countLogs(databaseUrl, 'c.blob_key is not null')],
      ['peak memory of an engine, MB', Math.round(peakMemory)],
    ],
    zero: {
      ...counts,
      'sent again with another text': reports.changed,
      'acknowledged lines requested again': reports.requestedAgain,
      'outages that no log states': stage.short ? 0 : outages - read.filter((log) => log.gaps > 0).length,
    },
    notes: [
      'Acknowledged: in a report that was answered with 200, as a proxy between engines and control planes saw it.',
      'Each log is read oldest first, newest first and as a file, before it is settled and after; its lines are compared with the journal of its run.',
      'When a task writes more than its engine has room for during an outage, the log states how many lines are missing. With these, the numbers increase by one.',
    ],
  };
});

/** Counts the logs with a chunk that meets a condition. Only used for the progress of settling; the content of logs is read through the API. */
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

function fail(): never {
  throw new Error('The soak has no recorder, or no log of a run: this is an error in the soak itself.');
}
