import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/projects/{projectId}/users/{userId}';
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

const { id: projectId } = await createProject();
const users = async () => (await call('GET /orchestration/projects/{projectId}/users', { path: { projectId } })).body;

test('adds users to a project, lists them and removes them', async () => {
  assert.deepEqual(await users(), { projectId, userIds: [] });
  const [ada, bob] = [await make.user(), await make.user()];
  for (const { id } of [bob, ada]) assert.equal((await call(ROUTE, { path: { projectId, userId: id } })).status, 204);
  assert.deepEqual((await users()).userIds.toSorted(), [ada.id, bob.id].toSorted());
  assert.equal((await call(ROUTE.replace('PUT', 'DELETE'), { path: { projectId, userId: ada.id } })).status, 204);
  assert.deepEqual((await users()).userIds, [bob.id]);
});

test('projects.users.once', async () => {
  const path = { projectId, userId: (await make.user()).id };
  await call(ROUTE, { path });
  await leavesNothing(server, ROUTE, { path }, 409, 'project_user_present', 'project_user');
});

test('projects.users.missing', async () => {
  const path = { projectId, userId: (await make.user()).id };
  await leavesNothing(server, ROUTE.replace('PUT', 'DELETE'), { path }, 404, 'not_found', 'project_user');
});

test('refuses unknown ids, users of other tenants and callers without the permission', async () => {
  const user = await make.user();
  const foreign = await make.user({ tenant: await make.otherTenant() });
  for (const route of [ROUTE, ROUTE.replace('PUT', 'DELETE')]) {
    for (const path of [
      { projectId: newId(), userId: user.id },
      { projectId, userId: newId() },
      { projectId, userId: foreign.id },
    ])
      await leavesNothing(server, route, { path }, 404, 'not_found', 'project_user');
    await leavesNothing(server, route, { token: user.token, path: { projectId, userId: user.id } }, 403, 'forbidden', 'project_user');
  }
  assertRefused(await call('GET /orchestration/projects/{projectId}/users', { path: { projectId: newId() } }), 404, 'not_found');
});
