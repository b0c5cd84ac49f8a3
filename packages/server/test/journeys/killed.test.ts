// run: own process, waiting, in test:all because it starts whole programs
/** Kills during a run: the run ends with a legal, explained status, and no acknowledged line is lost. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@millrace/contract/client';
import { runCommand } from '../../../cli/src/run-program.fixture.ts';
import { shellBundle } from '../support/bundles.ts';
import {
  eventually,
  finished,
  isAlive,
  publishTask,
  readRun,
  startEmbeddedInstall,
  startInstall,
  startRun,
  wholeLog,
} from '../support/install.ts';

const COUNTING = 'i=0; while [ $i -lt 60 ]; do echo "line $i"; i=$((i+1)); sleep 0.1; done';

describe('a killed server', () => {
  it('loses neither the run nor a line of its log, and has the same tokens, tasks and artifacts after the restart', async () => {
    const install = await startInstall();
    const client = await install.client();
    const task = await publishTask(client, await shellBundle(COUNTING), { name: 'counts' });
    const id = await startRun(client, task);
    await eventually('lines are stored', async () => ((await wholeLog(client, id)).length > 5 ? true : undefined));
    await install.kill();
    await wait(1500);
    await install.start();
    const execution = await finished(client, id);
    assert.equal(execution.executionStatus, 'EXECUTION_SUCCESS', execution.errorMessage);
    const lines = (await wholeLog(client, id)).filter((line) => line.logType === 'STDOUT').map((line) => line.logMessage);
    assert.deepEqual(
      lines,
      Array.from({ length: 60 }, (_, index) => `line ${index}`),
    );
    // A run of the restarted install, with the previous token, task and artifact.
    const again = await finished(client, await startRun(client, task));
    assert.equal(again.executionStatus, 'EXECUTION_SUCCESS', again.errorMessage);
  });

  it('can be started again after a stop, which ended running tasks as shut down', async () => {
    const install = await startInstall();
    const client = await install.client();
    const task = await publishTask(client, await shellBundle('while :; do sleep 0.1; done'), { name: 'endless' });
    const id = await startRun(client, task);
    await eventually('the task runs', async () => (await readRun(client, id)).status === 'executing' || undefined);
    assert.equal(await install.stop(), 0);
    await install.start();
    const execution = await finished(client, id);
    assert.equal(execution.executionStatus, 'EXECUTION_TERMINATED_SHUTDOWN');
    assert.equal(execution.status, 'terminated_shutdown');
  });
});

/** Starts a run that only a kill ends; `self` is the process of its task. */
async function startEndless(client: Client): Promise<{ id: string; self: string }> {
  const task = await publishTask(client, await shellBundle('echo "self $$"; while :; do sleep 0.1; done'), { name: 'endless' });
  const id = await startRun(client, task);
  const self = await eventually('the task has printed its process id', async () =>
    (await wholeLog(client, id)).map((line) => /self (\d+)/.exec(line.logMessage)?.[1]).find((found) => found !== undefined),
  );
  return { id, self };
}

describe('a killed engine', () => {
  it('fails its run with the reason, ends the process of the run, and accepts work again', async () => {
    const install = await startInstall({ MILLRACE_LEASE_SECONDS: '6' });
    const client = await install.client();
    const { id, self } = await startEndless(client);
    process.kill(await install.engineProcess(), 'SIGKILL');
    const execution = await finished(client, id);
    assert.equal(execution.executionStatus, 'EXECUTION_FAILED');
    assert.equal(execution.errorType, 'ENGINE_LOST');
    assert.match(execution.errorMessage ?? '', /Built-in engine.*stopped answering/);
    assert.match((await wholeLog(client, id)).at(-1)?.logMessage ?? '', /stopped answering/);
    await eventually('the process of the lost run is gone', async () => ((await isAlive(self)) ? undefined : true));
    const quick = await publishTask(client, await shellBundle('echo back'), { name: 'quick' });
    const again = await finished(client, await startRun(client, quick));
    assert.equal(again.executionStatus, 'EXECUTION_SUCCESS', again.errorMessage);
  });
});

