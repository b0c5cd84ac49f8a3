import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/executables/plans/{planId}';
const TABLES = ['plan', 'plan_step', 'plan_step_task', 'plan_step_plan'];
const server = await startTestServer();
const { call, make, platform } = server;

const workspace = await make.workspace();
const artifact = await make.artifact({ workspace: workspace.id });
const source = { workspace: workspace.id, artifactVersion: artifact.versionId };
const [load, clean] = [(await make.task(source)).id, (await make.task(source)).id];
const plan = (handlers: readonly string[] = [], workspaceId = workspace.id) =>
  make.plan({ workspace: workspaceId, steps: [[load], [clean]], handler: { plans: handlers } });
const bodyOf = (name: string, changes: object = {}): object => ({
  name,
  workspaceId: workspace.id,
  steps: [{ name: 'Load', taskIds: [load] }],
  ...changes,
});
const handling = (name: string, ...planIds: string[]): object =>
  bodyOf(name, { steps: [{ name: 'Load', taskIds: [load], handlerOnFailure: { planIds } }] });
const handlersOf = async (id: string): Promise<string[]> =>
  (
    await platform.db.reader.rows<{ id: string }>(sql`
      select k.plan_id as id
      from plan_step s
      join plan_step_plan k on k.step_id = s.id
      where s.plan_id = ${id}`)
  ).map((row) => row.id);

test('plans.replace.steps', async () => {
  const edited = await plan();
  const [first, second] = edited.steps;
  const other = await plan();
  const steps = [
    { id: second?.toUpperCase(), name: 'Was second', taskIds: [load], condition: 'ALWAYS_PROCEED_ON' },
    { name: 'New', taskIds: [clean, load] },
    { id: other.steps[0], name: 'Of another plan', taskIds: [load] },
    { id: 'mine', name: 'No id', taskIds: [load], note: 'noted' },
  ];
  const { status, body } = await call(ROUTE, { path: { planId: edited.id }, body: bodyOf(edited.name, { steps }) });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.steps.map((step: { name: string }) => step.name),
    ['Was second', 'New', 'Of another plan', 'No id'],
  );
  const ids = body.steps.map((step: { id: string }) => step.id);
  assert.equal(ids[0], second);
  assert.equal(new Set([...ids, first, ...other.steps]).size, 7, 'the others got new ids, and none was taken from another plan');

  const swapped = await call(ROUTE, { path: { planId: edited.id }, body: bodyOf(edited.name, { steps: body.steps.toReversed() }) });
  assert.deepEqual(swapped.body.steps, body.steps.toReversed());
});

