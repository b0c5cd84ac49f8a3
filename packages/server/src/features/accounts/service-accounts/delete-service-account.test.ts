import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /account/service-accounts/{id}';
const server = await startTestServer();
const { call, make, platform } = server;
const create = async (name: string): Promise<string> =>
  (await call('POST /account/service-accounts', { body: { name, permissions: ['SVC_OPERATOR'] } })).body.id;
const TABLES = ['account', 'service_account', 'service_account_secret', 'workspace_right'];

test('deletes an account with its secrets and rights, and frees its name', async () => {
  const before = await server.count(...TABLES);
  const id = await create('short-lived');
  const workspace = await make.workspace();
  const path = { workspaceId: workspace.id, serviceAccountId: id };
  await call('POST /security/workspaces/{workspaceId}/service-accounts/{serviceAccountId}/permissions', { path, body: ['VIEW'] });
  assert.equal((await call(ROUTE, { path: { id } })).status, 204);
  assert.deepEqual(await server.count(...TABLES), before);
  assertRefused(await call(ROUTE, { path: { id } }), 404, 'not_found');
  await create('short-lived');
});

test('the tokens of a deleted account end at once', async () => {
  const account = await make.user({ type: 'SERVICE' });
  assert.equal((await call('GET /account/me', { token: account.token })).body.type, 'SERVICE_ACCOUNT');
  assert.equal((await call(ROUTE, { path: { id: account.id } })).status, 204);
  assertRefused(await call('GET /account/me', { token: account.token }), 401, 'not_signed_in');
});

test('artifacts and executions of a deleted account stay', async () => {
  const workspace = await make.workspace();
  const account = await make.user({ type: 'SERVICE', permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['PUBLISH', 'EXECUTE'] } });
  const artifact = await make.artifact({ workspace: workspace.id });
  await platform.db.writer.rows(
    sql`update artifact_version set publisher_id = ${account.id}, publisher_type = 'SERVICE' where id = ${artifact.versionId}`,
  );
  const task = await make.task({ workspace: workspace.id, artifactVersion: artifact.versionId });
  const started = await call('POST /processing/executions', { token: account.token, body: { executable: task.id } });
  assert.equal(started.status, 201, JSON.stringify(started.body));
  assert.equal((await call(ROUTE, { path: { id: account.id } })).status, 204);
  const path = { executionId: started.body.executionId };
  const { body } = await call('GET /processing/executions/{executionId}', { path });
  assert.deepEqual([body.userId, body.userType], [account.id, 'SERVICE']);
  assert.equal((await call('GET /orchestration/artifacts/{artifactId}', { path: { artifactId: artifact.id } })).status, 200);
});

test('service-accounts.delete.owner', async () => {
  const owner = await make.user({ type: 'SERVICE' });
  await make.workspace({ owner: owner.id });
  const ofProject = await make.user({ type: 'SERVICE' });
  const project = { name: 'Owned', owner: ofProject.login, url: 'https://git.example.com/owned.git' };
  assert.equal((await call('POST /orchestration/projects', { body: project })).status, 201);
  for (const { id } of [owner, ofProject])
    await leavesNothing(server, ROUTE, { path: { id } }, 409, 'account_in_use', ...TABLES, 'workspace', 'project');
  assert.equal((await call('GET /account/me', { token: owner.token })).status, 200, 'the account stays active');
});
