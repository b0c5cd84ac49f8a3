// isolation: own process because its engine starts processes
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ControlPlane } from '../test/control-plane.ts';
import { engineFor, messages } from '../test/engine.ts';
import { lives } from '../test/processes.ts';
import type { Known } from '../test/taken-reports.ts';
import { nodeBundle, shellBundle } from '../test/zips.ts';

async function said(plane: ControlPlane, known: Known, pattern: RegExp): Promise<string[]> {
  const find = () => known.lines.map((line) => pattern.exec(line.message)).find((match) => match);
  await plane.until(() => Boolean(find()), `a line like ${pattern}`);
  return find()?.slice(1) ?? [];
}

const IGNORES_TERM = `process.on('SIGTERM', () => {}); console.log('pid', process.pid); setInterval(() => {}, 1000);`;

test('ends a task that a person terminates, and lets it tidy up', async (t) => {
  const { plane } = await engineFor(t, { heartbeatMilliseconds: 60_000 });
  const known = plane.add(await shellBundle('trap "echo tidied; exit 7" TERM; echo ready; while :; do sleep 0.05; done'));
  await said(plane, known, /^ready$/);
  plane.stop(known);
  const finish = await plane.ended(known);
  assert.equal(finish.outcome, 'EXECUTION_TERMINATED');
  assert.deepEqual(messages(known.lines, 'STDOUT'), ['ready', 'tidied']);
  assert.deepEqual(plane.faults, []);
});

test('kills a task that does not heed the request to end', async (t) => {
  const { plane } = await engineFor(t);
  const known = plane.add(await nodeBundle(IGNORES_TERM));
  const [pid] = await said(plane, known, /^pid (\d+)$/);
  plane.stop(known);
  assert.equal((await plane.ended(known)).outcome, 'EXECUTION_TERMINATED');
  assert.equal(lives(Number(pid)), false);
});

test('task-executions.end.signal: kills the whole tree of a terminated task, also what left its group and what its first process no longer waits for', async (t) => {
  const { plane } = await engineFor(t);
  const script = `
    setsid sh -c 'trap "" TERM; (setsid sh -c "trap \\"\\" TERM; echo deep \\$\\$; sleep 60" &); echo daemon $$; exec sleep 60' &
    sh -c 'trap "" TERM; echo child $$; while :; do sleep 0.1; done' &
    sh -c 'trap "" TERM; setsid env -i sh -c "trap \\"\\" TERM; echo nameless \\$\\$; sleep 60" & wait; sleep 60' &
    sleep 60`;
  const known = plane.add(await shellBundle(script));
  const pids = (
    await Promise.all([/^deep (\d+)$/, /^daemon (\d+)$/, /^child (\d+)$/, /^nameless (\d+)$/].map((one) => said(plane, known, one)))
  ).map(([pid]) => Number(pid));
  assert.ok(pids.every(lives));
  plane.stop(known);
  assert.equal((await plane.ended(known)).outcome, 'EXECUTION_TERMINATED');
  assert.deepEqual(pids.filter(lives), []);
});

test('task-executions.status.timeout: ends a task at its timeout', async (t) => {
  const { plane } = await engineFor(t, { timeoutUnitMilliseconds: 100 });
  const finish = await plane.ended(plane.add(await shellBundle('sleep 60'), { timeoutMinutes: 2 }));
  assert.deepEqual([finish.outcome, finish.errorType], ['EXECUTION_TERMINATED_TIMEOUT', 'TIMEOUT']);
  assert.match(finish.errorMessage ?? '', /timeout of 2 min/);
});

test('ends an execution that is terminated while its bundle is fetched', async (t) => {
  const { plane } = await engineFor(t);
  plane.bundleDelayMilliseconds = 1000;
  const known = plane.add(await shellBundle('echo never'));
  await plane.until(() => known.lines.length > 0, 'its first line');
  plane.stop(known);
  assert.equal((await plane.ended(known)).outcome, 'EXECUTION_TERMINATED');
  assert.equal(known.startedAt, undefined);
});

