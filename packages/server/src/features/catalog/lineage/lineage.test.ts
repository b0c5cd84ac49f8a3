// run: own server because it sets MILLRACE_OPENLINEAGE_URL and MILLRACE_OUTBOUND_ALLOW
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { newId } from '../../../core/base/id.ts';
import { runJob, runTimer } from '../../../../test/support/background.ts';
import { REPORTED_AT, standInEngine } from '../../../../test/support/engine.ts';
import { fanOutEvents, startMessageReceiver } from '../../../../test/support/notified.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { catalogScene, READER } from '../catalog-connections/scene.fixture.ts';

const OF_DATASET = 'GET /datasets/{datasetId}/lineage';
const OF_TASK = 'GET /datasets/lineage/tasks/{taskId}';
const receiver = await startMessageReceiver();
// Without a worker, the test runs the jobs and timers.
const server = await startTestServer({
  MILLRACE_ROLE: 'api',
  MILLRACE_OPENLINEAGE_URL: `${receiver.url}/api/v1/lineage`,
  MILLRACE_OUTBOUND_ALLOW: 'loopback',
  MILLRACE_PUBLIC_URL: 'https://millrace.example.com',
});
const { call, make, platform } = server;
const scene = await catalogScene(server);
const task = await make.task();
const engine = await standInEngine(server, task.environment);
const NAMESPACE = 'postgres://warehouse.example.com:5432';
const table = (name: string, namespace = NAMESPACE) => ({ namespace, name: `finance.shop.${name}` });

const claimed = async () => {
  await call('POST /processing/executions', { body: { executable: task.id } });
  return engine.claimOne();
};

/** Runs the task and ends it with these datasets. */
async function run(more: object = {}): Promise<string> {
  const lease = await claimed();
  assert.deepEqual(await engine.finish(lease, { startedAt: REPORTED_AT, ...more }), []);
  return lease.executionId;
}
const jobsOf = (name: string) =>
  platform.db.writer.rows<{ payload: never }>(sql`
    with gone as (
      delete from graphile_worker._private_jobs j
      using graphile_worker._private_tasks t
      where t.id = j.task_id
        and t.identifier = ${name}
      returning j.id, j.payload)
    select payload
    from gone
    order by id`);
const uses = async (id: string): Promise<number> =>
  (await platform.db.reader.only<{ uses: number }>(sql`select uses from dataset where id = ${id}`)).uses;
const read = async (datasetId: string, token?: string) =>
  (await call(OF_DATASET, { path: { datasetId }, ...(token !== undefined && { token }) })).body;
const ids = (runs: { executionId: string }[]): string[] => runs.map(({ executionId }) => executionId);

test('lineage.report.stored', async () => {
  const lease = await claimed();
  const finish = { inputs: [table('stored'), table('stored')], outputs: [table('stored', 'POSTGRESQL://Warehouse.example.com/')] };
  assert.deepEqual(await engine.finish(lease, finish), []);
  await engine.finish(lease, finish);
  const rows = await platform.db.reader.rows(sql`
    select is_output, namespace, name
    from run_dataset
    where execution_id = ${lease.executionId}
    order by is_output`);
  assert.deepEqual(rows, [
    { is_output: false, ...table('stored') },
    { is_output: true, ...table('stored') },
  ]);
  const bad = { executionId: newId(), fence: 1, outcome: 'EXECUTION_SUCCESS', finishedAt: 1, inputs: [{ namespace: 'x' }] };
  const sent = { token: engine.credential, body: { finishes: [bad] } };
  await leavesNothing(server, 'POST /engine/v1/reports', sent, 400, 'malformed_request', 'run_dataset');
});

test('lineage.read.runs', async () => {
  const earlier = await run({ outputs: [table('orders')] });
  const orders = await scene.dataset({ label: 'Orders', technicalName: 'shop.orders' });
  const report = await scene.dataset({ label: 'Report', technicalName: 'shop.report' });
  const loader = await run({ inputs: [table('raw'), { namespace: 's3://bucket', name: 'orders.csv' }], outputs: [table('orders')] });
  const reader = await run({ inputs: [table('orders')], outputs: [table('report')], outcome: 'EXECUTION_FAILED' });
  const shown = await read(orders);
  assert.deepEqual([shown.namespace, shown.name], [NAMESPACE, 'finance.shop.orders']);
  assert.deepEqual(ids(shown.writtenBy), [loader, earlier]);
  const [{ taskId, executionStatus, startedAt }] = shown.readBy;
  assert.deepEqual([ids(shown.readBy), taskId, executionStatus], [[reader], task.id, 'execution_failed']);
  assert.ok(startedAt);
  assert.deepEqual(shown.sources, [table('raw'), { namespace: 's3://bucket', name: 'orders.csv' }]);
  assert.deepEqual(shown.targets, [{ ...table('report'), datasetId: report, label: 'Report' }]);

  const other = await scene.makeConnection({ type: 'http', properties: { url: 'https://example.com' } });
  const nameless = await scene.dataset({ connectionId: other });
  assert.deepEqual(await read(nameless), { datasetId: nameless, writtenBy: [], readBy: [], sources: [], targets: [] });
});

