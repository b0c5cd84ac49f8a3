/** A server and an engine that tests kill, with tasks that write a journal. The journal shows which runs really started and ended. */
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
import { eventually, Install, isAlive, publishTask, readRun, startRun, wholeLog, type Execution } from './install.ts';

/** The entry of a run in the journal, at its start or end. */
export type Entry = { execution: string; what: 'start' | 'end'; pid: string };

/** The number of lines of a run of the counting task. */
const LINES = 12;

/** Returns a shell script that also writes into the journal at its start and end. */
export const withJournal = (journal: string, body: string): string =>
  `echo "$MILLRACE_EXECUTION_ID start $$" >> ${journal}\n${body}\necho "$MILLRACE_EXECUTION_ID end $$" >> ${journal}\n`;

/** Reads a journal, without a last line that a kill has cut. */
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
  /** Tasks: one counts for about a second, one ends at once without a process, one runs until it is ended, one is started by a trigger. */
  tasks: { counting: string; inline: string; endless: string; due: string };
  journal(): Promise<Entry[]>;
  /** Starts a task; returns undefined if the call fails. */
  tryStart(task: string): Promise<string | undefined>;
  /** Lists all executions of a task. */
  listRuns(task: string): Promise<Schema<'TaskExecutionStatus'>[]>;
  /** Makes the trigger of the task `due` due now. */
  comeDue(): Promise<void>;
};

/** Starts server and engine and creates the tasks. Everything ends with the test file. */
export async function makeCrashSite(leaseSeconds: number): Promise<CrashSite> {
  const [database, folder] = await Promise.all([createDatabase(), folderBesideTasks('millrace-crash-')]);
  const install = new Install(join(folder, 'home'), {
    DATABASE_URL: database.url,
    MILLRACE_ENGINE: 'none',
    MILLRACE_LEASE_SECONDS: String(leaseSeconds),
    MILLRACE_FAULTS: 'on',
    // Several sites and other test files share the database server.
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
  const bundle = await shellBundle(withJournal(journal, count));
  const counting = await publishTask(client, bundle, { name: 'counting' });
  const inline = await publishTask(client, bundle, { name: 'inline' });
  const due = await publishTask(client, bundle, { name: 'due' });
  const endless = await publishTask(client, await shellBundle(withJournal(journal, 'while :; do sleep 0.1; done')), { name: 'endless' });
  // A bundle without a process cannot be published; this layout exists only for measurements.
  await asAdministrator(database.url, (sql) =>
    sql.query(`
      update artifact_version v
      set layout = 'inline'
      from artifact a
      where a.id = v.artifact_id
        and a.name = 'inline'`),
  );
  // The current minute: its instant is just over, and the next one is a day away.
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
    // Directly in the database, because through the API it would take a day.
    comeDue: () => asAdministrator(database.url, (sql) => sql.query('update time_trigger set next_at = $1', [instant])),
  };
}

/** Asserts what must be true for every ended run, whichever process was killed. Returns its record. */
export async function assertLegal(site: CrashSite, id: string): Promise<Execution> {
  const { client } = site;
  const execution = await readRun(client, id);
  assert.ok(execution.finishTimestamp, `${id} is not finished: ${execution.executionStatus}`);
  const entries = (await site.journal()).filter((entry) => entry.execution === id);
  const starts = entries.filter((entry) => entry.what === 'start');
  assert.ok(starts.length <= 1, `${id} ran ${starts.length} times`);
  for (const { pid } of starts)
    await eventually(`process ${pid} of the ended run is gone`, async () => ((await isAlive(pid)) ? undefined : true));
  const log = (await wholeLog(client, id)).map((line) => line.logMessage);
  const counted = log.filter((line) => /^line \d+$/.test(line));
  assert.deepEqual(
    counted,
    counted.map((_, index) => `line ${index}`),
    'the log has a gap or a repeated line',
  );
  if (execution.executionStatus === 'EXECUTION_SUCCESS' && starts.length === 1) {
    assert.equal(counted.length, LINES, 'a successful run has a complete log');
    assert.equal(entries.length, 2, 'a successful run has a start and an end in the journal');
  }
  return execution;
}
