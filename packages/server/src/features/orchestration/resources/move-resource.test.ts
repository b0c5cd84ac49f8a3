import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const ROUTE = 'PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}';

let resource = { id: '', name: '', workspace: '' };
let target = '';
beforeEach(async () => {
  const environment = await make.environment();
  resource = await make.resource({ workspace: (await make.workspace({ environment })).id });
  target = (await make.workspace({ environment })).id;
});

const move = (to: string, token?: string): Promise<Answer> =>
  call(ROUTE, { path: { resourceId: resource.id, targetWorkspaceId: to }, ...(token !== undefined && { token }) });
const currentWorkspace = async (): Promise<string> =>
  (await call('GET /orchestration/resources/{resourceId}', { path: { resourceId: resource.id } })).body.workspaceInfo.id;

async function refuses(to: string, status: number, code: string, token?: string): Promise<void> {
  assertRefused(await move(to, token), status, code);
  assert.equal(await currentWorkspace(), resource.workspace);
}

test('moves within the environment and back', async () => {
  const { status, body } = await move(target);
  assert.equal(status, 200);
  assert.deepEqual([body.id, body.workspaceInfo.id], [resource.id, target]);
  assert.equal(await currentWorkspace(), target);
  assert.equal((await move(target)).status, 200);
  assert.equal((await move(resource.workspace)).status, 200);
});

test('resources.move.right', async () => {
  const before = resource.workspace;
  const author = async (rights: Record<string, readonly ('AUTHOR' | 'VIEW')[]>): Promise<string> => (await make.user({ rights })).token;
  await refuses(target, 403, 'right_missing', await author({ [before]: ['AUTHOR'], [target]: ['VIEW'] }));
  await refuses(target, 403, 'right_missing', await author({ [before]: ['VIEW'], [target]: ['AUTHOR'] }));
  await refuses(target, 404, 'not_found', await author({ [before]: ['AUTHOR'] }));
  await refuses(target, 404, 'not_found', await author({ [target]: ['AUTHOR'] }));
  assert.equal((await move(target, await author({ [before]: ['AUTHOR'], [target]: ['AUTHOR'] }))).status, 200);
  await requiresOneOf(
    server,
    { workspace: target, right: 'AUTHOR' },
    (token) => call(ROUTE, { token, path: { resourceId: resource.id, targetWorkspaceId: target } }),
    200,
  );
});

test('resources.move.environment', async () => {
  await refuses((await make.workspace()).id, 400, 'workspace_outside_environment');
});

test('resources.move.use', async () => {
  await make.task({ workspace: resource.workspace, resources: { resource_file_a: resource.id } });
  await refuses(target, 409, 'resource_in_use');
});

test('refuses a name that is taken in the target, unknown ids and malformed ids', async () => {
  await refuses(crypto.randomUUID(), 404, 'not_found');
  await refuses('x', 400, 'malformed_request');
  await make.resource({ workspace: target, name: resource.name });
  await refuses(target, 409, 'resource_name_taken');
});
