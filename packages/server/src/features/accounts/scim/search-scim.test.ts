import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Permission } from '@millrace/contract';
import { startTestServer } from '../../../../test/support/server.ts';

const SEARCH = 'POST /scim/v2/.search';
const { call, make } = await startTestServer();
const names = ['Cargo one', 'Cargo two', 'Cargo three'];
for (const [index, displayName] of names.entries()) {
  await call('POST /scim/v2/Users', { body: { userName: `cargo${index}`, displayName, emails: [{ value: `cargo${index}@example.com` }] } });
  await call('POST /scim/v2/Groups', { body: { displayName: `${displayName} group` } });
}
await call('POST /account/roles', { body: { name: 'Cargo role', permissions: ['SVC_OPERATOR'] } });

type Found = { displayName?: string; userName?: string; name?: string; meta: { resourceType: string } };
const find = async (body: object, token?: string) => {
  const { status, body: found } = await call(SEARCH, { body, ...(token !== undefined && { token }) });
  assert.equal(status, 200, JSON.stringify(found));
  return { ...found, types: found.Resources.map((one: Found) => one.meta.resourceType) };
};
const tokenWith = async (...permissions: Permission[]): Promise<string> => (await make.user({ permissions })).token;

test('scim.search.root', async () => {
  const filter = 'displayName sw "cargo"';
  const all = await find({ filter });
  assert.deepEqual(
    [all.totalResults, all.startIndex, all.itemsPerPage, all.types],
    [6, 1, 6, ['User', 'User', 'User', 'Group', 'Group', 'Group']],
  );
  const paged = [];
  for (let startIndex = 1; startIndex <= 7; startIndex += 2) {
    const page = await find({ filter, startIndex, count: 2 });
    assert.deepEqual([page.totalResults, page.startIndex], [6, startIndex]);
    paged.push(...page.Resources);
  }
  assert.deepEqual(paged, all.Resources, 'pages of two give the whole list');
  assert.deepEqual((await find({ filter: 'id pr', count: 0 })).itemsPerPage, 0);

  assert.deepEqual((await find({ filter: 'userName eq "CARGO1"' })).types, ['User'], 'the other types have no userName');
  assert.deepEqual((await find({ filter: 'name eq "Cargo role"' })).types.at(-1), 'Role');
  assert.deepEqual((await find({ filter }, await tokenWith('SVC_GROUP_MANAGEMENT'))).types, ['Group', 'Group', 'Group']);
  assert.deepEqual((await find({ filter }, await tokenWith('SVC_ROLE_MANAGEMENT', 'SVC_USER_MANAGEMENT'))).types, ['User', 'User', 'User']);
  for (const broken of ['noSuch eq "x"', 'displayName sw', '('])
    assertRefusedByScim(await call(SEARCH, { body: { filter: broken } }), 400, 'invalidFilter');
  const { status } = await call(SEARCH, { body: { filter }, token: await tokenWith('SVC_OPERATOR') });
  assert.equal(status, 403);
});

const assertRefusedByScim = ({ status, body }: Awaited<ReturnType<typeof call>>, expected: number, type: string): void =>
  assert.deepEqual([status, body.scimType], [expected, type], JSON.stringify(body));
