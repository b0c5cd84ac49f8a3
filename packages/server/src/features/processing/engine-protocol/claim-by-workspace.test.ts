// run: own server because it sets MILLRACE_ENGINE_WAIT_SECONDS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { standInEngine, untilClaimsWait } from '../../../../test/support/engine.ts';
import { firingOf } from '../../../../test/support/firing.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_ENGINE_WAIT_SECONDS: '900' });
const { call, make, platform } = server;
const { db } = platform;
const { fireAt, moveTo, onlyTrigger, recordsOf, setTrigger } = firingOf(server);

const START = 'POST /processing/executions';
const start = async (executable: string): Promise<string> => (await call(START, { body: { executable } })).body.executionId;
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const explain = async (executionId: string) =>
  (await call('GET /processing/executions/{executionId}/explanation', { path: { executionId } })).body;
const idsOf = ({ executions }: { executions: { executionId: string }[] }): string[] => executions.map(({ executionId }) => executionId);

/** Two workspaces of one environment; an engine belongs to the first. */
async function prepare() {
  const environment = await make.environment();
  const [ours, others] = [await make.workspace({ environment }), await make.workspace({ environment })];
  const engine = await standInEngine(server, environment, ours.id);
  return { environment, ours, others, engine };
}
/** Gives an engine or a cluster to a workspace. The API refuses this; an older install may contain it. */
const assignToWorkspace = (table: 'engine' | 'engine_cluster', id: string, workspace: string) =>
  db.writer.rows(
    table === 'engine'
      ? sql`update engine set workspace_id = ${workspace} where id = ${id}`
      : sql`update engine_cluster set workspace_id = ${workspace} where id = ${id}`,
  );

test('remote-engines.use.workspace: the runtime CLOUD', async () => {
  const { environment, ours, others, engine } = await prepare();
  const [ownTask, foreignTask] = [await make.task({ workspace: ours.id }), await make.task({ workspace: others.id })];
  const [first, second] = [await start(foreignTask.id), await start(ownTask.id)];
  assert.deepEqual(idsOf(await engine.claim()), [second]);
  assert.deepEqual(idsOf(await engine.claim()), []);

  // An execution that is accepted while a claim waits is handed over without a poll.
  const waiting = engine.claim({ wait: 20_000 });
  await untilClaimsWait(server, 1);
  const third = await start(foreignTask.id);
  const fourth = await start(ownTask.id);
  assert.deepEqual(idsOf(await waiting), [fourth]);
  const shared = await standInEngine(server, environment);
  assert.deepEqual(idsOf(await shared.claim()), [first, third]);
});

test('remote-engines.use.workspace: applies to executions that a process of the previous release accepted', async () => {
  const { ours, others, engine } = await prepare();
  await start((await make.task({ workspace: others.id })).id);
  const ownExecution = await start((await make.task({ workspace: ours.id })).id);
  await db.writer.rows(sql`update live_execution set workspace_id = null`);
  assert.deepEqual(idsOf(await engine.claim()), [ownExecution]);
});

for (const kind of ['engine', 'cluster'] as const) {
  test(`remote-engines.use.workspace: a task that is set to run on the ${kind} of another workspace`, async () => {
    const environment = await make.environment();
    const [ours, others] = [await make.workspace({ environment }), await make.workspace({ environment })];
    const engine = await standInEngine(server, environment);
    const cluster = await make.cluster({ environment, engines: [engine.id] });
    const runtime = { [kind]: kind === 'engine' ? engine.id : cluster.id };
    const [ownTask, foreignTask] = [
      await make.task({ workspace: ours.id, ...runtime }),
      await make.task({ workspace: others.id, ...runtime }),
    ];
    const early = await start(foreignTask.id);
    await assignToWorkspace(kind === 'engine' ? 'engine' : 'engine_cluster', kind === 'engine' ? engine.id : cluster.id, ours.id);

    assert.deepEqual(idsOf(await engine.claim()), [], 'not even an execution that was accepted before the change');
    const { body } = await leavesNothing(server, START, { body: { executable: foreignTask.id } }, 400, `${kind}_unknown`, 'task_execution');
    assert.match(JSON.stringify(body), /belongs to another workspace/);
    const run = await start(ownTask.id);
    assert.deepEqual(idsOf(await engine.claim()), [run]);

    const { reasons } = await explain(early);
    assert.equal(reasons[0].code, 'NO_ENGINE');
    assert.deepEqual(reasons[0].evidence.engines, [], 'the explanation does not show the engine');
  });
}

test('remote-engines.use.workspace: a start by schedule misfires', async () => {
  const { ours, others, engine } = await prepare();
  const task = await make.task({ workspace: others.id });
  await setTrigger(task, { type: 'CRON', cronExpression: '0/5 * * * ?', timeZone: 'UTC' });
  await db.writer.rows(sql`
    update task_run_config
    set runtime_type = 'REMOTE_ENGINE',
        engine_id = ${engine.id}
    where task_id = ${task.id}`);
  const due = new Date(Math.floor(Date.now() / 300_000) * 300_000);
  await moveTo((await onlyTrigger(task)).id, due);
  await fireAt(due);
  const [record] = await recordsOf(task);
  assert.deepEqual([record?.outcome, record?.misfired_reason], ['DEPLOY_FAILED', 'UNKNOWN']);
  assert.match(record?.error_message ?? '', /belongs to another workspace/);
  assert.ok(!(record?.error_message ?? '').includes(ours.id));
});

test('task-executions.start.unavailable: an engine of another workspace does not count as available', async () => {
  const { others, engine } = await prepare();
  const id = await start((await make.task({ workspace: others.id })).id);
  await db.writer.rows(sql`update live_execution set accepted_at = now() - interval '1 day' where execution_id = ${id}`);
  const before = await explain(id);
  assert.equal(before.reasons[0].code, 'NO_ENGINE');
  const shown = await call('GET /processing/runtimes/remote-engines/{id}', { path: { id: engine.id } });
  assert.ok(!JSON.stringify(before).includes(shown.body.name), 'the explanation does not name the engine');
  await engine.heartbeat();
  await db.writer.rows(sql`update api_presence set since = now() - interval '1 day', seen_at = now()`);
  await runTimer(platform, 'end-unavailable');
  assert.equal((await read(id)).errorType, 'ENGINE_UNAVAILABLE');
});
