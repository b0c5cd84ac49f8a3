import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const CONFIG = 'GET /scim/v2/ServiceProviderConfig';
const server = await startTestServer();
const { call } = server;

test('scim.discovery.config', async () => {
  const { status, body, headers } = await call(CONFIG, { token: undefined });
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/scim+json; charset=utf-8');
  const supported = Object.entries(body as Record<string, { supported?: boolean }>).filter(([, one]) => one.supported === true);
  assert.deepEqual(supported.map(([name]) => name).toSorted(), ['changePassword', 'filter', 'patch', 'sort']);
  assert.deepEqual([body.bulk.supported, body.etag.supported, body.changePassword.supported], [false, false, true]);
  assert.equal(body.filter.maxResults, 1000);
});

test('the discovery has the schema and the resource type of users, groups and roles, at their own addresses', async () => {
  for (const [kind, ids] of [
    [
      'Schemas',
      [
        'urn:ietf:params:scim:schemas:core:2.0:User',
        'urn:ietf:params:scim:schemas:core:2.0:Group',
        'urn:ietf:params:scim:schemas:extension:millrace:2.0:Role',
      ],
    ],
    ['ResourceTypes', ['User', 'Group', 'Role']],
  ] as const) {
    const { body } = await call(`GET /scim/v2/${kind}`, { token: undefined });
    assert.deepEqual(
      body.Resources.map(({ id }: { id: string }) => id),
      ids,
    );
    assert.deepEqual([body.totalResults, body.itemsPerPage, body.startIndex], [3, 3, 1]);
    for (const resource of body.Resources) {
      assert.deepEqual((await call(`GET /scim/v2/${kind}/{id}`, { token: undefined, path: { id: resource.id } })).body, resource);
      assert.deepEqual(await (await fetch(resource.meta.location)).json(), resource);
    }
  }
});

test('scim.discovery.filter', async () => {
  for (const kind of ['Schemas', 'ResourceTypes'])
    assertRefused(await call(`GET /scim/v2/${kind}`, { token: undefined, query: { filter: 'id pr' } }), 403, 'forbidden');
});

test('unknown paths and refusals are answered in the error format of SCIM', async () => {
  const unknown = await call('GET /scim/v2/Planets');
  assert.deepEqual(
    [unknown.status, unknown.body.status, unknown.body.schemas],
    [404, '404', ['urn:ietf:params:scim:api:messages:2.0:Error']],
  );
  const paths = [
    '/scim/v2/Planets',
    '/scim/v2/Me',
    '/scim/v2',
    '/scim/v2/Users/',
    '/scim/v2/Users/1/2',
    '/scim/v2/%zz',
    `/scim/v2/${'x'.repeat(600)}`,
  ];
  for (const path of paths) {
    const answer = await fetch(`${server.url}${path}`, { method: 'DELETE' });
    assert.equal(answer.headers.get('content-type'), 'application/scim+json; charset=utf-8', `${path}: ${answer.status}`);
    assert.equal(((await answer.json()) as { status: string }).status, String(answer.status));
  }
  const missing = await call('GET /scim/v2/Users/{id}', { path: { id: newId() } });
  assert.deepEqual([missing.status, missing.headers.get('content-type')], [404, 'application/scim+json; charset=utf-8']);
  for (const [route, path] of [
    ['GET /scim/v2/Schemas', { query: { filter: 'x'.repeat(2001) } }],
    ['GET /scim/v2/ResourceTypes', { query: { filter: 'x'.repeat(2001) } }],
    ['GET /scim/v2/Schemas/{id}', { path: { id: 'x'.repeat(256) } }],
    ['GET /scim/v2/ResourceTypes/{id}', { path: { id: 'x'.repeat(256) } }],
  ] as const)
    assertRefused(await call(route, { token: undefined, ...path }), 400, 'malformed_request');
  const refused = await call('GET /scim/v2/Users', { token: undefined });
  assert.deepEqual(Object.keys(refused.body), ['schemas', 'status', 'detail']);
  assert.equal(refused.headers.get('content-type'), 'application/scim+json; charset=utf-8');
  assertRefused(refused, 401, 'not_signed_in');
});
