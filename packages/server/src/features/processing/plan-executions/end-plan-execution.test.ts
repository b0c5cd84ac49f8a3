import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { explanationsOf } from '../../../../test/support/explanations.ts';
import { createStage } from '../../../../test/support/plan-runs.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /processing/executions/plans/{planExecutionId}';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const { first } = explanationsOf(server);

test('plan-executions.end.answer', async () => {
  const stage = await createStage(server);
  const [waiting = '', running = '', next = ''] = await stage.tasks(3);
  const id = await stage.start(await stage.plan([{ tasks: [running, waiting], handler: { tasks: [next] } }, { tasks: [next] }]));
  const { executions } = await stage.engine.claim({ free: 1 });
  const [lease] = executions;
  assert.ok(lease);
  const { status, body } = await stage.end(id);
  assert.deepEqual([status, body], [204, undefined]);
  assert.deepEqual(await stage.claimAll(), [], 'the waiting task does not wait any longer');
  assert.deepEqual(await stage.statuses(id), ['STARTED'], 'while an engine holds a task of it');
  assert.equal((await stage.read(id)).status, 'executing');
  assert.deepEqual((await stage.engine.heartbeat([lease])).stop, [lease.executionId]);
  await stage.finish([lease], { [lease.taskId]: 'EXECUTION_TERMINATED' });
  assert.deepEqual(await stage.claimAll(), [], 'neither its error handler nor the next step begins');
  const ended = await stage.read(id);
  assert.deepEqual(
    [ended.executionStatus, ended.status, ended.doneExecutableCount, ended.errorMessage],
    ['EXECUTION_TERMINATED', 'terminated', 2, 'Terminated before its end.'],
  );
  assert.deepEqual(await stage.statuses(id), ['EXECUTION_TERMINATED']);
});

test('plan-executions.end.answer: the execution ends at once if no engine holds one of its tasks', async () => {
  const stage = await createStage(server);
  const id = await stage.start(await stage.plan([{ tasks: await stage.tasks(2) }]));
  assert.equal((await stage.end(id)).status, 204);
  assert.equal(await stage.status(id), 'EXECUTION_TERMINATED');
});

test('plan-executions.end.answer: the plans of its error handler end too', async () => {
  const stage = await createStage(server);
  const [a = '', b = '', c = '', d = ''] = await stage.tasks(4);
  const third = await stage.plan([{ tasks: [c] }, { tasks: [d] }]);
  const second = await stage.plan([{ tasks: [b], handler: { plans: [third] } }]);
  const id = await stage.start(await stage.plan([{ tasks: [a], handler: { plans: [second] } }]));
  for (const bad of [a, b]) await stage.finish(await stage.claimAll(), { [bad]: 'EXECUTION_FAILED' });
  const held = await stage.claimAll();
  assert.deepEqual(
    held.map(({ taskId }) => taskId),
    [c],
  );
  const waiting = stage.engine.claim({ wait: 30_000, running: held });
  assert.equal((await stage.end(id)).status, 204);
  assert.deepEqual((await waiting).stop, [held[0]?.executionId], 'its engine gets the request at once');
  await stage.finish(held);
  assert.deepEqual(await stage.claimAll(), []);
  const [step] = await stage.steps(id);
  const { executionStatus, donePlanExecutableDetails } = (await stage.errorHandler(id, step.executionId)).body;
  assert.deepEqual([step.executionStatus, executionStatus], ['EXECUTION_FAILED', 'EXECUTION_TERMINATED']);
  assert.equal(donePlanExecutableDetails[0].executionStatus, 'EXECUTION_TERMINATED');
  assert.equal(await stage.status(id), 'EXECUTION_TERMINATED');
});

test('a plan fails when the plan that its error handler runs is ended', async () => {
  const stage = await createStage(server);
  const [a = '', b = ''] = await stage.tasks(2);
  const second = await stage.plan([{ tasks: [b] }]);
  const id = await stage.start(await stage.plan([{ tasks: [a], handler: { plans: [second] } }]));
  await stage.finish(await stage.claimAll(), { [a]: 'EXECUTION_FAILED' });
  const { items } = (await call('GET /processing/executables/plans/{planId}/executions', { path: { planId: second } })).body;
  await stage.end(items[0].executionId);
  await stage.advance();
  assert.equal(await stage.status(items[0].executionId), 'EXECUTION_TERMINATED');
  assert.equal(await stage.status(id), 'EXECUTION_FAILED');
});