test('lineage.read.visible', async () => {
  const [open, closed] = [await scene.dataset({ technicalName: 'shop.open' }), await scene.dataset({ technicalName: 'shop.closed' })];
  const execution = await run({ inputs: [table('closed')], outputs: [table('open')] });
  const person = await make.user();
  await scene.share('dataset', open, person.id, READER);
  assert.deepEqual((await read(open, person.token)).writtenBy, [], 'the person sees no workspace');
  const viewer = await make.user({ rights: { [task.workspace]: ['VIEW'] } });
  await scene.share('dataset', open, viewer.id, READER);
  const shown = await read(open, viewer.token);
  assert.deepEqual(ids(shown.writtenBy), [execution]);
  assert.deepEqual(shown.sources, [table('closed')], 'the name of a dataset that the run has read, without its id');
  assertRefused(await call(OF_DATASET, { token: viewer.token, path: { datasetId: closed } }), 404, 'not_found');
  assertRefused(await call(OF_TASK, { token: person.token, path: { taskId: task.id } }), 404, 'not_found');
});

test('lineage.read.task', async () => {
  const own = await make.task({ workspace: task.workspace });
  const start = async (more: object): Promise<string> => {
    await call('POST /processing/executions', { body: { executable: own.id } });
    const lease = await engine.claimOne();
    await engine.finish(lease, more);
    return lease.executionId;
  };
  const dataset = await scene.dataset({ label: 'Target', technicalName: 'shop.target' });
  await start({ inputs: [table('a')], outputs: [table('target')] });
  const last = await start({ inputs: [table('b')], outputs: [table('target')] });
  const { body } = await call(OF_TASK, { path: { taskId: own.id } });
  assert.deepEqual(
    body.inputs.map(({ name }: { name: string }) => name),
    [table('a').name, table('b').name],
  );
  const [{ lastFinishedAt, ...output }] = body.outputs;
  assert.ok(lastFinishedAt);
  assert.deepEqual(output, { ...table('target'), datasetId: dataset, label: 'Target', lastExecutionId: last });
});

test('lineage.report.uses', async () => {
  const [used, unused] = [await scene.dataset({ technicalName: 'shop.used' }), await scene.dataset({ technicalName: 'shop.unused' })];
  await jobsOf('note-dataset-uses');
  await run({ inputs: [table('used')], outputs: [table('unused')] });
  await run({ inputs: [table('used'), table('unknown')] });
  const jobs = await jobsOf('note-dataset-uses');
  assert.equal(jobs.length, 2);
  for (const { payload } of [...jobs, ...jobs]) await runJob(platform, 'note-dataset-uses', payload);
  assert.deepEqual([await uses(used), await uses(unused)], [2, 0]);
});

test('lineage.send.events', async () => {
  await runTimer(platform, 'subscribe-lineage');
  await jobsOf('send-lineage');
  const error = 'No such table';
  const good = await run({ inputs: [table('raw')], outputs: [table('orders')] });
  const bad = await run({ outcome: 'EXECUTION_FAILED', errorMessage: error });
  await fanOutEvents(server);
  for (const { payload } of await jobsOf('send-lineage')) await runJob(platform, 'send-lineage', payload);
  const events = receiver.posted.map(({ body }) => body);
  assert.deepEqual(new Set(receiver.posted.map(({ path }) => path)), new Set(['/api/v1/lineage']));
  assert.deepEqual(
    events.map(({ run: { runId }, eventType }) => [runId, eventType]),
    [
      [good, 'START'],
      [good, 'COMPLETE'],
      [bad, 'START'],
      [bad, 'FAIL'],
    ],
  );
  const [, complete, , failed] = events;
  assert.deepEqual(complete.inputs, [{ ...table('raw'), facets: {} }]);
  assert.deepEqual(complete.outputs, [{ ...table('orders'), facets: {} }]);
  const { name } = (await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } })).body;
  const namespace = `https://millrace.example.com/workspaces/${task.workspace}`;
  assert.deepEqual(complete.job, { namespace, name, facets: {} });
  assert.match(complete.eventTime, /^\d{4}-\d{2}-\d{2}T/);
  assert.equal(failed.run.facets.errorMessage.message, error);
});

test('lineage.send.again', async () => {
  const step = { execution: newId(), at: new Date(REPORTED_AT).toISOString(), taskName: 'Load', workspace: task.workspace };
  const { posted, answer } = receiver;
  answer.status = 503;
  await assert.rejects(runJob(platform, 'send-lineage', { steps: [step] }), /MILLRACE_OPENLINEAGE_URL answered 503/);
  answer.status = 200;
  await runJob(platform, 'send-lineage', { steps: [step] });
  assert.deepEqual(posted.at(-1), posted.at(-2));
});
