// run: own server because it sets MILLRACE_ENGINE_WAIT_SECONDS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { runTimer } from '../../../../../test/support/background.ts';
import { standInEngine, type StandInEngine } from '../../../../../test/support/engine.ts';
import { startTestServer } from '../../../../../test/support/server.ts';

const WAIT = 900;
// Without timers, so that only the test runs them.
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_ENGINE_WAIT_SECONDS: String(WAIT) });
const { call, make, platform } = server;
const { db } = platform;

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const statusOf = async (id: string): Promise<string> => (await read(id)).executionStatus;
/** Renews the presences and runs the timer. */
async function endUnavailable(): Promise<void> {
  await db.writer.rows(sql`update api_presence set seen_at = now()`);
  await runTimer(platform, 'end-unavailable');
}
const waitedFor = (id: string, seconds: number) =>
  db.writer.rows(sql`update live_execution set accepted_at = now() - make_interval(secs => ${seconds}) where execution_id = ${id}`);
const servedSince = (seconds: number) =>
  db.writer.rows(sql`
    insert into api_presence (process_id, since, seen_at)
    values ('00000000-0000-0000-0000-000000000001', now() - make_interval(secs => ${seconds}), now())
    on conflict (process_id) do update set since = excluded.since`);
const silentFor = ({ id }: StandInEngine, seconds: number) =>
  db.writer.rows(sql`update engine set last_beat_at = now() - make_interval(secs => ${seconds}) where id = ${id}`);

test('task-executions.start.unavailable', async () => {
  await servedSince(2 * WAIT);
  const workspace = await make.workspace();
  const { environment } = workspace;
  const [engine, other] = [await standInEngine(server, environment), await standInEngine(server, environment)];
  const cluster = await make.cluster({ environment, engines: [other.id] });
  const tasks = [
    await make.task({ workspace: workspace.id, engine: engine.id }),
    await make.task({ workspace: workspace.id, cluster: cluster.id }),
    await make.task({ workspace: workspace.id }),
  ];
  const ids = await Promise.all(tasks.map((task) => start(task.id)));
  for (const id of ids) await waitedFor(id, WAIT + 1);
  await engine.heartbeat();
  await other.heartbeat();
  await endUnavailable();
  for (const id of ids) assert.equal(await statusOf(id), 'EXECUTION_EVENT_RECEIVED', 'its engine is available');

  await silentFor(engine, WAIT - 60);
  await silentFor(other, WAIT - 60);
  await endUnavailable();
  for (const id of ids) assert.equal(await statusOf(id), 'EXECUTION_EVENT_RECEIVED', 'its engine was available for a part of the time');

  await silentFor(engine, WAIT + 1);
  await endUnavailable();
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['DEPLOY_FAILED', 'EXECUTION_EVENT_RECEIVED', 'EXECUTION_EVENT_RECEIVED']);
  await silentFor(other, WAIT + 1);
  await endUnavailable();
  const ended = await Promise.all(ids.map(read));
  assert.deepEqual(
    ended.map(({ status, misfiredExecutionReason, errorType }) => [status, misfiredExecutionReason, errorType]),
    [
      ['deploy_failed', 'REMOTE_ENGINE_UNAVAILABLE', 'ENGINE_UNAVAILABLE'],
      ['deploy_failed', 'REMOTE_ENGINE_UNAVAILABLE_IN_CLUSTER', 'ENGINE_UNAVAILABLE'],
      ['deploy_failed', 'UNKNOWN', 'ENGINE_UNAVAILABLE'],
    ],
  );
  assert.match(ended[0].errorMessage, /^Its engine was not available for 900 seconds: start one/);
  assert.match(ended[2].errorMessage, /^No engine of the environment was available for 900 seconds: start one/);
  const { body } = await call('GET /processing/executions/{executionId}/explanation', { path: { executionId: ids[0] ?? '' } });
  assert.match(JSON.stringify(body), /engine was not available/);
  assert.deepEqual((await engine.claim()).executions, [], 'an ended execution is not handed out');
});

test('task-executions.start.unavailable: no execution ends after a short wait, while an engine holds it, or after an absence of the API', async () => {
  const task = await make.task({ parallelExecutionAllowed: true });
  const engine = await standInEngine(server, task.environment);
  const held = await start(task.id);
  await engine.claimOne();
  const [young, old] = [await start(task.id), await start(task.id)];
  await waitedFor(held, WAIT + 1);
  await waitedFor(old, WAIT + 1);
  await silentFor(engine, WAIT + 1);
  await servedSince(WAIT - 60);
  await endUnavailable();
  assert.deepEqual(await Promise.all([held, young, old].map(statusOf)), [
    'DISPATCHING_FLOW',
    'EXECUTION_EVENT_RECEIVED',
    'EXECUTION_EVENT_RECEIVED',
  ]);
  await servedSince(WAIT + 1);
  await endUnavailable();
  assert.deepEqual(await Promise.all([held, young, old].map(statusOf)), ['DISPATCHING_FLOW', 'EXECUTION_EVENT_RECEIVED', 'DEPLOY_FAILED']);
  const claim = engine.claim({ wait: 1000 });
  assert.deepEqual(
    (await claim).executions.map(({ executionId }) => executionId),
    [young],
    'the execution with the shorter wait is handed out when the engine comes back',
  );
});

test('task-executions.start.unavailable: an engine that is ill for the whole time counts as unavailable', async () => {
  await servedSince(2 * WAIT);
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  await waitedFor(id, WAIT + 1);
  await engine.send('POST /engine/v1/beats', { running: [], illness: { code: 'ENOSPC', message: 'Its disk is full' } });
  await endUnavailable();
  assert.equal(await statusOf(id), 'EXECUTION_EVENT_RECEIVED', 'the engine was healthy for a part of the time');
  await db.writer.rows(sql`update engine set ill_since = now() - make_interval(secs => ${WAIT + 1}) where id = ${engine.id}`);
  await endUnavailable();
  assert.equal((await read(id)).errorType, 'ENGINE_UNAVAILABLE');
});
