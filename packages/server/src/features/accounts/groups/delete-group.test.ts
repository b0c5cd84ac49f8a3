import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { changesRows, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'DELETE /account/groups/{id}';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['account_group', 'account_group_member', 'project_group'];

let number = 0;
const createGroup = async () =>
  (await call('POST /account/groups', { body: { name: `Group ${(number += 1)}`, userIds: [(await make.user()).id] } })).body;
const project = (
  await call('POST /orchestration/projects', { body: { name: 'Load', owner: 'admin', url: 'https://git.example.com/load.git' } })
).body;
const addToProject = (groupId: string) =>
  call('PUT /orchestration/projects/{projectId}/groups/{groupId}', { path: { projectId: project.id, groupId } });
const groupIds = async (): Promise<string[]> =>
  (await call('GET /orchestration/projects/{projectId}/groups', { path: { projectId: project.id } })).body.groupIds;

test('groups.delete.authorisations', async () => {
  const [deleted, kept] = [await createGroup(), await createGroup()];
  for (const { id } of [deleted, kept]) assert.equal((await addToProject(id)).status, 204);
  await changesRows(server, { account_group: -1, account_group_member: -1, project_group: -1, account: 0, project: 0 }, async () => {
    assert.equal((await call(ROUTE, { path: { id: deleted.id } })).status, 204);
  });
  assert.deepEqual(await groupIds(), [kept.id]);
  assertRefused(await call(ROUTE, { path: { id: deleted.id } }), 404, 'not_found');
});

test('leaves no rows of a group that is deleted while it is added to a project or gets members', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { id } = await createGroup();
    const member = await make.user();
    const [deleted, ...others] = await Promise.all([
      call(ROUTE, { path: { id } }),
      addToProject(id),
      call('POST /account/groups/{id}/users', { path: { id }, body: [member.id] }),
    ]);
    assert.equal(deleted.status, 204);
    for (const { status, body } of others) assert.ok([200, 204, 404].includes(status), JSON.stringify(body));
    assert.ok(!(await groupIds()).includes(id));
  }
});

test('refuses unknown ids, groups of other tenants and callers without the permission', async () => {
  const { id } = await createGroup();
  const stranger = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'], tenant: await make.otherTenant() });
  await leavesNothing(server, ROUTE, { path: { id: newId() } }, 404, 'not_found', ...TABLES);
  await leavesNothing(server, ROUTE, { token: stranger.token, path: { id } }, 404, 'not_found', ...TABLES);
  await leavesNothing(server, ROUTE, { token: (await make.user()).token, path: { id } }, 403, 'forbidden', ...TABLES);
});
