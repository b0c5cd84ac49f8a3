/** An install of a server and an engine that die in turns, with tasks that keep a journal of their own: what really ran, seen from outside. */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { shellBundle } from './bundles.ts';
import { asAdministrator, createDatabase } from './database.ts';
import { folderBesideTasks, journalOfTasks } from './task-files.ts';
import { pairEngine, type EngineProcess } from './engine-process.ts';
import { eventually, Install, isAlive, makeRunnable, readRun, startRun, wholeLog, type Execution } from './install.ts';

/** What a run wrote when it began or ended. */
export type Entry = { execution: string; what: 'start' | 'end'; pid: string };

/** How many lines a run of the counting task prints. */
export const LINES = 12;

/** A shell script that counts, and writes into the journal when it begins and ends. */
export const journalled = (journal: string, body: string): string =>
  `echo "$MILLRACE_EXECUTION_ID start $$" >> ${journal}\n${body}\necho "$MILLRACE_EXECUTION_ID end $$" >> ${journal}\n`;

/** Reads a journal; a line that was cut by a kill counts as not written. */
export async function readJournal(file: string): Promise<Entry[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return [...text.matchAll(/^(\S+) (start|end) (\d+)$/gm)].map(([, execution = '', what, pid = '']) => ({
    execution,
    what: what as Entry['what'],
    pid,
  }));
}

/** A server with its engine. */
export type CrashSite = {
  install: Install;
  engine: EngineProcess;
  client: Client;
  /** Tasks that count for about a second, end at once without a process, go on until somebody ends them, and start by a trigger when the test says. */
  tasks: { counting: string; inline: string; endless: string; due: string };
  journal(): Promise<Entry[]>;
  /** Starts a task; undefined when nobody answered. */
  tryStart(task: string): Promise<string | undefined>;
  /** All executions of a task. */
  listRuns(task: string): Promise<Schema<'TaskExecutionStatus'>[]>;
  /** Has the trigger of the third task come due now. */
  comeDue(): Promise<void>;
};

/** Sets up a site; it ends with the test file. */
export async function makeCrashSite(leaseSeconds: number): Promise<CrashSite> {
  const [database, folder] = await Promise.all([createDatabase(), folderBesideTasks('millrace-crash-')]);
  const install = new Install(join(folder, 'home'), {
    DATABASE_URL: database.url,
    MILLRACE_ENGINE: 'none',
    MILLRACE_LEASE_SECONDS: String(leaseSeconds),
    MILLRACE_FAULTS: 'on',
    // Several sites share the database of the test run with other files.
    MILLRACE_DATABASE_CONNECTIONS: '3',
  });
  let engine: EngineProcess | undefined;
  after(async () => {
    await engine?.end('SIGKILL');
    await install.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  await install.start();
  const client = await install.client();
  engine = await pairEngine(client, install.url, { name: 'crash', folder: join(folder, 'engine') });
  const journal = await journalOfTasks(join(folder, 'journal'));
  const count = `i=0; while [ $i -lt ${LINES} ]; do echo "line $i"; i=$((i+1)); sleep 0.1; done`;
  const bundle = await shellBundle(journalled(journal, count));
  const counting = await makeRunnable(client, bundle, { name: 'counting' });
  const inline = await makeRunnable(client, bundle, { name: 'inline' });
  const due = await makeRunnable(client, bundle, { name: 'due' });
  const endless = await makeRunnable(client, await shellBundle(journalled(journal, 'while :; do sleep 0.1; done')), { name: 'endless' });
  // No bundle that can be published ends without a process: that is for measuring only.
  await asAdministrator(database.url, (sql) =>
    sql.query(`
      update artifact_version v
      set layout = 'inline'
      from artifact a
      where a.id = v.artifact_id
        and a.name = 'inline'`),
  );
  // The minute that is passing: as an instant it lies behind us by little, and the next one is a day away.
  const instant = new Date(Math.floor(Date.now() / 60_000) * 60_000);
  await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: due },
    body: {
      trigger: {
        type: 'DAILY',
        interval: 1,
        startDate: instant.toISOString().slice(0, 10),
        timeZone: 'UTC',
        atTimes: { type: 'AT_TIME', time: instant.toISOString().slice(11, 16) },
      },
      runtime: { type: 'CLOUD' },
      parallelExecutionAllowed: true,
    },
  });
  return {
    install,
    engine,
    client,
    tasks: { counting, inline, endless, due },
    journal: () => readJournal(journal),
    tryStart: (task) => startRun(client, task).catch(() => undefined),
    listRuns: async (taskId) =>
      (await client.call('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId }, query: { limit: 100 } })).body.items,
    // Through the API it would take a day.
    comeDue: () => asAdministrator(database.url, (sql) => sql.query('update time_trigger set next_at = $1', [instant])),
  };
}

/** What must hold of a run that has ended, whoever died meanwhile. */
export async function isLegal(site: CrashSite, id: string): Promise<Execution> {
  const { client } = site;
  const execution = await readRun(client, id);
  assert.ok(execution.finishTimestamp, `${id} is not finished: ${execution.executionStatus}`);
  const mine = (await site.journal()).filter((entry) => entry.execution === id);
  const starts = mine.filter((entry) => entry.what === 'start');
  assert.ok(starts.length <= 1, `${id} ran ${starts.length} times`);
  for (const { pid } of starts)
    await eventually(`process ${pid} of the ended run is gone`, async () => ((await isAlive(pid)) ? undefined : true));
  const log = (await wholeLog(client, id)).map((line) => line.logMessage);
  const counted = log.filter((line) => /^line \d+$/.test(line));
  assert.deepEqual(
    counted,
    counted.map((_, index) => `line ${index}`),
    'the log has a gap or says something twice',
  );
  if (execution.executionStatus === 'EXECUTION_SUCCESS' && starts.length === 1) {
    assert.equal(counted.length, LINES, 'a successful run has its whole log');
    assert.equal(mine.length, 2, 'a successful run has come to its end');
  }
  return execution;
}
