import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { firingOf } from '../../../../test/support/firing.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { endUnavailableTimer } from '../task-executions/life-cycle/timers.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_ENGINE_WAIT_SECONDS: '900' });
const { call, make, platform } = server;
const { db } = platform;
const { look, moveTo, only, recordsOf, setTrigger } = firingOf(server);

const START = 'POST /processing/executions';
const start = async (executable: string): Promise<string> => (await call(START, { body: { executable } })).body.executionId;
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;
const explain = async (executionId: string) =>
  (await call('GET /processing/executions/{executionId}/explanation', { path: { executionId } })).body;
const idsOf = ({ executions }: { executions: { executionId: string }[] }): string[] => executions.map(({ executionId }) => executionId);

/** Two workspaces of one environment; an engine belongs to the first. */
async function scene() {
  const environment = await make.environment();
  const [ours, others] = [await make.workspace({ environment }), await make.workspace({ environment })];
  const engine = await standInEngine(server, environment, ours.id);
  return { environment, ours, others, engine };
}
/** What an install may hold that was set up before this was refused. */
const belongsTo = (table: 'engine' | 'engine_cluster', id: string, workspace: string) =>
  db.writer.rows(
    table === 'engine'
      ? sql`update engine set workspace_id = ${workspace} where id = ${id}`
      : sql`update engine_cluster set workspace_id = ${workspace} where id = ${id}`,
  );

test('remote-engines.use.workspace: the runtime CLOUD', async () => {
  const { environment, ours, others, engine } = await scene();
  const [mine, foreign] = [await make.task({ workspace: ours.id }), await make.task({ workspace: others.id })];
  const [first, second] = [await start(foreign.id), await start(mine.id)];
  assert.deepEqual(idsOf(await engine.claim()), [second]);
  assert.deepEqual(idsOf(await engine.claim()), []);

  // What is accepted while its claim waits takes another way to it.
  const waiting = engine.claim({ wait: 20_000 });
  await db.reader.rows(sql`select pg_sleep(0.5)`);
  const third = await start(foreign.id);
  const fourth = await start(mine.id);
  assert.deepEqual(idsOf(await waiting), [fourth]);
  const shared = await standInEngine(server, environment);
  assert.deepEqual(idsOf(await shared.claim()), [first, third]);
});

test('remote-engines.use.workspace: also of what a process of the release before accepted', async () => {
  const { ours, others, engine } = await scene();
  await start((await make.task({ workspace: others.id })).id);
  const mine = await start((await make.task({ workspace: ours.id })).id);
  await db.writer.rows(sql`update live_execution set workspace_id = null`);
  assert.deepEqual(idsOf(await engine.claim()), [mine]);
});

for (const kind of ['engine', 'cluster'] as const) {
  test(`remote-engines.use.workspace: a task that is set to run on an ${kind} of others`, async () => {
    const environment = await make.environment();
    const [ours, others] = [await make.workspace({ environment }), await make.workspace({ environment })];
    const engine = await standInEngine(server, environment);
    const cluster = await make.cluster({ environment, engines: [engine.id] });
    const runtime = { [kind]: kind === 'engine' ? engine.id : cluster.id };
    const [mine, foreign] = [await make.task({ workspace: ours.id, ...runtime }), await make.task({ workspace: others.id, ...runtime })];
    const early = await start(foreign.id);
    await belongsTo(kind === 'engine' ? 'engine' : 'engine_cluster', kind === 'engine' ? engine.id : cluster.id, ours.id);

    assert.deepEqual(idsOf(await engine.claim()), [], 'not even what was accepted before');
    const { body } = await leavesNothing(server, START, { body: { executable: foreign.id } }, 400, `${kind}_unknown`, 'task_execution');
    assert.match(JSON.stringify(body), /belongs to another workspace/);
    const run = await start(mine.id);
    assert.deepEqual(idsOf(await engine.claim()), [run]);

    const { reasons } = await explain(early);
    assert.equal(reasons[0].code, 'NO_ENGINE');
    assert.deepEqual(reasons[0].evidence.engines, [], 'it tells nothing of the engine');
  });
}

test('remote-engines.use.workspace: a start by schedule misfires', async () => {
  const { ours, others, engine } = await scene();
  const task = await make.task({ workspace: others.id });
  await setTrigger(task, { type: 'CRON', cronExpression: '0/5 * * * ?', timeZone: 'UTC' });
  await db.writer.rows(sql`
    update task_run_config
    set runtime_type = 'REMOTE_ENGINE',
        engine_id = ${engine.id}
    where task_id = ${task.id}`);
  const due = new Date(Math.floor(Date.now() / 300_000) * 300_000);
  await moveTo((await only(task)).id, due);
  await look(due);
  const [record] = await recordsOf(task);
  assert.deepEqual([record?.outcome, record?.misfired_reason], ['DEPLOY_FAILED', 'UNKNOWN']);
  assert.match(record?.error_message ?? '', /belongs to another workspace/);
  assert.ok(!(record?.error_message ?? '').includes(ours.id));
});

test('task-executions.start.unavailable: an engine of others is none that could be waited for', async () => {
  const { others, engine } = await scene();
  const id = await start((await make.task({ workspace: others.id })).id);
  await db.writer.rows(sql`update live_execution set accepted_at = now() - interval '1 day' where execution_id = ${id}`);
  const before = await explain(id);
  assert.equal(before.reasons[0].code, 'NO_ENGINE');
  const shown = await call('GET /processing/runtimes/remote-engines/{id}', { path: { id: engine.id } });
  assert.ok(!JSON.stringify(before).includes(shown.body.name), 'it is not named');
  await engine.heartbeat();
  await db.writer.rows(sql`update api_presence set since = now() - interval '1 day', seen_at = now()`);
  await endUnavailableTimer.run(platform);
  assert.equal((await read(id)).errorType, 'ENGINE_UNAVAILABLE');
});
