import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const CREATE = 'POST /api/v1/groups';
const READ = 'GET /api/v1/groups/{id}';
const CHANGE = 'PATCH /api/v1/groups/{id}';
const DELETE = 'DELETE /api/v1/groups/{id}';
const server = await startTestServer();
const { call, make } = server;
const TABLES = ['account_group', 'account_group_member', 'group_role'];

const role = (await call('POST /account/roles', { body: { name: 'Runs', permissions: ['SVC_OPERATOR'] } })).body;
const assigned = { id: role.id, name: 'Runs', type: 'custom', level: 'user' };
const create = async (body: object) => (await call(CREATE, { body })).body;
const read = async (id: string) => (await call(READ, { path: { id } })).body;

test('creates, changes and deletes a group, which the operations below /account show, too', async () => {
  const body = { name: 'Night', description: 'At night', providerType: 'custom', status: 'active', assignedRoles: [{ name: 'Runs' }] };
  const { status, body: group } = await call(CREATE, { body });
  assert.equal(status, 201, JSON.stringify(group));
  const { id, createdAt, lastUpdatedAt, ...rest } = group;
  assert.deepEqual(rest, {
    ...body,
    tenantId: await make.tenant(),
    assignedRoles: [assigned],
    links: { self: { href: `${server.url}/api/v1/groups/${id}` } },
  });
  assert.equal(createdAt, lastUpdatedAt);
  assert.deepEqual(await read(id), group);
  assert.deepEqual((await call('GET /account/groups/{id}', { path: { id } })).body, { id, name: 'Night', userIds: [], roleIds: [role.id] });
  await call('PATCH /account/groups/{id}', { path: { id }, body: { name: 'Late night' } });
  assert.equal((await read(id)).description, 'At night', 'a change below /account does not change the description');
  assert.equal((await call(DELETE, { path: { id } })).status, 204);
  const missing = await call(READ, { path: { id } });
  assertRefused(missing, 404, 'not_found');
  assert.equal(missing.body.errors[0].code, 'GROUPS-7');
});

test('tenant-groups.patch.model', async () => {
  const { id } = await create({ name: 'Changing' });
  const change = (...body: object[]) => call(CHANGE, { path: { id }, body });
  const answer = await change(
    { op: 'replace', path: 'name', value: 'Changed' },
    { op: 'replace', path: '/description', value: 'Now with a role' },
    { op: 'replace', path: 'assignedRoles', value: [{ id: role.id.toUpperCase() }] },
  );
  assert.equal(answer.status, 204, JSON.stringify(answer.body));
  const { name, description, assignedRoles } = await read(id);
  assert.deepEqual([name, description, assignedRoles], ['Changed', 'Now with a role', [assigned]]);
  assert.equal((await change({ op: 'replace', path: 'description', value: '' })).status, 204);
  assert.deepEqual([(await read(id)).description, (await read(id)).assignedRoles], ['', [assigned]]);

  await create({ name: 'Taken' });
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  const foreign = (await call('POST /account/roles', { token: stranger.token, body: { name: 'Foreign' } })).body.id;
  const refused = (value: unknown, path: string, status: number, code: string) =>
    leavesNothing(server, CHANGE, { path: { id }, body: [{ op: 'replace', path, value }] }, status, code, ...TABLES);
  await refused('Taken', 'name', 409, 'group_name_taken');
  await refused([{ id: foreign }], 'assignedRoles', 404, 'not_found');
  await refused([{ id: newId() }], 'assignedRoles', 404, 'not_found');
  await refused('', 'name', 400, 'malformed_request');
  await refused('idp', 'providerType', 400, 'malformed_request');
  await leavesNothing(server, CREATE, { body: { name: 'New', assignedRoles: [{ id: foreign }] } }, 404, 'not_found', ...TABLES);
  await leavesNothing(server, CREATE, { body: { name: 'New', providerType: 'idp' } }, 400, 'malformed_request', ...TABLES);
  assertRefused(await call(READ, { token: stranger.token, path: { id } }), 404, 'not_found');
});

