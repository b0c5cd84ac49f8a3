import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/projects/{projectId}/groups/{groupId}';
const server = await startTestServer();
const { call, make } = server;

const { id: projectId } = (
  await call('POST /orchestration/projects', { body: { name: 'Load', owner: 'admin', url: 'https://git.example.com/load.git' } })
).body;
const createGroup = async (name: string, token?: string): Promise<string> =>
  (await call('POST /account/groups', { body: { name }, ...(token !== undefined && { token }) })).body.id;
const groups = async () => (await call('GET /orchestration/projects/{projectId}/groups', { path: { projectId } })).body;

test('adds groups to a project, lists them by name and removes them', async () => {
  assert.deepEqual(await groups(), { projectId, groupIds: [] });
  const [night, day] = [await createGroup('Night'), await createGroup('Day')];
  for (const groupId of [night, day]) assert.equal((await call(ROUTE, { path: { projectId, groupId } })).status, 204);
  assert.deepEqual(await groups(), { projectId, groupIds: [day, night] });
  assert.equal((await call(ROUTE.replace('PUT', 'DELETE'), { path: { projectId, groupId: day } })).status, 204);
  assert.deepEqual(await groups(), { projectId, groupIds: [night] });
});

test('projects.groups.once', async () => {
  const path = { projectId, groupId: await createGroup('Once') };
  const answers = await Promise.all([call(ROUTE, { path }), call(ROUTE, { path })]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 409]);
  await leavesNothing(server, ROUTE, { path }, 409, 'project_group_present', 'project_group');
});

test('projects.groups.missing', async () => {
  const path = { projectId, groupId: await createGroup('Missing') };
  await leavesNothing(server, ROUTE.replace('PUT', 'DELETE'), { path }, 404, 'not_found', 'project_group');
});

test('refuses unknown ids, groups of other tenants and callers without the permission', async () => {
  const groupId = await createGroup('Refused');
  const stranger = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT', 'SVC_PROJECT_MANAGEMENT'], tenant: await make.otherTenant() });
  const foreign = await createGroup('Foreign', stranger.token);
  const weak = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'] });
  for (const route of [ROUTE, ROUTE.replace('PUT', 'DELETE')]) {
    for (const path of [
      { projectId: newId(), groupId },
      { projectId, groupId: newId() },
      { projectId, groupId: foreign },
    ])
      await leavesNothing(server, route, { path }, 404, 'not_found', 'project_group');
    const path = { projectId, groupId };
    await leavesNothing(server, route, { token: stranger.token, path }, 404, 'not_found', 'project_group');
    await leavesNothing(server, route, { token: weak.token, path }, 403, 'forbidden', 'project_group');
  }
  const list = 'GET /orchestration/projects/{projectId}/groups';
  assertRefused(await call(list, { path: { projectId: newId() } }), 404, 'not_found');
  assertRefused(await call(list, { token: stranger.token, path: { projectId } }), 404, 'not_found');
  assertRefused(await call(list, { token: weak.token, path: { projectId } }), 403, 'forbidden');
});

test('deletes a project with the links to its groups, and keeps the groups', async () => {
  const other = (
    await call('POST /orchestration/projects', { body: { name: 'Gone', owner: 'admin', url: 'https://git.example.com/gone.git' } })
  ).body;
  const groupId = await createGroup('Stays');
  await call(ROUTE, { path: { projectId: other.id, groupId } });
  assert.equal((await call('DELETE /orchestration/projects/{projectId}', { path: { projectId: other.id } })).status, 204);
  assert.equal((await call('GET /account/groups/{id}', { path: { id: groupId } })).status, 200);
});
