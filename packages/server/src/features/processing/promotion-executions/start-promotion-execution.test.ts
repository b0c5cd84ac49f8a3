import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { makeConnection, makePlan, makePromotionScene, statuses, reportedMessages } from '../../../../test/support/promotions.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /processing/executions/promotions';
const ANALYSIS = 'POST /orchestration/executables/promotions/{promotionId}';
const RECORD = 'GET /processing/executions/promotions/{promotionExecutionId}';
const WRITTEN = [
  'workspace',
  'artifact',
  'artifact_version',
  'task',
  'task_run_config',
  'connection',
  'connection_parameter',
  'resource',
  'plan',
  'plan_step',
  'engine',
];
const server = await startTestServer();
const { call, make, platform } = server;

const readRecord = async (promotionExecutionId: string, token?: string) =>
  call(RECORD, { path: { promotionExecutionId }, ...(token !== undefined && { token }) });

/** Creates a promotion whose source has one object of each kind. */
async function createFilled() {
  const scene = await makePromotionScene(server);
  const workspace = await make.workspace({ environment: scene.source, name: 'main' });
  const engine = await make.engine({ environment: scene.source, name: 'far' });
  const connection = await makeConnection(server, workspace.id, 'store', [{ name: 'key', value: 'k', encrypted: true }]);
  const resource = await make.resource({ workspace: workspace.id, name: 'list' });
  const task = await make.task({ workspace: workspace.id, name: 'load', engine: engine.id, resources: { list: resource.id } });
  await platform.db.writer.rows(sql`update task set connections = jsonb_build_object('http', ${connection}::text) where id = ${task.id}`);
  await makePlan(server, workspace.id, 'nightly', [{ name: 'first', tasks: [task.id] }]);
  await make.workspace({ environment: scene.source, name: 'mine', type: 'personal' });
  return { scene, workspace, task };
}

/** A report without ids, times and names of the status. */
const bare = (report: Answer['body']): unknown =>
  JSON.parse(JSON.stringify(report), (name, value) =>
    ['targetId', 'executionId', 'startTimestamp', 'triggerTimestamp', 'finishTimestamp', 'promotionReport'].includes(name)
      ? undefined
      : value,
  );

test('promotions.analyze.report', async () => {
  const { scene } = await createFilled();
  const options = { keepTargetResources: true, keepTargetRunProfiles: true, context: 'release 7' };
  const analysis = await scene.analyze(options);
  const promoted = await scene.promote(options);
  assert.deepEqual([analysis.status, promoted.status], ['ANALIZED', 'PROMOTION_WARNING']);
  assert.deepEqual(bare({ ...analysis, status: '' }), bare({ ...promoted, status: '' }));
  assert.ok(!JSON.stringify(analysis).includes('promotionReport'));
  assert.deepEqual([promoted.context, promoted.keepTargetResources, promoted.keepTargetRunProfiles], ['release 7', true, true]);

  const second = [await scene.analyze(), await scene.promote()];
  assert.deepEqual(bare({ ...second[0], status: '' }), bare({ ...second[1], status: '' }), 'also if the target already has all objects');
  const { body } = await readRecord(analysis.executionId);
  assert.deepEqual(body, analysis, 'an analysis can be read again');
});

test('promotions.analyze.nothing', async () => {
  const { scene } = await createFilled();
  const unchanged = Object.fromEntries(WRITTEN.map((table) => [table, 0]));
  await changesRows(server, { ...unchanged, promotion_execution: 1 }, async () => {
    const { body } = await call(ANALYSIS, { token: scene.executor.token, path: { promotionId: scene.id } });
    assert.equal(body.status, 'ANALIZED', 'a body is not needed');
  });
});

test('promotions.execute.report', async () => {
  const { scene, task } = await createFilled();
  const { status, body } = await scene.execute();
  assert.equal(status, 201);
  const { executionId, executionReport: report } = body;
  const { executionId: _id, startTimestamp, triggerTimestamp, finishTimestamp, workspaces, engines, ...rest } = report;
  assert.deepEqual(rest, {
    userId: scene.executor.id,
    userType: 'HUMAN',
    promotionId: scene.id,
    pipelineId: scene.id,
    keepTargetResources: false,
    keepTargetRunProfiles: false,
    defective: false,
    status: 'PROMOTION_WARNING',
    statusMessage: '7 created, 1 skipped, 2 warnings.',
    clusters: [],
  });
  assert.ok(startTimestamp && triggerTimestamp && finishTimestamp >= startTimestamp);
  assert.deepEqual(
    workspaces.map(({ name }: { name: string }) => name),
    ['main', 'mine'],
  );
  assert.equal(engines.length, 1);
  const [flow] = workspaces[0].flows;
  assert.deepEqual([flow.id, flow.type, flow.analyzeReport], [task.id, 'FLOW', flow.promotionReport]);
  assert.equal(flow.version, 1);
  assert.deepEqual(workspaces[0].connections[0].usedBy, [
    { id: task.id, name: 'load', type: 'FLOW', version: 1, workspaceId: task.workspace },
  ]);
  assert.deepEqual((await readRecord(executionId)).body, report);
});

