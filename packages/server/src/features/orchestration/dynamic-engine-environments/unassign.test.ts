import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const CONNECTION = 'DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection';
const ASSIGNMENT = 'DELETE /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}';
const TABLES = ['dynamic_engine_assignment', 'engine'];
/** No assignment, and no agent beside the built-in engine. */
const BUILT_IN_ONLY = { dynamic_engine_assignment: 0, engine: 1 };
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;

const statusOf = async (environmentId: string): Promise<string> =>
  (await call('GET /orchestration/dynamic-engine-environments/{environmentId}', { path: { environmentId } })).body.status;

async function assigned() {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  await assignTo(server, environmentId, operator.id);
  return { operator, environmentId, path: { environmentId, dynamicEngineId: operator.id } };
}

test('dynamic-engine-environments.3.assigned', async () => {
  const { operator, environmentId, path } = await assigned();
  assert.equal((await call(CONNECTION, { path })).status, 202);
  assert.equal((await call(CONNECTION, { path })).status, 202, 'during the removal');
  await operator.reportAll('NOT_DEPLOYED');
  assert.equal(await statusOf(environmentId), 'NOT_ASSIGNED');
  assert.equal((await call(CONNECTION, { path })).status, 204);
  assert.equal((await call(CONNECTION, { path: { environmentId: await make.dynamicEnvironment() } })).status, 204);
});

test('dynamic-engine-environments.3.removed', async () => {
  for (const route of [CONNECTION, ASSIGNMENT]) {
    const { operator, environmentId, path } = await assigned();
    await operator.reportAll('RUNNING');
    const { revision } = await operator.desired();
    const waiting = operator.desired({ revision, waitMilliseconds: 30_000 });
    assert.equal((await call(route, { path })).status, 202);
    const { environments } = await waiting;
    assert.deepEqual(
      environments.map(({ removing }) => removing),
      [true],
    );
    for (const status of ['RUNNING', 'STOPPING'] as const) {
      await operator.reportAll(status);
      assert.notEqual(await statusOf(environmentId), 'NOT_ASSIGNED', 'the cluster still has it');
    }
    await operator.report({ environments: [] });
    assert.equal(await statusOf(environmentId), 'NOT_ASSIGNED');
    assert.deepEqual((await operator.desired()).environments, []);
    const agent = environments[0]?.agent.engineId ?? '';
    assertRefused(await call('GET /processing/runtimes/remote-engines/{id}', { path: { id: agent } }), 404, 'not_found');
  }
  assert.deepEqual(await server.count(...TABLES), BUILT_IN_ONLY);
});

test('dynamic-engines.unassign.silent', async () => {
  for (const route of [CONNECTION, ASSIGNMENT]) {
    const { operator, environmentId, path } = await assigned();
    await operator.fallSilent();
    assert.equal((await call(route, { path })).status, 202);
    assert.equal(await statusOf(environmentId), 'NOT_ASSIGNED');
    assert.deepEqual((await operator.desired()).environments, []);
  }
  assert.deepEqual(await server.count(...TABLES), BUILT_IN_ONLY);
});

test('dynamic-engines.unassign.unknown', async () => {
  const { operator, path } = await assigned();
  const other = await standInOperator(server);
  const free = await make.dynamicEnvironment();
  for (const wrong of [
    { ...path, environmentId: free },
    { ...path, dynamicEngineId: other.id },
    { ...path, dynamicEngineId: crypto.randomUUID() },
    { ...path, environmentId: crypto.randomUUID() },
    { dynamicEngineId: operator.id, environmentId: await make.environment() },
  ])
    await leavesNothing(server, ASSIGNMENT, { path: wrong }, 404, 'not_found', ...TABLES);
});

test('dynamic-engines.unassign.ongoing', async () => {
  const { operator, path } = await assigned();
  for (const status of ['UPDATING', 'STOPPING'] as const) {
    await operator.reportAll(status);
    await leavesNothing(server, ASSIGNMENT, { path }, 409, 'environment_busy', ...TABLES);
  }
  await operator.reportAll('RUNNING');
  assert.equal((await call(ASSIGNMENT, { path })).status, 202);
  await leavesNothing(server, ASSIGNMENT, { path }, 409, 'environment_busy', ...TABLES);
});
