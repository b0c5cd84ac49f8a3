import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { requiresOneOf, changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /processing/executions/plans';
const TABLES = ['plan_execution', 'plan_step_execution', 'task_execution', 'live_execution'];
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

const start = (executable: string) => call(ROUTE, { body: { executable } });
const allowParallel = (plan: string) =>
  platform.db.writer.rows(sql`
    insert into plan_run_config (plan_id, parallel_execution_allowed)
    values (${plan}, true)`);

test('plan-executions.start.answer', async () => {
  const stage = await createStage(server);
  const tasks = await stage.tasks(2);
  const plan = await stage.plan([{ tasks }]);
  let id = '';
  await changesRows(server, { plan_execution: 1, plan_step_execution: 1, task_execution: 2, live_execution: 2 }, async () => {
    const { status, body } = await start(plan);
    assert.deepEqual([status, Object.keys(body)], [201, ['executionId']]);
    id = body.executionId;
  });
  const { startTimestamp, ...shown } = await stage.read(id);
  assert.notEqual(startTimestamp, null);
  assert.deepEqual(shown, {
    executionId: id,
    finishTimestamp: null,
    userId: await make.administrator(),
    userType: 'HUMAN',
    planId: plan,
    executionStatus: 'STARTED',
    status: 'executing',
    executionType: 'MANUAL',
    apiVersion: '2021-03',
    plannedExecutableCount: 2,
    doneExecutableCount: 0,
    doneExecutableDetails: [],
  });
});

test('plan-executions.start.extras', async () => {
  const stage = await createStage(server);
  const plan = await stage.plan([{ tasks: await stage.tasks(1) }]);
  for (const logLevel of ['INFO', 'LOUD', null, 5])
    assert.equal((await call('POST /processing/executions/plans', { body: { executable: plan, logLevel } })).status, 201);
});

test('a waiting claim gets the tasks of the first step', async () => {
  const stage = await createStage(server);
  const [task = ''] = await stage.tasks(1);
  const plan = await stage.plan([{ tasks: [task] }]);
  const waiting = stage.engine.claim({ wait: 30_000 });
  await stage.start(plan);
  assert.deepEqual(
    (await waiting).executions.map(({ taskId }) => taskId),
    [task],
  );
});

test('plan-executions.start.permission', async () => {
  const plan = await make.plan();
  const { token } = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'], rights: { [plan.workspace]: ['EXECUTE'] } });
  await leavesNothing(server, ROUTE, { token, body: { executable: plan.id } }, 403, 'forbidden', ...TABLES);
});

test('plan-executions.start.right', async () => {
  const plan = await make.plan();
  const needs = { workspace: plan.workspace, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await changesRows(server, { plan_execution: 1 }, () =>
    requiresOneOf(server, needs, (token) => call(ROUTE, { token, body: { executable: plan.id } }), 201),
  );
});

test('plan-executions.start.task-right', async () => {
  const stage = await createStage(server);
  const otherWorkspace = await make.workspace({ environment: stage.workspace.environment });
  const there = await make.task({ workspace: otherWorkspace.id, name: 'Over there' });
  const [here = ''] = await stage.tasks(1);
  const deep = await stage.plan([{ tasks: [there.id] }]);
  const middle = await stage.plan([{ tasks: [here], handler: { plans: [deep] } }]);
  const plans = [
    deep,
    await stage.plan([{ tasks: [here] }, { tasks: [here, there.id] }]),
    await stage.plan([{ tasks: [here], handler: { tasks: [there.id] } }, { tasks: [here] }]),
    await stage.plan([{ tasks: [here], handler: { plans: [middle] } }]),
  ];
  const makeUser = (rights: readonly ('VIEW' | 'EXECUTE')[]) =>
    make.user({ permissions: ['SVC_OPERATOR'], rights: { [stage.workspace.id]: ['EXECUTE'], [otherWorkspace.id]: rights } });
  const [withoutRight, viewer, executor] = [await makeUser([]), await makeUser(['VIEW']), await makeUser(['EXECUTE'])];
  for (const executable of plans) {
    const hidden = await leavesNothing(server, ROUTE, { token: withoutRight.token, body: { executable } }, 403, 'right_missing', ...TABLES);
    assert.ok(hidden.body.message.includes(there.id) && !hidden.body.message.includes('Over there'), hidden.body.message);
    const seen = await leavesNothing(server, ROUTE, { token: viewer.token, body: { executable } }, 403, 'right_missing', ...TABLES);
    assert.match(seen.body.message, /'Over there'/);
    assert.equal((await call(ROUTE, { token: executor.token, body: { executable } })).status, 201);
  }
});

test('plan-executions.start.unknown', async () => {
  const plan = await make.plan();
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'] });
  await leavesNothing(server, ROUTE, { token, body: { executable: plan.id } }, 404, 'not_found', ...TABLES);
  await leavesNothing(server, ROUTE, { body: { executable: newId() } }, 404, 'not_found', ...TABLES);
  assertRefused(await start('nightly'), 400, 'malformed_request');
});

test('plan-executions.start.paused', async () => {
  const plan = await make.plan({ name: 'Resting' });
  const pause = (on: boolean) =>
    call('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId: plan.id }, body: { pause: on } });
  await pause(true);
  const { body } = await leavesNothing(server, ROUTE, { body: { executable: plan.id } }, 405, 'plan_paused', ...TABLES);
  assert.match(body.message, /'Resting'.*pause/);
  await pause(false);
  assert.equal((await start(plan.id)).status, 201);
});

test('plan-executions.start.configured', async () => {
  const stage = await createStage(server);
  const [fine = ''] = await stage.tasks(1);
  const bare = (await make.task({ workspace: stage.workspace.id, configured: false, name: 'Bare' })).id;
  const inner = await stage.plan([{ tasks: [bare] }]);
  const plans = [
    inner,
    await stage.plan([{ tasks: [fine] }, { tasks: [bare] }]),
    await stage.plan([{ tasks: [fine], handler: { tasks: [bare] } }]),
    await stage.plan([{ tasks: [fine], handler: { plans: [inner] } }]),
  ];
  for (const executable of plans) {
    const { body } = await leavesNothing(server, ROUTE, { body: { executable } }, 501, 'task_not_configured', ...TABLES);
    assert.match(body.message, /'Bare'.*run-config/);
  }
});

test('plan-executions.start.copy', async () => {
  const stage = await createStage(server);
  const [first = '', second = '', handlerTask = '', deep = '', other = ''] = await stage.tasks(5);
  const handler = await stage.plan([{ tasks: [deep] }]);
  const plan = await stage.plan([{ tasks: [first] }, { tasks: [second], handler: { tasks: [handlerTask], plans: [handler] } }]);
  const id = await stage.start(plan);
  for (const planId of [plan, handler]) {
    const body = stage.planBody([{ tasks: [other] }]);
    assert.equal((await call('PUT /orchestration/executables/plans/{planId}', { path: { planId }, body })).status, 200);
  }
  assert.deepEqual(await stage.drain({ [second]: 'EXECUTION_FAILED' }), [[first], [second], [handlerTask, deep].toSorted()]);
  assert.equal(await stage.status(id), 'EXECUTION_FAILED');
  await stage.start(plan);
  assert.deepEqual(await stage.drain(), [[other]], 'the next execution runs the changed plan');
});

test('plan-executions.start.parallel', async () => {
  const stage = await createStage(server);
  const plan = await stage.plan([{ tasks: await stage.tasks(1) }]);
  const ids = await Promise.all([1, 2, 3].map(() => stage.start(plan)));
  const shown = await Promise.all(ids.map((id) => stage.read(id)));
  const [running, ...misfired] = shown.toSorted((a, b) => a.executionStatus.length - b.executionStatus.length);
  assert.equal(running.executionStatus, 'STARTED');
  assert.equal(misfired.length, 2);
  for (const execution of misfired) {
    assert.deepEqual(
      [
        execution.executionStatus,
        execution.status,
        execution.misfiredExecutionReason,
        execution.plannedExecutableCount,
        execution.doneExecutableCount,
      ],
      ['EXECUTION_MISFIRED', 'execution_misfired', 'PARALLEL_EXECUTIONS_FORBIDDEN', 1, 0],
    );
    assert.notEqual(execution.finishTimestamp, null);
    assert.match(execution.errorMessage, /run configuration/);
    assert.deepEqual(await stage.steps(execution.executionId), []);
  }
  assert.equal((await stage.claimAll()).length, 1);

  await stage.end(running.executionId);
  await allowParallel(plan);
  assert.deepEqual(await Promise.all([await stage.start(plan), await stage.start(plan)].map(stage.status)), ['STARTED', 'STARTED']);
});

test('plan-executions.start.queue', async () => {
  const stage = await createStage(server);
  const plan = await stage.plan([{ tasks: await stage.tasks(1) }]);
  await allowParallel(plan);
  const ids: string[] = [];
  for (let index = 0; index < 50; index += 1) ids.push(await stage.start(plan));
  assert.deepEqual(new Set(await Promise.all(ids.map(stage.status))), new Set(['STARTED']));
  const { executionStatus, misfiredExecutionReason, errorMessage } = await stage.read(await stage.start(plan));
  assert.deepEqual([executionStatus, misfiredExecutionReason], ['EXECUTION_MISFIRED', 'SIMULTANEOUS_EXECUTIONS_LIMIT_REACHED']);
  assert.match(errorMessage, /50 executions/);
  await stage.end(ids[0] ?? '');
  assert.equal(await stage.status(await stage.start(plan)), 'STARTED', 'after an end there is room');
  await platform.db.writer.rows(sql`
    update plan_execution
    set started_at = now() - interval '61 minutes'
    where plan_id = ${plan}`);
  await platform.db.writer.rows(sql`
    update live_execution
    set accepted_at = now() - interval '61 minutes'
    where environment_id = ${stage.workspace.environment}`);
  assert.equal(await stage.status(await stage.start(plan)), 'STARTED', 'older executions do not count');
});

test('plans.delete.running: of a simultaneous start and deletion of a plan, one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const plan = await make.plan();
    const [started, deleted] = await Promise.all([
      start(plan.id),
      call('DELETE /orchestration/executables/plans/{planId}', { path: { planId: plan.id } }),
    ]);
    assert.ok(['201 409', '404 204'].includes(`${started.status} ${deleted.status}`), `${started.status} ${deleted.status}`);
  }
});