test('does not wait for a child in the background that holds the output, and keeps what was written', async (t) => {
  const { plane } = await engineFor(t);
  const known = plane.add(
    await shellBundle('sleep 60 & echo background $!; setsid sh -c "echo daemon \\$\\$; exec sleep 60" & sleep 0.2; echo done'),
  );
  assert.equal((await plane.ended(known)).outcome, 'EXECUTION_SUCCESS');
  assert.equal(messages(known.lines, 'STDOUT').at(-1), 'done');
  const pids = (await Promise.all([/^background (\d+)$/, /^daemon (\d+)$/].map((one) => said(plane, known, one)))).map(([pid]) =>
    Number(pid),
  );
  assert.deepEqual(pids.filter(lives), []);
});

test('kills what is left in the process group when a task has ended', async (t) => {
  const { plane } = await engineFor(t);
  const known = plane.add(await shellBundle('env -i sleep 60 >/dev/null 2>&1 & echo background $!'));
  await plane.ended(known);
  const [pid] = await said(plane, known, /^background (\d+)$/);
  // It would sleep for a minute; a killed process takes a moment to be gone.
  await plane.until(() => !lives(Number(pid)), 'the end of the child');
});

test('sweeps up a daemon that let go of the output and left the group', async (t) => {
  const { plane } = await engineFor(t);
  const known = plane.add(
    await shellBundle(
      'setsid sh -c "echo \\$\\$ > $TMPDIR/pid; exec sleep 60" >/dev/null 2>&1 & sleep 0.2; echo daemon $(cat $TMPDIR/pid)',
    ),
  );
  await plane.ended(known);
  const [pid] = await said(plane, known, /^daemon (\d+)$/);
  await plane.until(() => !lives(Number(pid)), 'the end of the daemon');
});

test('kills a task whose lease is lost and reports nothing more', async (t) => {
  const { plane, folder } = await engineFor(t);
  const known = plane.add(await nodeBundle(IGNORES_TERM));
  const [pid] = await said(plane, known, /^pid (\d+)$/);
  const lines = known.lines.length;
  known.state = 'lost';
  await plane.until(() => !lives(Number(pid)), 'the end of the task');
  while ((await readdir(join(folder, 'runs'))).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(known.finish, undefined);
  assert.equal(known.lines.length, lines);
});

test('takes the same execution again under a newer fence', async (t) => {
  const { plane } = await engineFor(t);
  const zip = await nodeBundle(`console.log('pid', process.pid); setTimeout(() => {}, process.env.again ? 0 : 60_000);`, {}, ['again']);
  const first = plane.add(zip);
  const [pid] = await said(plane, first, /^pid (\d+)$/);
  const second = plane.add(zip, { executionId: first.claim.executionId, parameters: { again: 'yes' } });
  assert.equal((await plane.ended(second)).outcome, 'EXECUTION_SUCCESS');
  await plane.until(() => !lives(Number(pid)), 'the end of the older run');
  assert.deepEqual(plane.faults, []);
});

test('does not take the loss of an older lease for that of the newer one', async (t) => {
  const { plane } = await engineFor(t, { heartbeatMilliseconds: 10 });
  const zip = await shellBundle('echo ready $round; sleep ${seconds:-60}', {}, ['round', 'seconds']);
  const first = plane.add(zip, { parameters: { round: 'one' } });
  await said(plane, first, /^ready one$/);
  const gate = Promise.withResolvers<void>();
  plane.gates.set('/engine/v1/beats', gate.promise);
  const heartbeats = plane.calls.get('POST /engine/v1/beats') ?? 0;
  await plane.until(() => (plane.calls.get('POST /engine/v1/beats') ?? 0) > heartbeats, 'a heartbeat that waits');
  const second = plane.add(zip, { executionId: first.claim.executionId, parameters: { round: 'two', seconds: '0.5' } });
  await said(plane, second, /^ready two$/);
  plane.gates.clear();
  gate.resolve();
  assert.equal((await plane.ended(second)).outcome, 'EXECUTION_SUCCESS');
});

test('task-executions.status.shutdown: ends running tasks when it is shut down, and says so', async (t) => {
  const { plane, agent } = await engineFor(t);
  const known = plane.add(await nodeBundle(IGNORES_TERM));
  const [pid] = await said(plane, known, /^pid (\d+)$/);
  await agent.stop();
  assert.equal(await agent.done, 'stopped');
  assert.deepEqual([known.finish?.outcome, known.finish?.errorType], ['EXECUTION_TERMINATED_SHUTDOWN', 'ENGINE_SHUTDOWN']);
  assert.equal(lives(Number(pid)), false);
});
