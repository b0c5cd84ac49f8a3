import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /orchestration/projects/{projectId}';
const server = await startTestServer();
const { call, make } = server;

const URL = 'https://git.example.com/load.git';
let number = 0;
const createProject = async (changes: object = {}) => {
  const { status, body } = await call('POST /orchestration/projects', {
    body: { name: `Project ${(number += 1)}`, owner: 'admin', url: URL, ...changes },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};

test('deletes a project with the links to its users', async () => {
  const { id } = await createProject();
  const user = await make.user();
  const path = { projectId: id };
  await call('PUT /orchestration/projects/{projectId}/users/{userId}', { path: { ...path, userId: user.id } });
  await changesRows(server, { project: -1, project_user: -1, account: 0 }, () => call(ROUTE, { path }));
  assertRefused(await call(ROUTE, { path }), 404, 'not_found');
  assertRefused(await call('GET /orchestration/projects/{projectId}', { path }), 404, 'not_found');
});

test('refuses callers of another tenant and callers without the permission', async () => {
  const path = { projectId: (await createProject()).id };
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_PROJECT_MANAGEMENT'] });
  await leavesNothing(server, ROUTE, { token: stranger.token, path }, 404, 'not_found', 'project');
  await leavesNothing(server, ROUTE, { token: (await make.user()).token, path }, 403, 'forbidden', 'project');
});
