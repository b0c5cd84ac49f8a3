import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/executables/plans/{planId}/pause';
const server = await startTestServer();
const { call, make } = server;

const pause = async (planId: string, body: object): Promise<number> => (await call(ROUTE, { path: { planId }, body })).status;
const read = async (planId: string) => (await call('GET /orchestration/executables/plans/{planId}', { path: { planId } })).body;

test('plans.pause.answer', async () => {
  const { id } = await make.plan();
  const other = await make.plan();
  assert.equal(await pause(id, { pause: false }), 204);
  assert.equal(await pause(id, { pause: true, pauseContext: 'first' }), 202);
  const first = (await read(id)).planPauseDetails;
  assert.equal(await pause(id, { pause: true, pauseContext: 'second' }), 204);
  assert.deepEqual((await read(id)).planPauseDetails, first);
  assert.equal((await read(other.id)).planPauseDetails, undefined, 'no other plan is paused with it');
  assert.equal(await pause(id, { pause: false }), 202);
  assert.equal((await read(id)).planPauseDetails, undefined);
  assert.equal(await pause(id, { pause: false }), 204);
});

test('plans.pause.left-out', async () => {
  const { id } = await make.plan();
  assert.equal(await pause(id, { pause: true }), 202);
  assert.equal(await pause(id, {}), 202);
  assert.equal((await read(id)).planPauseDetails, undefined);
});

test('plans.pause.details', async () => {
  const plan = await make.plan();
  const caller = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [plan.workspace]: ['EXECUTE'] } });
  await call(ROUTE, { token: caller.token, path: { planId: plan.id }, body: { pause: true, pauseContext: 'maintenance' } });
  const { planPauseDetails, chart } = await read(plan.id);
  const { pauseDate, ...details } = planPauseDetails;
  assert.deepEqual(details, { pause: true, pauseContext: 'maintenance', user: caller.login, userType: 'HUMAN' });
  assert.equal(new Date(pauseDate).toISOString(), pauseDate);
  assert.equal(chart.flows[0].taskPauseDetails, undefined, 'its tasks are not paused');
  const listed = await call('GET /orchestration/executables/plans', { query: { planId: plan.id } });
  assert.deepEqual(listed.body.items[0].planPauseDetails, planPauseDetails);
  assert.equal(await pause(plan.id, { ...planPauseDetails, pause: false }), 202, 'the pause details of an answer can be sent in a body');
});

test('plans.pause.right', async () => {
  const plan = await make.plan();
  const needs = { workspace: plan.workspace, permission: 'SVC_OPERATOR', right: 'EXECUTE' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { planId: plan.id }, body: { pause: true } }), 202);
});

test('an invalid pause is refused', async () => {
  const { id } = await make.plan();
  for (const body of [{ pause: 'yes' }, { pause: true, pauseContext: 'x'.repeat(4001) }, { pause: true, until: 'later' }])
    assertRefused(await call(ROUTE, { path: { planId: id }, body }), 400, 'malformed_request');
  assert.equal((await read(id)).planPauseDetails, undefined);
  assertRefused(await call(ROUTE, { path: { planId: newId() }, body: { pause: true } }), 404, 'not_found');
});