test('tenant-groups.list.attributes', async () => {
  const provisioned = await call('POST /scim/v2/Groups', { body: { displayName: 'From the directory', externalId: 'g7' } });
  const { id } = await create({ name: 'Listed', description: 'Found by text', assignedRoles: [{ name: 'Runs' }] });
  const found = async (filter: string): Promise<string[]> => {
    const [list, search] = [
      await call('GET /api/v1/groups', { query: { filter, totalResults: true } }),
      await call('POST /api/v1/groups/actions/filter', { body: { filter } }),
    ];
    assert.deepEqual([list.body.data, list.body.totalResults], [search.body.data, search.body.data.length], JSON.stringify(search.body));
    return list.body.data.map(({ name }: { name: string }) => name);
  };
  assert.deepEqual(await found(`id eq "${id}"`), ['Listed']);
  assert.deepEqual(await found('name sw "list" and status eq "active"'), ['Listed']);
  assert.deepEqual(await found('description co "TEXT"'), ['Listed']);
  assert.deepEqual(await found('providerType eq "idp"'), ['From the directory']);
  assert.ok((await found(`assignedRoles.id eq "${role.id}" and assignedRoles.name eq "runs"`)).includes('Listed'));
  assert.equal((await read(provisioned.body.id)).providerType, 'idp');
  assertRefused(await call('GET /api/v1/groups', { query: { filter: 'owner eq "x"' } }), 400, 'malformed_filter');
  assertRefused(await call('GET /api/v1/groups', { query: { sort: 'description' } }), 400, 'malformed_request');
  const first = await call('GET /api/v1/groups', { query: { sort: '-createdAt', limit: 1 } });
  assert.deepEqual([first.body.data[0].id, typeof first.body.links.next.href], [id, 'string']);
  await create({ name: 'Listed twice' });
  const body = { filter: 'name sw "listed"' };
  const filtered = await call('POST /api/v1/groups/actions/filter', { query: { limit: 1 }, body });
  const next = String(filtered.body.links.next.href).slice(server.url.length);
  for (const answer of [await call(`GET ${next}`), await call(`POST ${next}`, { body })])
    assert.deepEqual([answer.body.data.map(({ name }: { name: string }) => name), answer.body.links.next], [['Listed twice'], undefined]);
});

test('tenant-groups.all.permission', async () => {
  const member = await make.user();
  const { id } = await create({ name: 'Guarded', assignedRoles: [{ name: 'Runs' }] });
  await call('POST /account/groups/{id}/users', { path: { id }, body: [member.id] });
  const weak = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT', 'SVC_USER_MANAGEMENT'] });
  const without = await make.user({ permissions: PERMISSIONS.filter((one) => one !== 'SVC_GROUP_MANAGEMENT') });
  const renamed = [{ op: 'replace', path: 'name', value: 'Renamed' }];
  const roleless = [{ op: 'replace', path: 'assignedRoles', value: [] }];
  for (const assignedRoles of [[{ name: 'Runs' }], [{ name: 'Nothing of the kind' }]])
    await leavesNothing(server, CREATE, { token: weak.token, body: { name: 'No', assignedRoles } }, 403, 'forbidden', ...TABLES);
  await leavesNothing(server, CHANGE, { token: weak.token, path: { id }, body: roleless }, 403, 'forbidden', ...TABLES);
  await leavesNothing(server, DELETE, { token: weak.token, path: { id } }, 403, 'forbidden', ...TABLES);
  assert.equal((await call(CHANGE, { token: weak.token, path: { id }, body: renamed })).status, 204);
  for (const [route, body] of [
    ['GET /api/v1/groups'],
    [CREATE, { name: 'No' }],
    ['POST /api/v1/groups/actions/filter', { filter: 'name pr' }],
    [READ],
    [CHANGE, renamed],
    [DELETE],
  ] as const)
    assertRefused(await call(route, { token: without.token, path: { id }, ...(body && { body }) }), 403, 'forbidden');
  assert.equal((await call(DELETE, { path: { id } })).status, 204);
});
