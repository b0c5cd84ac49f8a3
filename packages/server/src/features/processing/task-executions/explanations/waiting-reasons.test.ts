// run: own server because it sets MILLRACE_BUSY_RETRY_SECONDS and MILLRACE_LEASE_SECONDS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { REPORTED_AT, standInEngine } from '../../../../../test/support/engine.ts';
import { explanationsOf } from '../../../../../test/support/explanations.ts';
import { expireLease } from '../../../../../test/support/leases.ts';
import { startTestServer } from '../../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_BUSY_RETRY_SECONDS: '600' });
const { call, make, platform } = server;
const { start, explain, codesOf, first, silence } = explanationsOf(server);

test('task-executions.explain.waiting: missing, unpaired, silent and full engines', async () => {
  const environment = await make.environment({ name: 'explained' });
  const workspace = (await make.workspace({ environment })).id;
  const task = await make.task({ workspace, name: 'nightly' });
  const id = await start(task.id);

  const none = await first(id);
  assert.deepEqual(
    [none.code, none.evidence, none.status, none.executionStatus],
    ['NO_ENGINE', { engines: [] }, 'dispatching', 'EXECUTION_EVENT_RECEIVED'],
  );
  assert.equal(none.summary, "'nightly' waits: there is no engine in the environment 'explained' that its workspace may use.");
  assert.match(none.next ?? '', /Create an engine/);

  const created = await call('POST /processing/runtimes/remote-engines', { body: { name: 'edge', environmentId: environment } });
  const unpaired = await first(id);
  assert.deepEqual(
    [unpaired.code, unpaired.evidence],
    [
      'ENGINES_UNPAIRED',
      { engines: [{ id: created.body.id, name: 'edge', status: 'NOT_PAIRED', availability: 'NOT_AVAILABLE', running: 0 }] },
    ],
  );

  const engine = await standInEngine(server, environment);
  assert.deepEqual(await codesOf(id), ['CLAIM_DUE']);
  await silence(engine.id, '1 hour');
  const silent = await first(id);
  assert.equal(silent.code, 'ENGINES_UNAVAILABLE');
  const [paired = assert.fail()] = silent.evidence.engines ?? [];
  assert.deepEqual([paired.id, paired.status, paired.availability], [engine.id, 'PAIRED', 'NOT_AVAILABLE']);
  assert.ok(silent.message.includes(`${paired.lastHeartbeat} from '${paired.name}'`), silent.message);

  const other = await engine.claimOne();
  const second = await start(task.id);
  await engine.heartbeat([other], 1);
  const full = await first(second);
  assert.deepEqual([full.code, full.evidence.engines?.map(({ running, capacity }) => [running, capacity])[0]], ['ENGINES_FULL', [1, 1]]);
  assert.match(full.message, /runs 1 of at most 1/);
  await engine.heartbeat([other], 2);
  assert.deepEqual(await codesOf(second), ['CLAIM_DUE']);
});

test('the explanation of an execution for an engine or a cluster shows only those engines', async () => {
  const environment = await make.environment();
  const workspace = (await make.workspace({ environment })).id;
  await standInEngine(server, environment);
  const own = await make.engine({ environment, name: 'own' });
  await silence(own.id, '1 hour');
  const single = await first(await start((await make.task({ workspace, engine: own.id })).id));
  assert.deepEqual([single.code, single.evidence.engines?.map(({ name }) => name)], ['ENGINES_UNAVAILABLE', ['own']]);
  assert.match(single.message, /^The engine 'own' is not available: the last heartbeat came at /);

  const cluster = await make.cluster({ environment, name: 'pair of two' });
  const inCluster = await start((await make.task({ workspace, cluster: cluster.id })).id);
  assert.match((await first(inCluster)).message, /no engine in the cluster 'pair of two'/);
  const staffed = await make.cluster({ environment, engines: [(await make.engine({ environment })).id] });
  assert.deepEqual(await codesOf(await start((await make.task({ workspace, cluster: staffed.id })).id)), ['CLAIM_DUE']);
});

