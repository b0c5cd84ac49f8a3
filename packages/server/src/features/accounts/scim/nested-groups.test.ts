import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;
const TABLES = ['account_group', 'account_group_member', 'group_nesting'];
const ada = await make.user();
let number = 0;

type Member = { value?: string; type?: string; $ref?: string };
const create = (members: Member[] = []) => call('POST /scim/v2/Groups', { body: { displayName: `Nest ${(number += 1)}`, members } });
const createdId = async (...members: Member[]): Promise<string> => (await create(members)).body.id;
const patch = (id: string, ...operations: object[]) =>
  call('PATCH /scim/v2/Groups/{id}', { path: { id }, body: { Operations: operations } });
const add = (id: string, member: string) => patch(id, { op: 'add', path: 'members', value: [{ value: member, type: 'Group' }] });
const membersOf = async (id: string): Promise<string[]> =>
  (await call('GET /scim/v2/Groups/{id}', { path: { id } })).body.members.map(({ value }: { value: string }) => value);

test('scim.groups.nested', async () => {
  const [typed, addressed, plain] = [await createdId(), await createdId({ value: ada.id }), await createdId()];
  const { status, body } = await create([
    { value: ada.id },
    { value: typed, type: 'group' },
    { $ref: `${server.url}/scim/v2/Groups/${addressed}` },
    { value: plain },
    { value: plain.toUpperCase() },
  ]);
  assert.equal(status, 201, JSON.stringify(body));
  const shown = body.members.map((one: Required<Member>) => [one.value, one.type, one.$ref]);
  const group = (id: string) => [id, 'Group', `${server.url}/scim/v2/Groups/${id}`];
  assert.deepEqual(shown, [[ada.id, 'User', `${server.url}/scim/v2/Users/${ada.id}`], group(typed), group(addressed), group(plain)]);
  assert.deepEqual((await call('GET /account/groups/{id}', { path: { id: body.id } })).body.userIds, [ada.id]);
  const found = await call('GET /scim/v2/Groups', { query: { filter: `members[type eq "Group" and value eq "${plain}"]` } });
  assert.deepEqual(
    found.body.Resources.map(({ id }: { id: string }) => id),
    [body.id],
  );

  await patch(body.id, { op: 'remove', path: `members[value eq "${typed}"]` });
  assert.deepEqual(await membersOf(body.id), [ada.id, addressed, plain]);
  assert.equal((await call('DELETE /scim/v2/Groups/{id}', { path: { id: plain } })).status, 204);
  await call('PUT /scim/v2/Groups/{id}', {
    path: { id: body.id },
    body: { displayName: 'Nest', members: [{ value: addressed, type: 'Group' }] },
  });
  assert.deepEqual(await membersOf(body.id), [addressed]);
});

test('groups.nesting.circle', async () => {
  const inner = await createdId();
  const middle = await createdId({ value: inner, type: 'Group' });
  const outer = await createdId({ value: middle, type: 'Group' }, { value: inner, type: 'Group' });
  const nameOf = async (id: string): Promise<string> => (await call('GET /account/groups/{id}', { path: { id } })).body.name;
  const [first, second, third] = [await nameOf(inner), await nameOf(middle), await nameOf(outer)];
  const paths: [string, string, string][] = [
    [inner, inner, `${first} → ${first}`],
    [inner, middle, `${first} → ${second} → ${first}`],
    [middle, outer, `${second} → ${third} → ${second}`],
  ];
  for (const [id, member, path] of paths) {
    const body = { Operations: [{ op: 'add', path: 'members', value: [{ value: member, type: 'Group' }] }] };
    const answer = await leavesNothing(server, 'PATCH /scim/v2/Groups/{id}', { path: { id }, body }, 400, 'group_circle', ...TABLES);
    assert.ok(answer.body.detail.includes(`${path}.`), answer.body.detail);
    assert.equal(answer.body.scimType, 'invalidValue');
  }
  assertRefused(await add(inner, outer), 400, 'group_circle');
});

test('two simultaneous changes form no cycle', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const [one, other] = [await createdId(), await createdId()];
    const answers = await Promise.all([add(one, other), add(other, one)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
  }
});

test('members that are unknown or of another tenant are refused', async () => {
  const id = await createdId();
  const stranger = await make.user({ permissions: ['SVC_GROUP_MANAGEMENT'], tenant: await make.otherTenant() });
  const foreign = (await call('POST /account/groups', { token: stranger.token, body: { name: 'Foreign', userIds: [] } })).body.id;
  for (const value of [newId(), foreign, ada.id]) {
    const body = { displayName: 'Nest', members: [{ value, type: 'Group' }] };
    await leavesNothing(server, 'PUT /scim/v2/Groups/{id}', { path: { id }, body }, 400, 'invalid_value', ...TABLES);
  }
  const body = { displayName: 'Nest', members: [{ value: foreign }] };
  await leavesNothing(server, 'POST /scim/v2/Groups', { body }, 400, 'invalid_value', ...TABLES);
});
