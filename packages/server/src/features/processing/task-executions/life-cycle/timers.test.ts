import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { runTimer } from '../../../../../test/support/background.ts';
import { standInEngine, type Claimed, type StandInEngine } from '../../../../../test/support/engine.ts';
import { eventually } from '../../../../../test/support/install.ts';
import { endExpired } from '../../../../../test/support/leases.ts';
import { startTestServer } from '../../../../../test/support/server.ts';

// Without the timers of a worker: a test calls them when it wants.
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const linesOf = async (id: string) =>
  (await call('GET /monitoring/executions/{id}/logs', { path: { id }, query: { order: 'ASC' } })).body.data;

/** Ends the leases of executions, and runs the timer after a heartbeat. */
async function endLeases(ids: readonly string[], heartbeat: () => Promise<unknown> = async () => undefined): Promise<void> {
  await server.platform.db.writer.rows(
    sql`update live_execution set lease_expires_at = now() - interval '1 second' where execution_id = any (${ids}::uuid[])`,
  );
  await heartbeat();
  await endExpired(server);
}

async function startRun(): Promise<{ id: string; engine: StandInEngine; lease: Claimed }> {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  const lease = await engine.claimOne();
  await engine.start(lease);
  await engine.log(lease, ['first', 'second']);
  return { id, engine, lease };
}

test('task-executions.lease.expired', async () => {
  const [silent, ending, alive] = await Promise.all([startRun(), startRun(), startRun()]);
  assert.equal((await call('DELETE /processing/executions/{executionId}', { path: { executionId: ending.id } })).status, 204);

  await endLeases([silent.id, ending.id, alive.id], () => alive.engine.heartbeat([alive.lease]));
  const { status, errorType, errorMessage } = await read(silent.id);
  assert.deepEqual([status, errorType], ['execution_failed', 'ENGINE_LOST']);
  assert.match(errorMessage, /stopped answering/);
  const lines = await linesOf(silent.id);
  assert.deepEqual(
    lines.map((line: { logMessage: string }) => line.logMessage),
    ['first', 'second', errorMessage],
  );
  assert.deepEqual([lines[2].severity, lines[2].logType], ['ERROR', 'SYSTEM']);

  const stored = await server.platform.db.reader.only<{ live: boolean; indexes: number[] }>(sql`
    select exists (select from live_execution where execution_id = ${silent.id}) as live,
           array(select end_index::int from log_chunk where execution_id = ${silent.id} order by end_index) as indexes`);
  assert.deepEqual(stored, { live: false, indexes: [2, 3] }, 'the lease has ended and the line follows the last one');

  const ended = await read(ending.id);
  assert.deepEqual([ended.status, ended.errorType], ['terminated', 'ENGINE_LOST'], 'an execution that was being stopped is terminated');
  assert.equal((await read(alive.id)).status, 'executing', 'an engine that sends heartbeats keeps its execution');

  await test('task-executions.lease.fence: the earlier holder is refused, and its heartbeat names the execution as lost', async () => {
    const before = [await read(silent.id), await linesOf(silent.id)];
    const { engine, lease } = silent;
    assert.deepEqual(await engine.heartbeat([lease]), { stop: [], lost: [silent.id] });
    assert.deepEqual(await engine.start(lease), [silent.id]);
    assert.deepEqual(await engine.log(lease, ['late'], 3), [silent.id]);
    assert.deepEqual(await engine.finish(lease), [silent.id]);
    assert.deepEqual(await engine.finish({ ...lease, fence: lease.fence + 1 }), [silent.id], 'a higher fence is refused too');
    assert.deepEqual([await read(silent.id), await linesOf(silent.id)], before);
  });

  await test('task-executions.lease.fence: a run that was stopped stays terminated when its engine comes back and reports a success', async () => {
    const before = [await read(ending.id), await linesOf(ending.id)];
    const { engine, lease } = ending;
    assert.deepEqual(await engine.log(lease, ['late'], 3), [ending.id]);
    assert.deepEqual(await engine.finish(lease, { outcome: 'EXECUTION_SUCCESS', processedRows: 5 }), [ending.id]);
    assert.deepEqual([await read(ending.id), await linesOf(ending.id)], before);
  });

  assert.deepEqual(await alive.engine.finish(alive.lease), []);
  assert.equal((await read(alive.id)).status, 'execution_successful');
});

test('an execution whose engine is silent after the claim fails, and its log contains the reason', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  await engine.claimOne();
  await endLeases([id]);
  const { status, startTimestamp, triggerTimestamp, errorMessage } = await read(id);
  assert.deepEqual([status, startTimestamp], ['execution_failed', triggerTimestamp]);
  assert.deepEqual(
    (await linesOf(id)).map((line: { logMessage: string }) => line.logMessage),
    [errorMessage],
  );
});

test('task-executions.lease.nobody', async () => {
  const apiOnly = await startTestServer({ MILLRACE_ROLE: 'api' });
  const { db } = apiOnly.platform;
  const task = await apiOnly.make.task();
  const engine = await standInEngine(apiOnly, task.environment);
  const { body } = await apiOnly.call('POST /processing/executions', { body: { executable: task.id } });
  await engine.start(await engine.claimOne());
  const live = async (): Promise<boolean> => {
    await runTimer(apiOnly.platform, 'expire-leases');
    return (await db.reader.rows(sql`select from live_execution where execution_id = ${body.executionId}`)).length === 1;
  };
  await db.writer.rows(sql`update live_execution set lease_expires_at = now() - interval '1 hour'`);
  assert.ok(await live(), 'no process has served for a whole lease');
  await db.writer.rows(sql`
    insert into api_presence (process_id, since, seen_at)
    values (gen_random_uuid(), now() - interval '1 day', now() - interval '10 s')`);
  assert.ok(await live(), 'a process that has ended does not count');
  // The presence was not renewed for a while, so the time of service has a gap.
  await db.writer.rows(sql`update api_presence set since = now() - interval '1 day', seen_at = now() - interval '10 s'`);
  await eventually('the process has renewed its presence', async () =>
    (await db.reader.rows(sql`select from api_presence where seen_at > now() - interval '5 s'`)).length > 0 ? true : undefined,
  );
  assert.ok(await live(), 'after an interruption the time of service starts from zero');
  await db.writer.rows(sql`update api_presence set since = now() - interval '31 s', seen_at = now()`);
  assert.ok(!(await live()), 'a process served for a whole lease, and the engine stayed silent');
  await apiOnly.stop();
});

test('an execution that waits for an engine does not expire', async () => {
  const task = await make.task();
  const waiting = await start(task.id);
  const other = await startRun();
  await endLeases([other.id]);
  assert.equal((await read(other.id)).status, 'execution_failed');
  assert.equal((await read(waiting)).executionStatus, 'EXECUTION_EVENT_RECEIVED');
});
