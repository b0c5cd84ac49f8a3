/**
 * The network of an engine is cut. For less than its lease: its runs continue and their logs are complete. For longer: its runs end once, as lost;
 * the engine that returns is refused, ends the runs that it still has, and accepts work again.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@millrace/contract/client';
import { startDatabaseServer } from '../bench/processes.ts';
import { shellBundle } from '../packages/server/test/support/bundles.ts';
import { withJournal, readJournal } from '../packages/server/test/support/crash-site.ts';
import {
  eventually,
  finished,
  isAlive,
  publishTask,
  readRun,
  startRun,
  wholeLog,
  type Execution,
} from '../packages/server/test/support/install.ts';
import { startInstallation } from './installation.ts';
import { soak } from './stage.ts';

/** Runs that are active when the network is cut. */
const RUNS = 8;
/** Seconds between two heartbeats. */
const HEARTBEAT = 5;
/** Seconds of the lease that are left when the short cut ends, even if it began just before a heartbeat. */
const SPARE = 3;
/** Lines that a run prints a second. */
const LINES_PER_SECOND = 10;

await soak(5, 'the network of an engine is cut', { long: 300, short: 18 }, async (stage) => {
  const lease = stage.short ? 12 : 30;
  const briefSeconds = lease - HEARTBEAT - SPARE;
  // A run of the brief task lasts longer than the brief cut.
  const briefLineCount = (briefSeconds + 3) * LINES_PER_SECOND;
  const database = await startDatabaseServer(stage);
  const { planes, engines, balancer, journal } = await startInstallation(stage, {
    databaseUrl: await database.create('soak'),
    planes: 1,
    engines: 1,
    environment: { MILLRACE_LEASE_SECONDS: String(lease) },
  });
  // Only the engine uses the balancer; this client calls the control plane directly.
  const client = (await planes[0]?.client()) ?? fail();
  // The number of lines of a run that lasts longer than the long cut.
  const longLineCount = Math.ceil((stage.seconds + 60) * LINES_PER_SECOND);
  const counting = (lines: number) => `i=0; while [ $i -lt ${lines} ]; do echo "line $i"; i=$((i+1)); sleep ${1 / LINES_PER_SECOND}; done`;
  const briefTask = await publishTask(client, await shellBundle(withJournal(journal, counting(briefLineCount))), {
    name: 'brief',
  });
  const longTask = await publishTask(client, await shellBundle(withJournal(journal, counting(longLineCount))), { name: 'long' });
  const zero = { lost: 0, doubled: 0, 'logs with gaps': 0, 'changed after the end': 0, 'runs that continue': 0, stuck: 0 };

  stage.say(`  cut off for ${briefSeconds} s, with a lease of ${lease} s`);
  const briefRuns = await startRuns(client, briefTask);
  balancer.cut();
  await wait(briefSeconds * 1000);
  balancer.restore();
  for (const id of briefRuns) {
    const run = await finished(client, id);
    if (run.executionStatus !== 'EXECUTION_SUCCESS') zero.lost += 1;
    if ((await linesOf(client, id)).join() !== Array.from({ length: briefLineCount }, (_, index) => `line ${index}`).join())
      zero['logs with gaps'] += 1;
  }

  stage.say(`  cut off for ${stage.seconds} s`);
  const longRuns = await startRuns(client, longTask);
  balancer.cut();
  await wait(stage.seconds * 1000);
  const ended: Execution[] = [];
  for (const id of longRuns) {
    const run = await readRun(client, id);
    if (run.errorType === 'ENGINE_LOST') ended.push(run);
    else zero.stuck += 1;
  }
  const logs = await Promise.all(ended.map(async ({ executionId }) => (await wholeLog(client, executionId)).length));
  const restoredAt = performance.now();
  balancer.restore();
  const pids = (await readJournal(journal)).filter(({ execution }) => longRuns.includes(execution)).map(({ pid }) => pid);
  await eventually('the runs that are lost are ended on the engine', async () => ((await countAlive(pids)) === 0 ? true : undefined)).catch(
    () => undefined,
  );
  zero['runs that continue'] = await countAlive(pids);
  const secondsToEnd = (performance.now() - restoredAt) / 1000;
  const laterRuns = await Promise.all((await startAll(client, briefTask, 2)).map((id) => finished(client, id)));
  zero.lost += laterRuns.filter((run) => run.executionStatus !== 'EXECUTION_SUCCESS').length;
  for (const [index, before] of ended.entries()) {
    const now = await readRun(client, before.executionId);
    if (JSON.stringify(now) !== JSON.stringify(before) || (await wholeLog(client, before.executionId)).length !== logs[index])
      zero['changed after the end'] += 1;
    const storedLines = (await linesOf(client, before.executionId)).filter((line) => line.startsWith('line '));
    if (storedLines.some((line, number) => line !== `line ${number}`)) zero['logs with gaps'] += 1;
  }
  const starts = (await readJournal(journal)).filter(({ what }) => what === 'start').map(({ execution }) => execution);
  zero.doubled = starts.length - new Set(starts).size;
  return {
    facts: [
      ['lease, s', lease],
      ['cut for less than the lease, s', briefSeconds],
      ['cut for longer, s', stage.seconds],
      ['active runs at each cut', RUNS],
      ['seconds until the returned engine had ended its lost runs', secondsToEnd.toFixed(1)],
      ['the engine is still the same process', engines[0]?.running ? 'yes' : 'no'],
    ],
    zero: { ...zero, 'engines that ended': engines[0]?.running ? 0 : 1 },
    notes: ['The log of a lost run has all acknowledged lines without a gap. Lines that the engine sends after the end are refused.'],
  };
});

/** Starts runs and waits until each has written some lines. */
async function startRuns(client: Client, task: string): Promise<string[]> {
  const ids = await startAll(client, task, RUNS);
  for (const id of ids) await eventually('the run writes', async () => ((await wholeLog(client, id)).length > 3 ? true : undefined));
  return ids;
}

function startAll(client: Client, task: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => startRun(client, task)));
}

async function linesOf(client: Client, id: string): Promise<string[]> {
  return (await wholeLog(client, id)).filter((line) => line.logType === 'STDOUT').map((line) => line.logMessage);
}

async function countAlive(pids: readonly string[]): Promise<number> {
  return (await Promise.all(pids.map(isAlive))).filter(Boolean).length;
}

function fail(): never {
  throw new Error('The installation has no control plane.');
}
