import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const LIST = 'GET /scim/v2/Users';
const SEARCH = 'POST /scim/v2/Users/.search';
const server = await startTestServer();
const { call, make, platform } = server;
const { token, login, id: managerId } = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });

type Resource = { id: string; userName: string };
const create = async (userName: string, fields: object = {}): Promise<Resource> => {
  const body = { userName, emails: [{ value: `${userName}@example.com` }], ...fields };
  const answer = await call('POST /scim/v2/Users', { token, body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
};
const logins = async (query: object): Promise<string[]> => {
  const { status, body } = await call(LIST, { token, query: query as Record<string, unknown> });
  assert.equal(status, 200, JSON.stringify(body));
  return body.Resources.map(({ userName }: Resource) => userName);
};
const found = async (filter: string): Promise<string[]> => (await logins({ filter })).toSorted();

const john = await create('john', { name: { familyName: "O'Malley", givenName: 'John' }, title: 'Engineer', externalId: 'Ab1' });
const bjensen = await create('bjensen', {
  name: { familyName: 'Jensen', givenName: 'Barbara' },
  title: 'Tour Guide',
  emails: [{ value: 'bjensen@example.org', type: 'work' }],
  phoneNumbers: [{ value: '555-555-8377' }],
  preferredLanguage: 'fr-CH',
  active: false,
});
const jane = await create('Jane_100%', { name: { givenName: 'Jane' } });
const guides = (await call('POST /account/groups', { token, body: { name: 'Tour Guides', userIds: [bjensen.id, jane.id] } })).body.id;
const all = [login, 'john', 'bjensen', 'Jane_100%'];

test('scim.filter.operators', async () => {
  // The examples of RFC 7644, section 3.4.2.2, as far as a user has their attributes, and others.
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['userName Eq "john"', ['john']],
    ['Username eq "JOHN"', ['john']],
    ['userName eq "bjensen"', ['bjensen']],
    [`name.familyName co "O'Malley"`, ['john']],
    ['userName sw "J"', ['Jane_100%', 'john']],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', ['Jane_100%', 'john']],
    ['userName ew "sen"', ['bjensen']],
    ['userName co "_100%"', ['Jane_100%']],
    ['userName co "o_n"', []],
    ['title pr', ['bjensen', 'john']],
    ['not (title pr)', ['Jane_100%', login]],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', all],
    ['meta.created lt "2011-05-13T04:42:34Z"', []],
    ['meta.resourceType eq "User"', all],
    ['title pr and active eq true', ['john']],
    ['title pr and not (active eq true)', ['bjensen']],
    ['title pr or userName eq "Jane_100%"', ['Jane_100%', 'bjensen', 'john']],
    ['userName eq "john" or title pr and active eq false', ['bjensen', 'john']],
    ['(userName eq "john" or title pr) and active eq false', ['bjensen']],
    ['title ne "Engineer"', ['Jane_100%', 'bjensen', login]],
    ['title eq null', ['Jane_100%', login]],
    ['title ne null', ['bjensen', 'john']],
    ['title gt "engineer"', ['bjensen']],
    ['title ge "engineer" and title le "Engineer"', ['john']],
    ['title lt "engineer"', []],
    ['active ne true', ['bjensen']],
    ['externalId eq "Ab1"', ['john']],
    ['externalId eq "ab1"', []],
    [`id eq "${john.id}"`, ['john']],
    ['preferredLanguage eq "fr"', ['bjensen']],
    ['displayName sw "barbara"', ['bjensen']],
    ['emails co "example.org"', ['bjensen']],
    ['emails.value co "example.org"', ['bjensen']],
    ['emails.type eq "work"', all],
    ['active eq false and (emails co "example.com" or emails.value co "example.org")', ['bjensen']],
    ['emails[type eq "work" and value co "@example.org"]', ['bjensen']],
    ['emails[type eq "home"]', []],
    ['phoneNumbers pr', ['bjensen']],
    ['phoneNumbers[value sw "555"] and emails[not (value co "example.com")]', ['bjensen']],
    [`groups eq "${guides}"`, ['Jane_100%', 'bjensen']],
    ['groups.display co "guide"', ['Jane_100%', 'bjensen']],
    ['groups[display eq "tour guides" and type eq "direct"]', ['Jane_100%', 'bjensen']],
    ['not (groups pr)', ['john', login]],
    ['roles pr', [login]],
    [String.raw`userName eq "jo\u0068n"`, ['john']],
    ['userName eq "\') or (true"', []],
  ];
  for (const [filter, expected] of cases) assert.deepEqual(await found(filter), [...expected].toSorted(), filter);
});

test('scim.filter.unknown', async () => {
  const wrong = [
    'userName',
    'userName eq',
    'userName eq john',
    'userName eq "john',
    'userName is "john"',
    'userName eq "john" and',
    '(userName eq "john"',
    'userName eq "john")',
    'not title pr',
    '"john" eq userName',
    'emails[type eq "work"',
    'emails[]',
    'userName[value eq "a"]',
    'emails[planet eq "work"]',
    'title pr and planet eq "earth"',
    'ims[type eq "xmpp" and planet co "@foo.com"]',
    'password eq "secret"',
    'name.planet pr',
    'urn:ietf:params:scim:schemas:core:2.0:Group:displayName pr',
    'active gt true',
    'active eq "yes"',
    'userName eq 5',
    'meta.created eq "yesterday"',
    'meta.created co "2026"',
    'userName co null',
    'constructor pr',
    'emails[constructor pr]',
    'emails.constructor pr',
  ];
  for (const filter of wrong) {
    for (const answer of [await call(LIST, { token, query: { filter } }), await call(SEARCH, { token, body: { filter } })]) {
      assertRefused(answer, 400, 'malformed_filter');
      assert.equal(answer.body.scimType, 'invalidFilter', filter);
    }
  }
  assertRefused(await call(LIST, { token, query: { filter: 'x'.repeat(2001) } }), 400, 'malformed_request');
});

test('scim.list.sort', async () => {
  assert.deepEqual(await logins({}), all, 'the oldest is first');
  assert.deepEqual(await logins({ sortBy: 'name.givenName' }), ['bjensen', 'Jane_100%', 'john', login]);
  assert.deepEqual(await logins({ sortBy: 'name.givenName', sortOrder: 'descending' }), [login, 'john', 'Jane_100%', 'bjensen']);
  assert.deepEqual((await logins({ sortBy: 'userName' })).slice(0, 3), ['bjensen', 'Jane_100%', 'john']);
  assert.deepEqual((await logins({ sortBy: 'title', sortOrder: 'descending' })).slice(0, 2), ['bjensen', 'john']);
  for (const sortBy of ['planet', 'groups', '', 'a b']) {
    const answer = await call(LIST, { token, query: { sortBy } });
    assertRefused(answer, 400, 'invalid_path');
  }
});

test('scim.list.page', async () => {
  const page = async (query: Record<string, unknown>) => {
    const { body } = await call(LIST, { token, query: { sortBy: 'userName', ...query } });
    const { Resources, totalResults, startIndex, itemsPerPage } = body;
    return [Resources.map(({ userName }: Resource) => userName), totalResults, startIndex, itemsPerPage];
  };
  const whole = (await logins({ sortBy: 'userName' })) as string[];
  assert.deepEqual(await page({}), [whole, 4, 1, 4]);
  assert.deepEqual(await page({ count: 2 }), [whole.slice(0, 2), 4, 1, 2]);
  assert.deepEqual(await page({ startIndex: 3, count: 2 }), [whole.slice(2), 4, 3, 2]);
  assert.deepEqual(await page({ startIndex: 0, count: 1 }), [whole.slice(0, 1), 4, 1, 1]);
  assert.deepEqual(await page({ count: 0 }), [[], 4, 1, 0]);
  assert.deepEqual(await page({ count: -5 }), [[], 4, 1, 0]);
  assert.deepEqual(await page({ startIndex: 9 }), [[], 4, 9, 0]);
  assert.deepEqual(await page({ filter: 'title pr', count: 1 }), [['bjensen'], 2, 1, 1]);
});

test('scim.attributes.chosen', async () => {
  const read = async (query: Record<string, unknown>, path = { id: bjensen.id }) =>
    (await call('GET /scim/v2/Users/{id}', { token, path, query })).body;
  assert.deepEqual(await read({ attributes: 'userName,name.familyName, emails.VALUE' }), {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: bjensen.id,
    userName: 'bjensen',
    name: { familyName: 'Jensen' },
    emails: [{ value: 'bjensen@example.org' }],
  });
  assert.deepEqual(Object.keys(await read({ attributes: 'urn:ietf:params:scim:schemas:core:2.0:User:title' })), ['schemas', 'id', 'title']);
  const { meta: _meta, groups: _groups, ...rest } = await read({});
  assert.deepEqual(await read({ excludedAttributes: 'meta,groups,id' }), rest);
  const { body } = await call(SEARCH, { token, body: { filter: 'userName eq "john"', attributes: ['userName'], meta: {} } });
  assert.deepEqual(body.Resources, [{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], id: john.id, userName: 'john' }]);
  const created = await call('POST /scim/v2/Users', {
    token,
    query: { attributes: 'userName' },
    body: { userName: 'short', emails: [{ value: 'a@example.com' }] },
  });
  assert.deepEqual(Object.keys(created.body), ['schemas', 'id', 'userName']);
  await call('DELETE /scim/v2/Users/{id}', { token, path: { id: created.body.id } });
});

