import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/executables/plans';
const REPLACE = 'PUT /orchestration/executables/plans/{planId}';
const TABLES = ['plan', 'plan_step', 'plan_step_task', 'plan_step_plan'];
const server = await startTestServer();
const { call, make } = server;

const workspace = await make.workspace();
const sibling = await make.workspace({ environment: workspace.environment });
const artifact = await make.artifact({ workspace: workspace.id });
const task = async (workspaceId = workspace.id): Promise<string> =>
  (await make.task({ workspace: workspaceId, artifactVersion: artifact.versionId })).id;
const [load, clean, mail] = [await task(), await task(), await task(sibling.id)];
let number = 0;
const bodyOf = (changes: object = {}): object => ({
  name: `Nightly ${(number += 1)}`,
  workspaceId: workspace.id,
  steps: [{ name: 'Load', taskIds: [load] }],
  ...changes,
});
const stepOf = (changes: object = {}): object => bodyOf({ steps: [{ name: 'Load', taskIds: [load], ...changes }] });

test('creates a plan with all fields of the body', async () => {
  const handler = await make.plan({ workspace: sibling.id });
  const steps = [
    { name: ' Load ', condition: 'AT_LEAST_ONE_SUCCEEDED', taskIds: [load, clean], note: 'from the north' },
    { name: 'Mail', condition: 'ALWAYS_PROCEED_ON', taskIds: [mail], handlerOnFailure: { taskIds: [clean, mail], planIds: [handler.id] } },
  ];
  await changesRows(server, { plan: 1, plan_step: 2, plan_step_task: 5, plan_step_plan: 1 }, async () => {
    const { status, body } = await call(ROUTE, { body: bodyOf({ name: '  Nightly ', description: 'All of it', steps }) });
    assert.equal(status, 201);
    const { id, createDate, updateDate, workspace: shownWorkspace, steps: shown, ...rest } = body;
    assert.deepEqual(rest, { name: 'Nightly', description: 'All of it', author: 'admin', authorType: 'HUMAN' });
    assert.deepEqual([shownWorkspace.id, shownWorkspace.environment.id, updateDate], [workspace.id, workspace.environment, createDate]);
    assert.equal(new Date(createDate).toISOString(), createDate);
    assert.deepEqual(
      shown.map(({ id: stepId, ...fields }: { id: string }) => (assert.match(stepId, /^[0-9a-f-]{36}$/), fields)),
      [{ ...steps[0], name: 'Load' }, steps[1]],
    );
    assert.equal((await call('GET /orchestration/executables/plans/{planId}', { path: { planId: id } })).body.name, 'Nightly');
  });
});

test('a field that is left out or null is absent in the answer', async () => {
  const nothing = { condition: null, successfulStepCondition: null, id: null, note: null };
  for (const handlerOnFailure of [null, {}, { taskIds: null, planIds: null }, { taskIds: [], planIds: [] }]) {
    const { status, body } = await call(ROUTE, { body: { ...stepOf({ ...nothing, handlerOnFailure }), description: null } });
    assert.equal(status, 201, JSON.stringify(body));
    assert.ok(!('description' in body));
    assert.deepEqual(Object.keys(body.steps[0]).toSorted(), ['condition', 'id', 'name', 'taskIds']);
  }
});

test('plans.create.environment', async () => {
  const environmentId = workspace.environment;
  const { status, body } = await call(ROUTE, { body: bodyOf({ environmentId: environmentId.toUpperCase() }) });
  assert.equal(status, 201, JSON.stringify(body));
  const path = { planId: body.id };
  const replaced = await call(REPLACE, { path, body: { name: 'In its environment', environmentId } });
  assert.deepEqual([replaced.status, replaced.body.name], [200, 'In its environment'], JSON.stringify(replaced.body));
  assert.equal((await call(ROUTE, { body: bodyOf({ environmentId: null }) })).status, 201);
  const { environment: other } = await make.workspace();
  for (const wrong of [other, newId()]) {
    await leavesNothing(server, ROUTE, { body: bodyOf({ environmentId: wrong }) }, 400, 'workspace_outside_environment', ...TABLES);
    assertRefused(await call(REPLACE, { path, body: { name: 'Elsewhere', environmentId: wrong } }), 400, 'workspace_outside_environment');
  }
  await leavesNothing(server, ROUTE, { body: bodyOf({ environmentId: 'x' }) }, 400, 'malformed_request', ...TABLES);
  assert.equal((await call('GET /orchestration/executables/plans/{planId}', { path })).body.name, 'In its environment');
});