test('plans.replace.kept', async () => {
  const edited = await plan();
  const { workspaceId: _workspaceId, steps: _steps, ...body } = bodyOf('renamed') as Record<string, unknown>;
  const answer = await call(ROUTE, { path: { planId: edited.id }, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual([answer.body.name, answer.body.steps.map(({ id }: { id: string }) => id)], ['renamed', edited.steps]);
});

test('fields that the body leaves out become empty, and fields that a body cannot have stay', async () => {
  const create = bodyOf('Whole', {
    description: 'to be cleared',
    steps: [{ name: 'a', taskIds: [load], note: 'b', handlerOnFailure: { taskIds: [clean] } }],
  });
  const created = await call('POST /orchestration/executables/plans', { body: create });
  const path = { planId: created.body.id };
  await call('PUT /orchestration/executables/plans/{planId}/pause', { path, body: { pause: true } });
  const caller = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'] } });
  const { status, body } = await call(ROUTE, { token: caller.token, path, body: bodyOf(' Renamed ') });
  assert.equal(status, 200);
  const { updateDate, steps, ...rest } = body;
  const { description: _cleared, updateDate: before, steps: _steps, ...kept } = created.body;
  assert.deepEqual(rest, { ...kept, name: 'Renamed' }, 'its author too');
  assert.ok(updateDate > before);
  assert.deepEqual(Object.keys(steps[0]).toSorted(), ['condition', 'id', 'name', 'taskIds']);
  const read = await call('GET /orchestration/executables/plans/{planId}', { path });
  assert.ok(read.body.planPauseDetails.pause && !read.body.chart.stepOnException);
});

test('plans.create.name: a replacement', async () => {
  const [edited, other] = [await plan(), await plan()];
  await leavesNothing(server, ROUTE, { path: { planId: edited.id }, body: bodyOf(other.name) }, 409, 'plan_name_taken', ...TABLES);
  const read = await call('GET /orchestration/executables/plans/{planId}', { path: { planId: edited.id } });
  assert.deepEqual([read.body.name, read.body.chart.id], [edited.name, edited.steps[0]], 'its steps are unchanged');
  assert.equal((await call(ROUTE, { path: { planId: edited.id }, body: bodyOf(edited.name) })).status, 200);
});

test('plans.replace.workspace', async () => {
  const edited = await plan();
  const sibling = await make.workspace({ environment: workspace.environment });
  for (const workspaceId of [sibling.id, newId()])
    await leavesNothing(
      server,
      ROUTE,
      { path: { planId: edited.id }, body: bodyOf(edited.name, { workspaceId }) },
      400,
      'plan_moved',
      ...TABLES,
    );
});

test('the rules of steps apply to a replacement', async () => {
  const path = { planId: (await plan()).id };
  const foreign = await make.task();
  const cases: [step: object, code: string][] = [
    [{ taskIds: [foreign.id] }, 'reference_unknown'],
    [{ taskIds: [load], handlerOnFailure: { planIds: [newId()] } }, 'reference_unknown'],
    [{ taskIds: [load, load] }, 'reference_twice'],
    [{ taskIds: [] }, 'malformed_request'],
  ];
  for (const [step, code] of cases)
    await leavesNothing(server, ROUTE, { path, body: bodyOf('Same', { steps: [{ name: 'a', ...step }] }) }, 400, code, ...TABLES);
});

test('plans.replace.cycle', async () => {
  const a = await plan();
  const b = await plan([a.id]);
  const hidden = await make.workspace({ environment: workspace.environment });
  const c = await plan([b.id], hidden.id);
  const d = await plan([c.id, a.id]);
  const path = { planId: a.id };
  const refused = async (names: readonly string[], handler: string, token?: string): Promise<void> => {
    const sent = { path, body: handling(a.name, handler), ...(token && { token }) };
    const { body } = await leavesNothing(server, ROUTE, sent, 400, 'plan_cycle', ...TABLES);
    assert.ok(body.message.includes(` ${names.join(' → ')}.`), body.message);
  };
  const [own, second, third, fourth] = [a, b, c, d].map(({ name }) => `'${name}'`);
  assert.ok(own && second && third && fourth);
  await refused([own, own], a.id);
  await refused([own, second, own], b.id);
  await refused([own, third, second, own], c.id);
  await refused([own, fourth, own], d.id);
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'] } });
  const e = await plan([c.id]);
  await refused([own, `'${e.name}'`, 'a plan that you cannot see', second, own], e.id, token);

  assert.equal(
    (await call(ROUTE, { path: { planId: d.id }, body: handling(d.name, b.id, c.id) })).status,
    200,
    'two paths to a plan are not a cycle',
  );
  await call(ROUTE, { path: { planId: b.id }, body: bodyOf(b.name) });
  assert.equal((await call(ROUTE, { path, body: handling(a.name, c.id) })).status, 200, 'after the path was removed');
});

test('plans.replace.cycle: concurrent replacements do not create a cycle together', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ring = [await plan(), await plan(), await plan()];
    const answers = await Promise.all(
      ring.map(({ id, name }, index) => call(ROUTE, { path: { planId: id }, body: handling(name, ring[(index + 1) % 3]?.id ?? '') })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 400]);
    const refused = ring[answers.findIndex(({ status }) => status === 400)];
    assert.deepEqual(await handlersOf(refused?.id ?? ''), []);
  }
});

test('plans.replace.cycle: concurrent replacements without a common plan do not create a cycle together', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, c] = [await plan(), await plan()];
    const [b, d] = [await plan([c.id]), await plan([a.id])];
    const answers = await Promise.all([
      call(ROUTE, { path: { planId: a.id }, body: handling(a.name, b.id) }),
      call(ROUTE, { path: { planId: c.id }, body: handling(c.name, d.id) }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
  }
});

test('plans.create.right: replacing needs AUTHOR', async () => {
  const edited = await plan();
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'AUTHOR' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { planId: edited.id }, body: bodyOf(edited.name) }), 200);
  assertRefused(await call(ROUTE, { path: { planId: newId() }, body: bodyOf('x') }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { planId: newId() }, body: handling('x', edited.id) }), 404, 'not_found');
  assertRefused(await call(ROUTE, { path: { planId: 'x' }, body: bodyOf('x') }), 400, 'malformed_request');
});