test('shows no service account and nothing of another tenant', async () => {
  await make.user({ tenant: (await make.user()).tenant, type: 'SERVICE' });
  assert.ok(!(await logins({})).includes('admin'));
  const { body } = await call(LIST, { query: { filter: `id eq "${managerId}" or userName co "-"` } });
  assert.ok(body.Resources.every(({ id }: Resource) => id !== managerId));
});

test('scim.list.page: a list of 1,203 users in pages of 500 has each of them once, while users are added', async () => {
  const tenant = await make.otherTenant();
  const reader = await make.user({ tenant, permissions: PERMISSIONS });
  await platform.db.writer.rows(sql`
    insert into account (id, tenant_id, user_type, login, email, first_name, last_name)
    select id, ${tenant}, 'HUMAN', 'many' || id, id || '@example.com', 'Many', 'One'
    from unnest(${Array.from({ length: 1202 }, () => newId())}::uuid[]) as u (id)`);
  const seen: string[] = [];
  const totals: number[] = [];
  for (let startIndex = 1, total = 1; startIndex <= total;) {
    const { status, body } = await call(LIST, { token: reader.token, query: { startIndex, count: 500 } });
    assert.equal(status, 200, JSON.stringify(body));
    seen.push(...body.Resources.map(({ id }: Resource) => id));
    totals.push(body.totalResults);
    total = body.totalResults;
    startIndex += body.itemsPerPage;
    if (totals.length < 3)
      for (const first of ['aaa', 'many', 'zzz']) {
        const userName = `${first}${totals.length}-new`;
        await call('POST /scim/v2/Users', { token: reader.token, body: { userName, emails: [{ value: `${userName}@example.com` }] } });
      }
  }
  assert.deepEqual([totals, seen.length, new Set(seen).size], [[1203, 1206, 1209], 1209, 1209]);
});