test('plans.create.condition', async () => {
  const conditionOf = async (changes: object): Promise<string> => (await call(ROUTE, { body: stepOf(changes) })).body.steps[0].condition;
  assert.equal(await conditionOf({}), 'ALL_SUCCEEDED');
  assert.equal(await conditionOf({ condition: 'ALWAYS_PROCEED_ON' }), 'ALWAYS_PROCEED_ON');
  assert.equal(await conditionOf({ successfulStepCondition: 'AT_LEAST_ONE_SUCCEEDED' }), 'AT_LEAST_ONE_SUCCEEDED');
  const both = { condition: 'ALL_SUCCEEDED', successfulStepCondition: 'ALL_SUCCEEDED' };
  assert.equal(await conditionOf(both), 'ALL_SUCCEEDED');
  const body = stepOf({ ...both, condition: 'ALWAYS_PROCEED_ON' });
  const { body: refused } = await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', ...TABLES);
  assert.match(refused.message, /'Load'.*successfulStepCondition/);
});

test('plans.create.steps', async () => {
  const cases: [body: object, fault: RegExp][] = [
    [bodyOf({ steps: undefined }), /steps/],
    [bodyOf({ steps: [] }), /steps/],
    [stepOf({ taskIds: undefined }), /taskIds/],
    [stepOf({ taskIds: [] }), /steps\.0\.taskIds/],
    [stepOf({ name: ' ' }), /steps\.0\.name must not be blank/],
    [stepOf({ condition: 'SOMETIMES' }), /condition/],
    [stepOf({ retries: 3 }), /unrecognized field 'retries'/],
    [stepOf({ handlerOnFailure: { taskIds: ['x'] } }), /handlerOnFailure\.taskIds\.0 is not a valid id/],
    [bodyOf({ name: ' ' }), /name must not be blank/],
    [bodyOf({ workspaceId: 'mine' }), /workspaceId is not a valid id/],
  ];
  for (const [body, fault] of cases) {
    const { body: refused } = await leavesNothing(server, ROUTE, { body }, 400, 'malformed_request', ...TABLES);
    assert.match(refused.message, fault);
  }
});

test('plans.limits.size', async () => {
  const many = Array.from({ length: 100 }, () => newId());
  await leavesNothing(server, ROUTE, { body: stepOf({ taskIds: [...many, newId()] }) }, 400, 'malformed_request', ...TABLES);
  const stepsOf = (length: number, taskIds = [load]): object[] => Array.from({ length }, () => ({ name: 'Load', taskIds }));
  await leavesNothing(server, ROUTE, { body: bodyOf({ steps: stepsOf(101) }) }, 400, 'malformed_request');
  await leavesNothing(server, ROUTE, { body: bodyOf({ steps: stepsOf(11, many) }) }, 400, 'plan_too_large', ...TABLES);
  const longest = await call(ROUTE, { body: bodyOf({ steps: stepsOf(100) }) });
  assert.deepEqual([longest.status, longest.body.steps.length], [201, 100]);
});

test('plans.create.tasks', async () => {
  const elsewhere = (await make.task()).id;
  const foreign = await make.otherTenant();
  const stranger = await make.user({ tenant: foreign, permissions: PERMISSIONS });
  const theirs = (await make.task({ workspace: (await make.workspace({ tenant: foreign, owner: stranger.id })).id })).id;
  for (const id of [newId(), elsewhere, theirs]) {
    for (const changes of [{ taskIds: [load, id] }, { handlerOnFailure: { taskIds: [id] } }]) {
      const refused = await leavesNothing(server, ROUTE, { body: stepOf(changes) }, 400, 'reference_unknown', ...TABLES);
      assert.ok(refused.body.message.includes(`task '${id}' of the step 'Load'`), refused.body.message);
    }
  }
  const sent = { body: stepOf({ taskIds: [mail] }) };
  const withoutView = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'] } });
  await leavesNothing(server, ROUTE, { ...sent, token: withoutView.token }, 400, 'reference_unknown', ...TABLES);
  const withView = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'], [sibling.id]: ['VIEW'] } });
  assert.equal((await call(ROUTE, { ...sent, token: withView.token })).status, 201);
  const upper = await call(ROUTE, { body: stepOf({ taskIds: [load.toUpperCase()] }) });
  assert.deepEqual(upper.body.steps[0].taskIds, [load]);
});

