import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const ROUTE = 'PATCH /orchestration/resources/{resourceId}';

const change = (resourceId: string, body: object, token?: string): Promise<Answer> =>
  call(ROUTE, { path: { resourceId }, body, ...(token !== undefined && { token }) });
const read = async (resourceId: string): Promise<{ name: string; description?: string }> => {
  const { name, description } = (await call('GET /orchestration/resources/{resourceId}', { path: { resourceId } })).body;
  return { name, ...(description !== undefined && { description }) };
};

test('resources.change.absent', async () => {
  const { id } = await make.resource({ name: 'old', description: 'Old' });
  for (const [body, expected] of [
    [{}, { name: 'old', description: 'Old' }],
    [{ name: ' new ' }, { name: 'new', description: 'Old' }],
    [{ description: 'New' }, { name: 'new', description: 'New' }],
    [{ description: null }, { name: 'new' }],
  ] as const) {
    const answer = await change(id, body);
    assert.deepEqual([answer.status, answer.body], [204, undefined]);
    assert.deepEqual(await read(id), expected);
  }
});

test('requires AUTHOR on the workspace', async () => {
  const { id, workspace } = await make.resource();
  await requiresOneOf(
    server,
    { workspace, right: 'AUTHOR' },
    (token) => call(ROUTE, { token, path: { resourceId: id }, body: { name: 'new' } }),
    204,
  );
});

test('refuses a name that is taken', async () => {
  const { workspace, name } = await make.resource();
  const other = await make.resource({ workspace, name: 'other' });
  assertRefused(await change(other.id, { name }), 409, 'resource_name_taken');
  assert.deepEqual(await read(other.id), { name: 'other' });
  assert.equal((await change(other.id, { name: 'other' })).status, 204);
});

test('refuses a malformed body', async () => {
  const { id, name } = await make.resource();
  for (const body of [{ name: '' }, { name: ' ' }, { name: 'x'.repeat(256) }, { description: 1 }, { size: 5 }])
    assertRefused(await change(id, body), 400, 'malformed_request');
  assertRefused(await change(crypto.randomUUID(), { name: 'x' }), 404, 'not_found');
  assert.deepEqual(await read(id), { name });
  assert.equal((await change(id, { name: null, file: false })).status, 204);
  assert.deepEqual(await read(id), { name }, 'null counts as absent, and a read-only field is ignored');
});
