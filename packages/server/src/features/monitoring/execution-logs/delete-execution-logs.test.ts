import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /monitoring/executions/{id}/logs';
const server = await startTestServer();
const { call, make } = server;
const task = await make.task();
const engine = await standInEngine(server, task.environment);

async function logged(...lines: string[]) {
  await call('POST /processing/executions', { body: { executable: task.id } });
  const lease = await engine.claimOne();
  await engine.log(lease, lines);
  return lease;
}
const read = async (id: string) => {
  const { body } = await call('GET /monitoring/executions/{id}/logs', { path: { id }, query: { order: 'ASC' } });
  return [body.totalSize, body.data.map((line: { logMessage: string }) => line.logMessage)];
};
const remove = (id: string, token?: string) => call(ROUTE, { path: { id }, ...(token !== undefined && { token }) });

test('execution-logs.delete.permission', async () => {
  const lease = await logged('a');
  const { token: without } = await make.user({ rights: { [task.workspace]: ['VIEW', 'EXECUTE', 'MANAGE'] } });
  assertRefused(await remove(lease.executionId, without), 403, 'forbidden');
  const { token: withoutView } = await make.user({ permissions: ['EXECUTION_LOGS_DELETE'] });
  assertRefused(await remove(lease.executionId, withoutView), 404, 'not_found');
  assert.deepEqual(await read(lease.executionId), [1, ['a']]);

  const { token: allowed } = await make.user({ permissions: ['EXECUTION_LOGS_DELETE'], rights: { [task.workspace]: ['VIEW'] } });
  const { status, body } = await remove(lease.executionId, allowed);
  assert.deepEqual([status, body], [200, {}]);
  assert.deepEqual(await read(lease.executionId), [0, []]);
  assert.equal((await remove(lease.executionId)).status, 200, 'deleting an empty log succeeds');
  assertRefused(await remove(newId()), 404, 'not_found');
});

test('stores lines that a run writes after the deletion, and not the deleted lines that it sends again', async () => {
  const lease = await logged('a', 'b');
  assert.equal((await remove(lease.executionId)).status, 200);
  assert.deepEqual(await engine.log(lease, ['a', 'b', 'c'], 0), []);
  assert.deepEqual(await engine.log(lease, ['d'], 3), []);
  assert.deepEqual(await read(lease.executionId), [2, ['c', 'd']]);
  assert.equal((await remove(lease.executionId)).status, 200);
  assert.deepEqual(await read(lease.executionId), [0, []]);
  await engine.log(lease, ['e'], 4);
  await engine.finish(lease);
  assert.deepEqual(await read(lease.executionId), [1, ['e']]);
});

test('deletes a log while its engine writes', async () => {
  const lease = await logged('0');
  const texts = Array.from({ length: 40 }, (_, index) => String(index + 1));
  const writing = (async () => {
    for (const [index, text] of texts.entries()) assert.deepEqual(await engine.log(lease, [text], index + 1), []);
  })();
  for (let times = 0; times < 10; times += 1) assert.equal((await remove(lease.executionId)).status, 200);
  await writing;
  const [total, lines] = await read(lease.executionId);
  assert.deepEqual(lines, texts.slice(texts.length - total), 'the remaining lines are the last ones, each once');
});

test('execution-logs.delete.files', async () => {
  const lease = await logged('a');
  await engine.finish(lease);
  const path = { id: lease.executionId };
  const { body } = await call('POST /monitoring/executions/{id}/logs', { path });
  assert.equal((await remove(lease.executionId)).status, 200);
  assertRefused(await call('POST /monitoring/executions/{id}/logs/status', { path, body: body.token }), 404, 'not_found');
});
