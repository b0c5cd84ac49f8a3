// run: own server because it sets MILLRACE_BUSY_RETRY_SECONDS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../../core/database/sql.ts';
import { runTimer } from '../../../../../test/support/background.ts';
import { standInEngine, type Claimed, type StandInEngine } from '../../../../../test/support/engine.ts';
import { startTestServer } from '../../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_BUSY_RETRY_SECONDS: '0' });
const { call, make, platform } = server;
const { db } = platform;

const HOUR = 3_600_000;
const INCARNATION = '7f9c2b1e-0d5a-4c53-9b0e-3f1f5d6a7b8c';

const start = async (executable: string): Promise<string> =>
  (await call('POST /processing/executions', { body: { executable } })).body.executionId;
const end = (executionId: string) => call('DELETE /processing/executions/{executionId}', { path: { executionId } });

/** Returns the times of an execution in milliseconds; undefined for an event that has not happened. */
async function timesOf(executionId: string) {
  const { body } = await call('GET /processing/executions/{executionId}', { path: { executionId } });
  const explained = await call('GET /processing/executions/{executionId}/explanation', { path: { executionId } });
  const moments = explained.body.timeline.map(({ at }: { at: string }) => at);
  assert.deepEqual(moments, moments.toSorted());
  const momentOf = (name: string) => {
    const at = explained.body.timeline.find(({ what }: { what: string }) => what === name)?.at;
    return at && Date.parse(at);
  };
  const [claimed, started] = [momentOf('CLAIMED'), momentOf('STARTED')];
  const triggered = Date.parse(body.triggerTimestamp);
  assert.equal(Date.parse(body.startTimestamp), started ?? triggered, 'the record and its explanation agree');
  return { triggered, claimed, started, finished: body.finishTimestamp === null ? undefined : Date.parse(body.finishTimestamp) };
}

/** Moves the acceptance an hour ahead, as if the clock of the database had been set back since then. */
const acceptLater = (id: string) =>
  db.writer.rows(sql`update task_execution set triggered_at = triggered_at + interval '1 hour' where id = ${id}`);

/** Creates a task and an engine that may run it. */
async function prepare() {
  const task = await make.task({ parallelExecutionAllowed: false });
  const engine = await standInEngine(server, task.environment);
  return { task, engine };
}
async function claimExecution() {
  const { task, engine } = await prepare();
  const id = await start(task.id);
  const { executions } = await engine.claim({ incarnation: INCARNATION, number: 1 });
  const lease = executions[0] ?? assert.fail('nothing was claimed');
  return { id, task, engine, lease, ...(await timesOf(id)) };
}

test('task-executions.times.order: the clock of the engine is behind', async () => {
  const { id, engine, lease, triggered, claimed } = await claimExecution();
  await engine.start(lease, triggered - 4000);
  assert.equal((await timesOf(id)).started, claimed);
  await engine.finish(lease, { finishedAt: triggered - 4000 + 90_000 });
  const { started, finished } = await timesOf(id);
  assert.deepEqual([started, finished], [claimed, claimed + 90_000], 'the execution keeps its duration');

  const once = await claimExecution();
  await once.engine.finish(once.lease, { startedAt: once.triggered - 3000, finishedAt: once.triggered - 1000 });
  const whole = await timesOf(once.id);
  assert.deepEqual([whole.started, whole.finished], [once.claimed, once.claimed + 2000]);

  const never = await claimExecution();
  await never.engine.finish(never.lease, { outcome: 'DEPLOY_FAILED', finishedAt: never.triggered - 1000 });
  const failed = await timesOf(never.id);
  assert.deepEqual([failed.started, failed.finished], [undefined, never.claimed]);
});

test('task-executions.times.order: the clock of the engine is set back during the run', async () => {
  const { id, engine, lease, triggered } = await claimExecution();
  const began = triggered + 60_000;
  await engine.start(lease, began);
  await engine.finish(lease, { finishedAt: began + 60_000 - HOUR });
  const { started, finished } = await timesOf(id);
  assert.deepEqual([started, finished], [began, began]);
  const { body } = await call('POST /monitoring/observability/executions/search', {
    body: { environmentId: await environmentOf(id), category: 'ETL' },
  });
  assert.deepEqual(
    body.items.map((item: { executeDurationMs: number }) => item.executeDurationMs),
    [0],
  );
});

const environmentOf = async (id: string): Promise<string> =>
  (await db.reader.only<{ id: string }>(sql`select environment_id as id from task_execution where id = ${id}`)).id;

type Held = { id: string; task: { id: string }; engine: StandInEngine; lease: Claimed };

/** All ways in which an execution ends, and whether it had begun before. */
const ends: Record<string, { begins: boolean; end: (held: Held) => Promise<unknown> }> = {
  'its engine reports it': { begins: true, end: ({ engine, lease }) => engine.finish(lease, { finishedAt: Date.now() }) },
  'its engine is lost': {
    begins: true,
    end: ({ engine }) => engine.claim({ incarnation: '00000000-0000-4000-8000-000000000001', gone: [INCARNATION] }),
  },
  'a user ends an execution whose claim was lost': {
    begins: false,
    end: async ({ id, engine }) => {
      await end(id);
      await engine.claim({ free: 0, incarnation: INCARNATION, number: 2, unanswered: [1] });
    },
  },
  'a user ends an execution that its engine gives back': {
    begins: false,
    end: async ({ id, engine, lease: { executionId, fence } }) => {
      await end(id);
      await engine.report({ returns: [{ executionId, fence, errorType: 'ENGINE_STORAGE', errorMessage: 'The disk is full' }] });
    },
  },
  'a user ends it before an engine claims it': {
    begins: false,
    end: async ({ id, engine }) => {
      await engine.claim({ free: 0, incarnation: INCARNATION, number: 2, unanswered: [1] });
      await end(id);
    },
  },
  'no engine is available': {
    begins: false,
    end: async ({ id, engine }) => {
      await engine.claim({ free: 0, incarnation: INCARNATION, number: 2, unanswered: [1] });
      await db.writer.rows(sql`update engine set last_beat_at = now() - interval '1 day' where id = ${engine.id}`);
      await db.writer.rows(sql`update live_execution set accepted_at = now() - interval '1 day' where execution_id = ${id}`);
      await db.writer.rows(sql`update api_presence set since = now() - interval '1 day', seen_at = now()`);
      await runTimer(platform, 'end-unavailable');
    },
  },
};

for (const [cause, { begins, end: finish }] of Object.entries(ends)) {
  test(`task-executions.times.order: the clock of the database is set back, and ${cause}`, async () => {
    const held = await claimExecution();
    if (begins) await held.engine.start(held.lease, Date.now());
    await acceptLater(held.id);
    const triggered = held.triggered + HOUR;
    if (begins) assert.equal((await timesOf(held.id)).started, triggered, 'while it runs');
    await finish(held);
    const { started, finished } = await timesOf(held.id);
    assert.equal(started, begins ? triggered : undefined);
    assert.ok(finished !== undefined && finished >= triggered && finished < triggered + HOUR / 2);
  });
}

test('task-executions.times.order: the clock of the database is set back, and the execution was postponed too often', async () => {
  const { task, engine } = await claimExecution();
  const id = await start(task.id);
  const { triggered } = await timesOf(id);
  await acceptLater(id);
  await engine.claim();
  await engine.claim();
  const { finished } = await timesOf(id);
  assert.equal(finished, triggered + HOUR);
});
