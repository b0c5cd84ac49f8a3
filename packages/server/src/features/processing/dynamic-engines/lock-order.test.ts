import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInOperator } from '../../../../test/support/operator.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;

const CONNECTION = '/orchestration/dynamic-engine-environments/{environmentId}/connection';
const ASSIGNMENT = '/processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}';

test('reports, assignments, removals and changes at the same time do not wait for each other in a cycle', async () => {
  const operators = await Promise.all([standInOperator(server), standInOperator(server)]);
  const environments = await Promise.all([make.dynamicEnvironment(), make.dynamicEnvironment()]);
  const answers: Answer[] = [];
  const repeat = async (once: (turn: number) => Promise<Answer>): Promise<void> => {
    for (let turn = 0; turn < 12; turn += 1) answers.push(await once(turn));
  };
  const reports = operators.map((operator) =>
    repeat(async (turn) => {
      const { revision, environments: wanted } = await operator.desired();
      const status = turn % 3 === 2 ? 'NOT_DEPLOYED' : 'RUNNING';
      const environmentReports = wanted.map(({ linkId }) => ({ linkId, status, needsPairingKey: turn % 2 === 0 }));
      return operator.send({ version: '0.1.0', revision, infra: { status: 'RUNNING' }, environments: environmentReports });
    }),
  );
  const assignments = environments.flatMap((environmentId) =>
    operators.map(({ id }) =>
      repeat((turn) => {
        const path = { environmentId, dynamicEngineId: id };
        if (turn % 4 === 3) return call(`DELETE ${ASSIGNMENT}`, { path });
        return turn % 2 === 1
          ? call(`DELETE ${CONNECTION}`, { path })
          : call(`POST ${CONNECTION}`, { path, query: { dynamicEngineId: id } });
      }),
    ),
  );
  const changes = environments.map((environmentId) =>
    repeat((turn) =>
      call('PUT /orchestration/dynamic-engine-environments/{environmentId}', {
        path: { environmentId },
        body: { logStrategy: turn % 2 === 0 ? 'NONE' : 'CONTROL_PLANE' },
      }),
    ),
  );
  await Promise.all([...reports, ...assignments, ...changes]);
  const expected = new Set([200, 202, 204, 404, 409]);
  assert.deepEqual(
    answers.filter(({ status }) => !expected.has(status)).map(({ status, body }) => [status, body]),
    [],
  );
  const { engine, dynamic_engine_assignment: assigned } = await server.count('engine', 'dynamic_engine_assignment');
  assert.equal(engine, (assigned ?? 0) + 1, 'each agent belongs to an assignment; the other one is the built-in engine');
});