describe('an engine that is killed and runs again within a second', () => {
  it('record, log and explanation agree, and no time is in the future', async () => {
    const install = await startInstall();
    const client = await install.client();
    const { id, self } = await startEndless(client);
    // The server starts it again after half a second; its lease would have lasted half a minute.
    process.kill(await install.engineProcess(), 'SIGKILL');
    const record = await finished(client, id);
    const readAt = Date.now();
    assert.deepEqual([record.executionStatus, record.errorType], ['EXECUTION_FAILED', 'ENGINE_LOST']);
    const message = record.errorMessage ?? assert.fail('no message');
    assert.match(message, /Built-in engine.*its program ended while it held the execution, and was started again/);
    const last = (await wholeLog(client, id)).at(-1);
    assert.equal(last?.logMessage, message);
    const { body: explained } = await client.call('GET /processing/executions/{executionId}/explanation', { path: { executionId: id } });
    const reason = explained.reasons[0] ?? assert.fail('no reason');
    assert.equal(reason.code, 'ENGINE_LOST');
    assert.ok(reason.message.includes('its program ended while it held the execution'), reason.message);
    const finish = Date.parse(record.finishTimestamp ?? '');
    assert.deepEqual(
      explained.timeline.map(({ what, at }) => [what, Date.parse(at)]).filter(([what]) => what !== 'CLAIMED'),
      [
        ['ACCEPTED', Date.parse(record.triggerTimestamp ?? '')],
        ['STARTED', Date.parse(record.startTimestamp ?? '')],
        ['FINISHED', finish],
      ],
    );
    const leaseEnded = Date.parse(reason.evidence.leaseEndedAt ?? '');
    const times = [Date.parse(record.startTimestamp ?? ''), leaseEnded, finish, readAt];
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
      'the times are in the order of the events',
    );
    const { code, out, err } = await runCommand(['explain', id], { env: { HOME: install.home, MILLRACE_HOME: install.home } });
    assert.equal(code, 0, err);
    assert.ok(out.replaceAll(/\s+/g, ' ').includes('ended while it held the run, and was started again'), out);
    assert.doesNotMatch(out, /-\d+\.\d s/);
    await eventually('the process of the lost run is gone', async () => ((await isAlive(self)) ? undefined : true));
  });
});

describe('a killed database', () => {
  it('is started again at the same address, and the run and every line of its log are complete', async () => {
    const install = await startEmbeddedInstall();
    const client = await install.client();
    const task = await publishTask(client, await shellBundle(COUNTING), { name: 'counts' });
    const id = await startRun(client, task);
    await eventually('lines are stored', async () => ((await wholeLog(client, id)).length > 5 ? true : undefined));
    const postmaster = await readFile(join(install.home, 'postgres', 'data', 'postmaster.pid'), 'utf8');
    process.kill(Number(postmaster.split('\n')[0]), 'SIGKILL');
    const execution = await finished(client, id);
    assert.equal(execution.executionStatus, 'EXECUTION_SUCCESS', execution.errorMessage);
    const lines = (await wholeLog(client, id)).filter((line) => line.logType === 'STDOUT').map((line) => line.logMessage);
    assert.deepEqual(
      lines,
      Array.from({ length: 60 }, (_, index) => `line ${index}`),
    );
    const quick = await publishTask(client, await shellBundle('echo back'), { name: 'quick' });
    assert.equal((await finished(client, await startRun(client, quick))).executionStatus, 'EXECUTION_SUCCESS');
    // A stop with several signals at once also stops the database.
    const restarted = Number((await readFile(join(install.home, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    assert.equal(await install.stopGroup(), 0);
    assert.ok(!(await isAlive(restarted)), 'the database still runs after the stop');
  });
});