test('plan-executions.end.again', async () => {
  const stage = await createStage(server);
  const [task = ''] = await stage.tasks(1);
  const plan = await stage.plan([{ tasks: [task] }]);
  for (const outcome of ['EXECUTION_SUCCESS', 'EXECUTION_FAILED'] as const) {
    const id = await stage.start(plan);
    await stage.drain({ [task]: outcome });
    const before = await stage.read(id);
    assert.equal((await stage.end(id)).status, 204);
    assert.deepEqual(await stage.read(id), before);
  }
  const id = await stage.start(plan);
  await stage.end(id);
  const before = await stage.read(id);
  assert.equal((await stage.end(id)).status, 204);
  assert.deepEqual(await stage.read(id), before);
});

test('plan-executions.end.account', async () => {
  const stage = await createStage(server);
  const [a = '', b = '', c = ''] = await stage.tasks(3);
  const second = await stage.plan([{ tasks: [b, c] }]);
  const id = await stage.start(await stage.plan([{ tasks: [a], handler: { plans: [second] } }]));
  await stage.finish(await stage.claimAll(), { [a]: 'EXECUTION_FAILED' });
  const childOf = async () =>
    (await call('GET /processing/executables/plans/{planId}/executions', { path: { planId: second } })).body.items[0];
  const { executionId: child } = await childOf();
  const [held = assert.fail()] = (await stage.engine.claim({ free: 1 })).executions;
  assert.equal((await stage.read(id)).endRequest, undefined);

  const person = { permissions: ['SVC_OPERATOR'], rights: { [stage.workspace.id]: ['EXECUTE'] } } as const;
  const [anna, bert] = [await make.user(person), await make.user(person)];
  for (const { token } of [anna, bert]) assert.equal((await call(ROUTE, { token, path: { planExecutionId: id } })).status, 204);
  const { endRequest } = await stage.read(id);
  assert.deepEqual(endRequest, { at: endRequest.at, accountId: anna.id, accountName: 'Test User' });
  assert.deepEqual((await stage.read(child)).endRequest, endRequest, 'the plan of its error handler');
  const { items } = (await call('GET /processing/executables/tasks/executions', { query: { workspaceId: stage.workspace.id } })).body;
  const ofChild = items.filter(({ taskId }: { taskId: string }) => taskId !== a).map((item: { executionId: string }) => item.executionId);
  assert.equal(ofChild.length, 2);
  for (const execution of ofChild) assert.deepEqual((await first(execution)).evidence.endRequest, endRequest, 'one held, one waiting');

  await stage.finish([held], { [held.taskId]: 'EXECUTION_TERMINATED' });
  assert.equal(await stage.status(id), 'EXECUTION_TERMINATED');
  assert.deepEqual((await stage.read(id)).endRequest, endRequest);
  assert.equal((await childOf()).endRequest, undefined, 'lists do not name it');

  assert.equal((await call('DELETE /account/users/{id}', { path: { id: anna.id } })).status, 204);
  assert.deepEqual((await stage.read(id)).endRequest, { at: endRequest.at, accountId: anna.id });
  // As before the account was kept.
  await platform.db.writer.rows(sql`update plan_execution set ending_by = null where id = ${id}`);
  assert.deepEqual((await stage.read(id)).endRequest, { at: endRequest.at });
});

test('plan-executions.end.unknown', async () => {
  const stage = await createStage(server);
  const id = await stage.start(await stage.plan([{ tasks: await stage.tasks(1) }]));
  assertRefused(await stage.end(newId()), 404, 'not_found');
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'] });
  assertRefused(await call(ROUTE, { token, path: { planExecutionId: id } }), 404, 'not_found');
  assert.equal(await stage.status(id), 'STARTED');
});

test('plan-executions.start.right: ending needs EXECUTE and SVC_OPERATOR', async () => {
  const stage = await createStage(server);
  const planExecutionId = await stage.start(await stage.plan([{ tasks: await stage.tasks(1) }]));
  const needs = { workspace: stage.workspace.id, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { planExecutionId } }), 204);
});

test('simultaneous ends, claims and advances leave nothing running', async () => {
  for (let round = 0; round < 10; round += 1) {
    const stage = await createStage(server);
    const [a = '', b = '', c = ''] = await stage.tasks(3);
    const second = await stage.plan([{ tasks: [b] }, { tasks: [c] }]);
    const id = await stage.start(await stage.plan([{ tasks: [a], handler: { plans: [second] } }]));
    for (const lease of await stage.claimAll()) await stage.engine.finish(lease, { outcome: 'EXECUTION_FAILED' });
    const [, first, other, claimed] = await Promise.all([stage.advance(), stage.end(id), stage.end(id), stage.claimAll(), stage.advance()]);
    assert.deepEqual([first.status, other.status], [204, 204]);
    await stage.finish(claimed);
    assert.deepEqual(await stage.claimAll(), []);
    await stage.advance();
    assert.notEqual(await stage.status(id), 'STARTED');
  }
});