test('task-executions.explain.target', async () => {
  const environment = await make.environment({ name: 'targets' });
  const workspace = (await make.workspace({ environment })).id;
  const engine = await make.engine({ environment, name: 'only' });
  const cluster = await make.cluster({ environment, name: 'both' });
  const targetOf = async (task: { id: string }) => (await explain(await start(task.id))).target;
  assert.deepEqual(await targetOf(await make.task({ workspace })), { kind: 'ENVIRONMENT', name: 'targets' });
  assert.deepEqual(await targetOf(await make.task({ workspace, engine: engine.id })), { kind: 'ENGINE', name: 'only' });
  assert.deepEqual(await targetOf(await make.task({ workspace, cluster: cluster.id })), { kind: 'CLUSTER', name: 'both' });
});

test('task-executions.explain.waiting: a busy task, and older executions in the queue', async () => {
  const task = await make.task({ parallelExecutionAllowed: false });
  const engine = await standInEngine(server, task.environment);
  const running = await start(task.id);
  const lease = await engine.claimOne();
  await engine.start(lease);
  const waiting = await start(task.id);
  const later = await start(task.id);
  const { code, evidence } = await first(waiting);
  assert.deepEqual(
    [code, evidence],
    ['TASK_BUSY', { runningExecutionId: running, runningSince: new Date(REPORTED_AT).toISOString(), attempts: 0, attemptsLeft: 1 }],
  );
  assert.deepEqual((await explain(later)).reasons.slice(1), [
    { code: 'QUEUE', message: 'One older execution waits for the same engines.', evidence: { ahead: 1 } },
  ]);

  assert.deepEqual((await engine.claim()).executions, []);
  const putOff = await first(waiting);
  assert.deepEqual([putOff.code, putOff.evidence.attempts, putOff.evidence.attemptsLeft], ['TASK_BUSY', 1, 0]);
  assert.ok(putOff.message.includes(`at ${putOff.evidence.nextAttemptAt}`), putOff.message);
  assert.match(putOff.next ?? '', /parallelExecutionAllowed/);
  assert.deepEqual(await codesOf(later), ['TASK_BUSY'], 'a postponed execution is not part of the queue');

  await expireLease(server, running);
  assert.deepEqual(await codesOf(running), ['ENGINE_LOST']);
  const { code: postponedCode, evidence: postponedEvidence } = await first(waiting);
  assert.deepEqual(
    [postponedCode, postponedEvidence],
    ['PUT_OFF', { attempts: 1, attemptsLeft: 0, nextAttemptAt: putOff.evidence.nextAttemptAt }],
  );
  const lost = await first(running);
  assert.equal(lost.evidence.errorType, 'ENGINE_LOST');
  assert.ok(lost.message.includes(`its lease ended at ${lost.evidence.leaseEndedAt}`), lost.message);
  assert.deepEqual(
    lost.timeline.map(({ what }) => what),
    ['ACCEPTED', 'CLAIMED', 'STARTED', 'FINISHED'],
  );
  assert.equal(lost.log.state, 'INCOMPLETE', 'task-executions.explain.log');

  await platform.db.writer.rows(sql`update live_execution set available_at = now() where execution_id = ${later}`);
  const again = await engine.claimOne();
  await platform.db.writer.rows(sql`update live_execution set available_at = now() where execution_id = ${waiting}`);
  assert.deepEqual((await engine.claim()).executions, []);
  const misfired = await first(waiting);
  assert.deepEqual(
    [misfired.code, misfired.evidence.misfiredExecutionReason, misfired.status],
    ['MISFIRED', 'MAX_DEPLOYMENT_ATTEMPTS_REACHED', 'deploy_failed'],
  );
  assert.match(misfired.message, /^It did not start: another execution of its task ran at each attempt\.$/);
  await engine.finish(again);
});
