import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const LIST = 'GET /api/v1/users';
const FILTER = 'POST /api/v1/users/actions/filter';
const server = await startTestServer();
const { call, make } = server;

// A tenant of its own, so that the lists are known.
const tenant = await make.otherTenant();
const { id: managerId, token, login: manager } = await make.user({ tenant, permissions: PERMISSIONS });
const create = async (name: string, body: object = {}) =>
  (await call('POST /api/v1/users', { token, body: { subject: `${name.toLowerCase()}@example.com`, name, ...body } })).body;
const role = (await call('POST /account/roles', { token, body: { name: 'Night operator', permissions: ['SVC_OPERATOR'] } })).body;
const [ada, bob, cyd] = [
  await create('Ada', { assignedRoles: [{ name: 'Night operator' }] }),
  await create('bob', { status: 'invited' }),
  await create('Cyd'),
];
const group = (await call('POST /account/groups', { token, body: { name: 'Guides', userIds: [cyd.id], roleIds: [role.id] } })).body;
await call('PATCH /api/v1/users/{id}', { token, path: { id: cyd.id }, body: [{ op: 'replace', path: '/status', value: 'disabled' }] });
await make.user({ tenant, type: 'SERVICE' });

type Named = { subject: string };
const subjects = ({ body }: Answer): string[] => body.data.map(({ subject }: Named) => subject.replace('@example.com', ''));
const list = (query: object): Promise<Answer> => call(LIST, { token, query: { ...query } });
const filtered = async (filter: string): Promise<string[]> => {
  const answer = await call(FILTER, { token, body: { filter } });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(subjects(await list({ filter })), subjects(answer));
  return subjects(answer);
};

test('shows a user with its roles, groups and permissions', async () => {
  const { body } = await call('GET /api/v1/users/{id}', { token, path: { id: cyd.id } });
  const { createdAt, lastUpdatedAt, ...rest } = body;
  assert.deepEqual(rest, {
    id: cyd.id,
    subject: 'cyd@example.com',
    name: 'Cyd',
    tenantId: tenant,
    email: 'cyd@example.com',
    status: 'disabled',
    assignedRoles: [],
    assignedGroups: [{ id: group.id, name: 'Guides', providerType: 'custom' }],
    assignedScopes: ['SVC_OPERATOR'],
    links: { self: { href: `${server.url}/api/v1/users/${cyd.id}` } },
  });
  assert.ok(Date.parse(createdAt) <= Date.parse(lastUpdatedAt));
  assert.deepEqual(ada.assignedRoles, [{ id: role.id, name: 'Night operator', type: 'custom', level: 'user' }]);
});

test('tenant-users.list.attributes', async () => {
  const expected: Record<string, string[]> = {
    [`id eq "${ada.id}"`]: ['ada'],
    'subject eq "ADA@example.com"': ['ada'],
    'name co "d"': ['ada', 'cyd'],
    'email sw "bob"': ['bob'],
    'status eq "invited"': ['bob'],
    '(status eq "active" or status eq "disabled") and email co "example" and not (name sw "test")': ['ada', 'cyd'],
    [`assignedRoles.id eq "${role.id}"`]: ['ada'],
    'assignedRoles.name eq "night operator"': ['ada'],
    'assignedRoles[name eq "night operator" and level eq "user"]': ['ada'],
    [`assignedGroups.id eq "${group.id}"`]: ['cyd'],
    'assignedGroupsAssignedRoles.name eq "Night operator"': ['cyd'],
    'assignedScopes eq "SVC_OPERATOR"': ['ada', 'cyd', manager],
  };
  for (const [filter, found] of Object.entries(expected)) assert.deepEqual(await filtered(filter), found, filter);
  const nested = `${'('.repeat(51)}name pr${')'.repeat(51)}`;
  for (const filter of [
    'createdByUser eq "x"',
    'name',
    'name eq',
    '(name pr',
    'status eq 3',
    nested,
    '('.repeat(4000),
    'not('.repeat(1000),
  ])
    for (const answer of [await list({ filter }), await call(FILTER, { token, body: { filter } })])
      assertRefused(answer, 400, 'malformed_filter');
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  assert.deepEqual(subjects(await call(LIST, { token: stranger.token })), [stranger.login]);
});

test('tenant-style.list.sort', async () => {
  const sorted = async (sort: string): Promise<string[]> => subjects(await list({ sort }));
  assert.deepEqual(await sorted('+name'), ['ada', 'bob', 'cyd', manager]);
  assert.deepEqual(await sorted('-name'), [manager, 'cyd', 'bob', 'ada']);
  assert.deepEqual(await sorted('createdAt'), [manager, 'ada', 'bob', 'cyd']);
  assert.deepEqual(await sorted('-status,-subject'), ['bob', 'cyd', manager, 'ada']);
  for (const sort of ['size', 'name,,email', '*name', 'name, -', 'constructor'])
    assertRefused(await list({ sort }), 400, 'malformed_request');
});

