import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /account/users/{id}';
const server = await startTestServer();
const { call, make, platform } = server;
const TABLES = ['account', 'account_role', 'account_group_member', 'personal_access_token', 'workspace_right'];

test('deletes a user with its tokens, roles, groups and rights, and frees its login', async () => {
  const workspace = await make.workspace();
  await call('POST /account/groups', { body: { name: 'Stays' } });
  const before = await server.count(...TABLES);
  const user = await make.user({ rights: { [workspace.id]: ['VIEW'] } });
  const { body: groups } = await call('GET /account/groups');
  await call('POST /account/users/{id}/groups', { path: { id: user.id }, body: [groups[0].id] });
  assert.equal((await call(ROUTE, { path: { id: user.id } })).status, 204);
  assert.deepEqual(await server.count(...TABLES), before);
  assertRefused(await call('GET /account/me', { token: user.token }), 401, 'not_signed_in');
  assertRefused(await call(ROUTE, { path: { id: user.id } }), 404, 'not_found');
  const body = { login: user.login, email: 'a@example.com', firstName: 'A', lastName: 'B' };
  assert.equal((await call('POST /account/users', { body })).status, 201);
});

test('users.delete.history', async () => {
  const workspace = await make.workspace();
  const artifact = await make.artifact({ workspace: workspace.id });
  const user = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR', 'EXECUTE'] } });
  const { token } = user;
  const task = await make.task({ workspace: workspace.id, artifactVersion: artifact.versionId });
  const steps = [{ name: 'only', taskIds: [task.id] }];
  const plan = await call('POST /orchestration/executables/plans', { token, body: { name: 'Left', workspaceId: workspace.id, steps } });
  assert.equal(plan.status, 201, JSON.stringify(plan.body));
  const started = await call('POST /processing/executions', { token, body: { executable: task.id } });
  assert.equal(started.status, 201, JSON.stringify(started.body));
  const taskId = { taskId: task.id };
  await call('PUT /orchestration/executables/tasks/{taskId}/pause', { token, path: taskId, body: { pause: true, pauseContext: 'later' } });
  await platform.db.writer.rows(
    sql`update artifact_version set publisher_id = ${user.id}, publisher_login = ${user.login} where id = ${artifact.versionId}`,
  );
  const shown = async (): Promise<unknown[]> => [
    (await call('GET /processing/executions/{executionId}', { path: { executionId: started.body.executionId } })).body.userId,
    (await call('GET /orchestration/executables/plans/{planId}', { path: { planId: plan.body.id } })).body,
    (await call('GET /orchestration/executables/tasks/{taskId}', { path: taskId })).body,
    (await call('GET /orchestration/artifacts/{artifactId}', { path: { artifactId: artifact.id } })).body,
  ];
  const before = await shown();
  assert.equal(before[0], user.id);
  assert.ok(JSON.stringify(before.slice(1)).includes(user.login));
  assert.equal((await call(ROUTE, { path: { id: user.id } })).status, 204);
  assert.deepEqual(await shown(), before);
});

test('users.delete.owner', async () => {
  const owner = await make.user();
  await make.workspace({ owner: owner.id });
  const ofProject = await make.user();
  const project = { name: 'Owned', owner: ofProject.login, url: 'https://git.example.com/owned.git' };
  assert.equal((await call('POST /orchestration/projects', { body: project })).status, 201);
  for (const [{ id, token }, things] of [
    [owner, /owns workspaces/],
    [ofProject, /owns projects/],
  ] as const) {
    const answer = await leavesNothing(server, ROUTE, { path: { id } }, 409, 'account_in_use', ...TABLES, 'workspace', 'project');
    assert.match(answer.body.detail, things);
    assert.equal((await call('GET /account/me', { token })).status, 200);
    const { body } = await call('GET /account/users/{id}', { path: { id } });
    assert.equal(
      (await call('PUT /account/users/{id}', { path: { id }, body: { ...body, active: false } })).status,
      200,
      'may be disabled',
    );
  }
});

test('refuses unknown ids, users of other tenants and callers without the permission', async () => {
  const user = await make.user();
  const stranger = await make.user({ permissions: ['SVC_USER_MANAGEMENT'], tenant: await make.otherTenant() });
  await leavesNothing(server, ROUTE, { path: { id: newId() } }, 404, 'not_found', ...TABLES);
  await leavesNothing(server, ROUTE, { token: stranger.token, path: { id: user.id } }, 404, 'not_found', ...TABLES);
  await leavesNothing(server, ROUTE, { token: user.token, path: { id: user.id } }, 403, 'forbidden', ...TABLES);
});