test('plans.create.handler', async () => {
  const near = await make.plan({ workspace: sibling.id });
  const far = await make.plan();
  for (const id of [newId(), far.id, load]) {
    const body = stepOf({ handlerOnFailure: { planIds: [near.id, id] } });
    const refused = await leavesNothing(server, ROUTE, { body }, 400, 'reference_unknown', ...TABLES);
    assert.ok(refused.body.message.includes(`plan '${id}' of the step 'Load'`), refused.body.message);
  }
  const sent = { body: stepOf({ handlerOnFailure: { planIds: [near.id] } }) };
  const withoutView = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'] } });
  await leavesNothing(server, ROUTE, { ...sent, token: withoutView.token }, 400, 'reference_unknown', ...TABLES);
  const { status, body } = await call(ROUTE, sent);
  assert.deepEqual([status, body.steps[0].handlerOnFailure], [201, { taskIds: [], planIds: [near.id] }]);
});

test('plans.create.twice', async () => {
  const { id } = await make.plan({ workspace: workspace.id });
  const cases: [body: object, code: string, names: string][] = [
    [stepOf({ taskIds: [load, clean, load.toUpperCase()] }), 'reference_twice', `'${load}' is listed twice in taskIds`],
    [stepOf({ handlerOnFailure: { taskIds: [clean, clean] } }), 'reference_twice', 'handlerOnFailure.taskIds'],
    [stepOf({ handlerOnFailure: { planIds: [id, id] } }), 'reference_twice', 'handlerOnFailure.planIds'],
    [bodyOf({ steps: ['a', 'b'].map((name) => ({ name, id, taskIds: [load] })) }), 'step_twice', id],
  ];
  for (const [body, code, names] of cases) {
    const refused = await leavesNothing(server, ROUTE, { body }, 400, code, ...TABLES);
    assert.ok(refused.body.message.includes(names), refused.body.message);
  }
  const again = { taskIds: [load], handlerOnFailure: { taskIds: [load], planIds: [id] } };
  const { status } = await call(ROUTE, {
    body: bodyOf({
      steps: [
        { name: 'a', ...again },
        { name: 'b', ...again },
      ],
    }),
  });
  assert.equal(status, 201, 'other steps and the error handler may name the same task');
});

test('steps of a new plan get new ids', async () => {
  const original = await call(ROUTE, { body: stepOf({ id: 'first' }) });
  const [step] = original.body.steps;
  const copy = await call(ROUTE, { body: bodyOf({ steps: [step, { ...step, id: '' }, { ...step, id: '' }] }) });
  assert.equal(copy.status, 201, JSON.stringify(copy.body));
  assert.equal(new Set([step.id, ...copy.body.steps.map(({ id }: { id: string }) => id)]).size, 4);
});

test('plans.create.name', async () => {
  const name = 'Only once';
  assert.equal((await call(ROUTE, { body: bodyOf({ name }) })).status, 201);
  await leavesNothing(server, ROUTE, { body: bodyOf({ name: ` ${name} ` }) }, 409, 'plan_name_taken', ...TABLES);
  const elsewhere = bodyOf({ name, workspaceId: sibling.id });
  assert.equal((await call(ROUTE, { body: elsewhere })).status, 201, 'another workspace may use the name');
  const atOnce = await Promise.all(
    Array.from({ length: 8 }, async () => (await call(ROUTE, { body: bodyOf({ name: 'At once' }) })).status),
  );
  assert.deepEqual(atOnce.toSorted(), [201, ...Array.from({ length: 7 }, () => 409)]);
});

test('plans.create.permission', async () => {
  const { token } = await make.user({
    permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_OPERATOR'),
    rights: { [workspace.id]: ['AUTHOR'] },
  });
  await leavesNothing(server, ROUTE, { token, body: bodyOf() }, 403, 'forbidden', ...TABLES);
});

test('plans.create.right', async () => {
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'AUTHOR' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, body: bodyOf() }), 201);
  assertRefused(await call(ROUTE, { body: bodyOf({ workspaceId: newId() }) }), 404, 'not_found');
});