test('promotions.execute.status', async () => {
  const scene = await makePromotionScene(server);
  const empty = await scene.promote();
  assert.deepEqual([empty.status, empty.statusMessage], ['PROMOTED', 'There was nothing to promote.']);
  const filled = await createFilled();
  assert.equal((await filled.scene.promote()).status, 'PROMOTION_WARNING');
});

test('promotions.execute.failed', async () => {
  const { scene, workspace } = await createFilled();
  const counterpart = await make.workspace({ environment: scene.target, name: 'main' });
  await makeConnection(server, counterpart.id, 'store', [], 'postgresql');
  const analysis = await scene.analyze();
  assert.deepEqual([analysis.status, analysis.defective], ['ANALIZED', true]);
  const unchanged = Object.fromEntries(WRITTEN.map((table) => [table, 0]));
  let answer: Answer | undefined;
  await changesRows(server, { ...unchanged, promotion_execution: 1 }, async () => {
    answer = await scene.execute();
  });
  assert.ok(answer);
  assertRefused(answer, 501, 'promotion_failed');
  assert.match(answer.body.message, /Nothing was promoted\. The connection 'store' is for http, .* for postgresql/);
  const id = answer.body.detail.split(': ')[1];
  const { body: kept } = await readRecord(id);
  assert.deepEqual([kept.status, kept.defective, kept.executionId], ['PROMOTION_FAILED', true, id]);
  assert.equal(statuses(kept)['CONNECTION store'], 'FAILED');
  assert.deepEqual(reportedMessages(kept)['FLOW load'], ['SKIPPED']);
  assert.equal(reportedMessages(kept, 'analyzeReport')['FLOW load']?.[0], 'CREATED');
  assert.equal(kept.workspaces.find((one: { id: string }) => one.id === workspace.id).flows[0].targetId, undefined);
});

test('promotions.execute.assigned', async () => {
  const { scene } = await createFilled();
  const path = { promotionId: scene.id };
  const body = { executable: scene.id };
  const manager = await make.user({ permissions: ['SVC_PIPELINE_MANAGEMENT', 'SVC_PROMOTION_EXECUTION'] });
  await leavesNothing(server, ROUTE, { token: manager.token, body }, 403, 'promotion_not_assigned', 'task', 'promotion_execution');
  await leavesNothing(server, ANALYSIS, { token: manager.token, path }, 403, 'promotion_not_assigned', 'promotion_execution');
  const other = await make.user({ permissions: ['SVC_PROMOTION_EXECUTION'] });
  await leavesNothing(server, ROUTE, { token: other.token, body }, 404, 'not_found', 'task', 'promotion_execution');
  await leavesNothing(server, ANALYSIS, { token: other.token, path }, 404, 'not_found', 'promotion_execution');
  const robot = await make.user({ type: 'SERVICE', permissions: ['SVC_PROMOTION_EXECUTION'] });
  const assign = { path: { promotionId: scene.id, serviceAccountId: robot.id } };
  await call('PUT /orchestration/executables/promotions/{promotionId}/service-accounts/{serviceAccountId}', assign);
  const done = await call(ROUTE, { token: robot.token, body });
  assert.deepEqual([done.status, done.body.executionReport.userId, done.body.executionReport.userType], [201, robot.id, 'SERVICE']);
});

test('promotions.execute.permission', async () => {
  const scene = await makePromotionScene(server);
  const permissions = PERMISSIONS.filter((permission) => permission !== 'SVC_PROMOTION_EXECUTION');
  const { token, id: userId } = await make.user({ permissions });
  await call('PUT /orchestration/executables/promotions/{promotionId}/users/{userId}', { path: { promotionId: scene.id, userId } });
  await leavesNothing(server, ROUTE, { token, body: { executable: scene.id } }, 403, 'forbidden', 'promotion_execution');
  await leavesNothing(server, ANALYSIS, { token, path: { promotionId: scene.id } }, 403, 'forbidden', 'promotion_execution');
});

test('promotion-executions.get.visible', async () => {
  const { scene } = await createFilled();
  const { executionId } = await scene.promote();
  const manager = await make.user({ permissions: ['SVC_PIPELINE_MANAGEMENT'] });
  for (const token of [scene.executor.token, manager.token]) assert.equal((await readRecord(executionId, token)).status, 200);
  const other = await make.user({ permissions: ['SVC_PROMOTION_EXECUTION'] });
  const stranger = await make.user({ permissions: PERMISSIONS, tenant: await make.otherTenant() });
  for (const token of [other.token, stranger.token]) assertRefused(await readRecord(executionId, token), 404, 'not_found');
  assertRefused(await readRecord(crypto.randomUUID()), 404, 'not_found');
  assertRefused(await readRecord(executionId, (await make.user({ permissions: ['SVC_OPERATOR'] })).token), 403, 'forbidden');
});

test('a malformed body is refused', async () => {
  const scene = await makePromotionScene(server);
  const valid = { executable: scene.id };
  const bodies = [
    { ...valid, context: 'x'.repeat(256) },
    { ...valid, advanced: {} },
    { ...valid, advanced: { artifactId: scene.id } },
    { ...valid, advanced: { artifactId: scene.id, artifactType: 'ENGINE' } },
    { executable: 'nothing' },
  ];
  for (const body of bodies) await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', 'promotion_execution');
  assert.equal((await scene.promote({ context: 'x'.repeat(255) })).context.length, 255);
});