test('tenant-style.list.cursor', async () => {
  const next = async (answer: Answer, which: 'next' | 'prev' = 'next'): Promise<Answer> => {
    const { href } = answer.body.links[which];
    return call(`GET ${href.slice(server.url.length)}`, { token });
  };
  for (const sort of ['name', '-name', '-status,subject', 'createdAt']) {
    const all = subjects(await list({ sort }));
    const first = await list({ sort, limit: 2, filter: 'email pr' });
    const second = await next(first);
    assert.deepEqual([subjects(first), subjects(second)], [all.slice(0, 2), all.slice(2)], sort);
    assert.deepEqual([first.body.links.prev, second.body.links.next], [undefined, undefined]);
    assert.deepEqual(subjects(await next(second, 'prev')), all.slice(0, 2), sort);
    assert.equal((await next(first)).body.links.self.href, first.body.links.next.href);
  }
  const first = await list({ limit: 2 });
  const { id } = await create('Aaron');
  assert.deepEqual(subjects(await next(first)), ['cyd', manager], 'a new user before the page hides no other one');
  await call('DELETE /api/v1/users/{id}', { token, path: { id } });

  const search = await call(FILTER, { token, query: { limit: 1, sort: '-name' }, body: { filter: 'name co "d"' } });
  const cursor = new URL(search.body.links.next.href).searchParams.get('next') ?? '';
  const rest = await call(FILTER, { token, query: { limit: 1, sort: '-name', next: cursor }, body: { filter: 'name co "d"' } });
  assert.deepEqual([subjects(search), subjects(rest)], [['cyd'], ['ada']]);
  const { pathname, search: parameters } = new URL(search.body.links.next.href);
  assert.equal(pathname, '/api/v1/users/actions/filter');
  const body = { filter: 'name co "d"' };
  for (const followed of [await next(search), await call(`POST ${pathname}${parameters}`, { token, body })])
    assert.deepEqual([subjects(followed), subjects(await next(followed, 'prev'))], [['ada'], ['cyd']], 'the links keep the filter');

  for (const wrong of ['x', Buffer.from('["a"]').toString('base64url'), Buffer.from('["a","b"]').toString('base64url')])
    assertRefused(await list({ next: wrong }), 400, 'malformed_request');
  assertRefused(await list({ next: cursor, prev: cursor }), 400, 'malformed_request');
  assertRefused(await list({ next: cursor, sort: 'createdAt' }), 400, 'malformed_request');
  for (const limit of [0, 101]) assertRefused(await list({ limit }), 400, 'malformed_request');
});

test('tenant-style.list.total', async () => {
  assert.equal((await list({ limit: 1, totalResults: true })).body.totalResults, 4);
  assert.equal((await list({ totalResults: true, filter: 'name co "d"' })).body.totalResults, 2);
  assert.equal((await list({})).body.totalResults, undefined);
  assert.deepEqual((await call('GET /api/v1/users/actions/count', { token })).body, { total: 4 });
});

test('tenant-users.all.status', async () => {
  const status = async (id: string): Promise<string> => (await call('GET /api/v1/users/{id}', { token, path: { id } })).body.status;
  assert.deepEqual([await status(ada.id), await status(bob.id), await status(cyd.id)], ['active', 'invited', 'disabled']);
  assert.deepEqual([ada.invitation, bob.invitation.sent, typeof bob.invitation.link], [undefined, false, 'string']);
});

test('tenant-users.me.redirect', async () => {
  const weak = await make.user({ tenant });
  const { status, body, headers } = await call('GET /api/v1/users/me', { token: weak.token });
  assert.deepEqual([status, body, headers.get('location')], [302, undefined, `/api/v1/users/${weak.id}`]);
  const followed = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization: `Bearer ${weak.token}` } });
  assert.equal(((await followed.json()) as { subject: string }).subject, weak.login);
  const program = await make.user({ tenant, type: 'SERVICE' });
  assertRefused(await call('GET /api/v1/users/me', { token: program.token }), 404, 'not_found');
});

test('tenant-users.get.self', async () => {
  const weak = await make.user({ tenant });
  const read = (id: string) => call('GET /api/v1/users/{id}', { token: weak.token, path: { id } });
  assert.equal((await read(weak.id.toUpperCase())).body.id, weak.id);
  const refused = await read(managerId);
  assertRefused(refused, 404, 'not_found');
  assert.equal(refused.body.errors[0].code, 'USERS-7');
});

test('tenant-users.all.permission', async () => {
  const user = await make.user({ tenant, permissions: PERMISSIONS.filter((one) => one !== 'SVC_USER_MANAGEMENT') });
  for (const [route, body] of [
    [LIST],
    ['GET /api/v1/users/actions/count'],
    [FILTER, { filter: 'name pr' }],
    ['POST /api/v1/users', { subject: 'no@example.com' }],
    ['POST /api/v1/users/actions/invite', { invitees: [{ email: 'no@example.com' }] }],
    ['PATCH /api/v1/users/{id}', [{ op: 'replace', path: '/name', value: 'No' }]],
    ['DELETE /api/v1/users/{id}'],
  ] as const)
    assertRefused(await call(route, { token: user.token, path: { id: ada.id }, ...(body && { body }) }), 403, 'forbidden');
});
