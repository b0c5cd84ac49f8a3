import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, RIGHTS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}';
const { call, make } = await startTestServer();
const from = await make.workspace();
const to = await make.workspace({ environment: from.environment });

const create = async (name: string = crypto.randomUUID(), workspaceId = from.id): Promise<string> => {
  const parameters = [{ name: 'password', value: 'swordfish-7c1', encrypted: true }];
  return (await call('POST /orchestration/connections', { body: { name, workspaceId, app: 'Custom', parameters } })).body.id;
};
const move = (connectionId: string, targetWorkspaceId: string, token?: string) =>
  call(ROUTE, { path: { connectionId, targetWorkspaceId }, ...(token !== undefined && { token }) });
const currentWorkspace = async (connectionId: string): Promise<string> =>
  (await call('GET /orchestration/connections/{connectionId}', { path: { connectionId } })).body.workspace.id;

test('moves a connection with its parameters, and back', async () => {
  const id = await create();
  const { status, body } = await move(id, to.id);
  assert.equal(status, 200);
  assert.deepEqual([body.id, body.workspace.id, body.parameters], [id, to.id, [{ name: 'password', encrypted: true }]]);
  assert.equal(await currentWorkspace(id), to.id);
  assert.equal((await move(id, to.id)).status, 200, 'a move to its own workspace');
  assert.equal((await move(id, from.id)).status, 200);
});

test('connections.move.environment', async () => {
  const id = await create();
  assertRefused(await move(id, (await make.workspace()).id), 400, 'workspace_outside_environment');
  assert.equal(await currentWorkspace(id), from.id);
});

test('connections.move.use', async () => {
  const id = await create();
  const artifact = await make.artifact({ workspace: from.id });
  const task = {
    workspaceId: from.id,
    environmentId: from.environment,
    name: 'User of it',
    artifact: { id: artifact.id, version: artifact.version },
    connections: { app: id },
  };
  assert.equal((await call('POST /orchestration/executables/tasks', { body: task })).status, 201);
  const answer = await move(id, to.id);
  assertRefused(answer, 409, 'connection_in_use');
  assert.match(answer.body.message, /User of it/);
  assert.equal(await currentWorkspace(id), from.id);
});

test('connections.create.name: a move to a workspace where the name is taken', async () => {
  const id = await create('Twin');
  await create('Twin', to.id);
  assertRefused(await move(id, to.id), 409, 'connection_name_taken');
  assert.equal(await currentWorkspace(id), from.id);
});

test('connections.move.right', async () => {
  const id = await create();
  const user = async (rights: Parameters<typeof make.user>[0]): Promise<string> =>
    (await make.user({ permissions: ['SVC_CONNECTION_RESOURCE_EDIT'], ...rights })).token;
  const others = RIGHTS.filter((right) => right !== 'AUTHOR');
  assertRefused(await move(id, to.id, await user({ rights: { [from.id]: others, [to.id]: RIGHTS } })), 403, 'right_missing');
  assertRefused(await move(id, to.id, await user({ rights: { [from.id]: RIGHTS, [to.id]: others } })), 403, 'right_missing');
  assertRefused(await move(id, to.id, await user({ rights: { [to.id]: RIGHTS } })), 404, 'not_found');
  assertRefused(await move(id, to.id, await user({ rights: { [from.id]: RIGHTS } })), 404, 'not_found');
  const permissions = PERMISSIONS.filter((permission) => !['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'].includes(permission));
  assertRefused(await move(id, to.id, await user({ permissions, rights: { [from.id]: RIGHTS, [to.id]: RIGHTS } })), 403, 'forbidden');
  assert.equal(await currentWorkspace(id), from.id);
  assert.equal((await move(id, to.id, await user({ rights: { [from.id]: ['AUTHOR'], [to.id]: ['AUTHOR'] } }))).status, 200);
});

test('answers 404 to unknown ids and ids of another tenant', async () => {
  const id = await create();
  const foreign = await make.workspace({ tenant: await make.otherTenant() });
  assertRefused(await move(id, newId()), 404, 'not_found');
  assertRefused(await move(id, foreign.id), 404, 'not_found');
  assertRefused(await move(newId(), to.id), 404, 'not_found');
  assertRefused(await move(id, 'x'), 400, 'malformed_request');
});
