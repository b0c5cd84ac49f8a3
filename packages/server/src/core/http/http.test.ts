import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, leavesNothing } from '../../../test/support/refusals.ts';
import { startTestServer } from '../../../test/support/server.ts';

const CREATE = 'POST /orchestration/environments';
const REPLACE = 'PUT /orchestration/environments/{Id}';
const LIST = 'GET /orchestration/environments';
const server = await startTestServer();
const { call, make } = server;
const { token: administrator } = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'] });
const json = { 'content-type': 'application/json' };

/** Sends a request with exactly this path, headers and body. */
const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> =>
  fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${administrator}`, ...headers },
    ...(body !== undefined && { body }),
  });

test('requests.refusal.order', async () => {
  const taken = await make.environment({ name: 'Taken' });
  const own = await make.environment();
  const operator = (await make.user({ permissions: ['SVC_OPERATOR'] })).token;
  const unknown = crypto.randomUUID();
  const malformed = { name: '' };
  const put = (token: string | undefined, Id: string, body: object) => call(REPLACE, { token, path: { Id }, body });
  assertRefused(await put(undefined, 'no-id', malformed), 401, 'not_signed_in');
  assertRefused(await put(operator, 'no-id', { name: 'Fits' }), 400, 'malformed_request');
  assertRefused(await put(operator, unknown, malformed), 400, 'malformed_request');
  assertRefused(await put(operator, unknown, { name: 'Taken' }), 403, 'forbidden');
  assertRefused(await put(administrator, unknown, { name: 'Taken' }), 404, 'not_found');
  assertRefused(await put(administrator, own, { name: 'Taken' }), 409, 'environment_name_taken');
  assert.equal((await put(administrator, taken, { name: 'Taken' })).status, 204);

  const engine = await make.engine({ environment: own });
  assertRefused(await call('DELETE /orchestration/environments/{Id}', { path: { Id: engine.environment } }), 400, 'environment_has_engine');
});

test('requests.refusal.nothing-behind', async () => {
  await make.environment({ name: 'There' });
  const body = { name: 'There', workspaceName: 'w' };
  await leavesNothing(server, CREATE, { body }, 409, 'environment_name_taken', 'environment', 'workspace');
});

test('authentication.1.bearer', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    assert.equal((await send('GET', '/account/me', { authorization: `${scheme} ${administrator}` })).status, 200, scheme);
  }
  assert.equal((await send('GET', '/account/me', { authorization: `Bearer   ${administrator}  ` })).status, 200);
});

test('authentication.3.missing', async () => {
  const engine = await make.engine();
  const wrong = [
    '',
    administrator,
    `Basic ${administrator}`,
    'Bearer',
    'Bearer mrp_',
    `Bearer ${administrator}x`,
    `Bearer ${engine.credential}`,
  ];
  wrong.push(`Bearer ${administrator} ${administrator}`, `Bearer mrp_${'a'.repeat(5000)}`, "Bearer ' or true --");
  for (const authorization of wrong) {
    const response = await send('GET', '/account/me', { authorization });
    assert.equal(response.status, 401, authorization);
    assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer/);
  }
  assertRefused(
    await call('POST /engine/v1/claims', { token: administrator, body: { free: 1, waitMilliseconds: 0 } }),
    401,
    'not_signed_in',
  );
});

test('authentication.3.missing: the body of a request without a token is not read', async () => {
  const response = await send('POST', '/orchestration/environments', { ...json, authorization: '' }, '{ broken');
  assert.equal(response.status, 401);
});

test('authentication.3.permission', async () => {
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'] });
  const { body } = await leavesNothing(server, CREATE, { token, body: { name: 'a', workspaceName: 'w' } }, 403, 'forbidden', 'environment');
  assert.match(body.message, /SVC_ENVIRONMENT_MANAGEMENT/, 'the refusal names the missing permission');
});

test('requests.id.malformed', async () => {
  for (const id of ['1', 'default', crypto.randomUUID().slice(1), `${crypto.randomUUID()}0`, '%27%20or%20true', '%00']) {
    const response = await send('DELETE', `/orchestration/environments/${id}`);
    assert.equal(response.status, 400, id);
    assert.match(((await response.json()) as { message: string }).message, /path\.Id is not a valid id/);
  }
});

test('requests.id.hidden', async () => {
  const workspace = await make.workspace();
  const foreign = await make.workspace({ tenant: await make.otherTenant() });
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'] });
  for (const id of [crypto.randomUUID(), foreign.id, workspace.id]) {
    const { status, body } = await call('PUT /orchestration/workspaces/{id}', { token, path: { id }, body: { name: 'Mine' } });
    assert.deepEqual(
      [status, body.message, body.detail],
      [404, `Workspace '${id}' was not found.`, 'not_found'],
      'the three refusals are the same',
    );
  }
});

test('requests.body.unknown-field', async () => {
  const body = { name: 'a', workspaceName: 'w', colour: 'red' };
  const refused = await leavesNothing(server, CREATE, { body }, 400, 'malformed_request', 'environment');
  assert.match(refused.body.message, /'colour'/);
});

test('requests.body.empty', async () => {
  const id = await make.environment();
  assert.equal((await send('DELETE', `/orchestration/environments/${id}`, json, '')).status, 204);
  assert.equal((await send('GET', '/account/me', json)).status, 200);
  const response = await send('POST', '/orchestration/environments', json, '');
  assert.deepEqual(
    [response.status, ((await response.json()) as { message: string }).message],
    [400, 'The request needs a JSON object as its body.'],
  );
});

test('requests.query.unknown', async () => {
  assert.equal((await call(LIST, { query: { query: 'name==default', colour: 'red', _: 1 } })).body.length, 1);
});

test('requests.path.trailing-slash', async () => {
  assert.equal((await send('GET', '/account/me/')).status, 200);
  assert.equal((await send('GET', '/orchestration/environments/?query=name==default')).status, 200);
});

test('requests.accept.any', async () => {
  for (const accept of ['text/plain', 'image/png', 'application/json;version=9', '']) {
    const response = await send('GET', '/account/me', { accept });
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/json; charset=utf-8']);
  }
});

test('refuses a body that is not a JSON object, and says why', async () => {
  const bodies: [string, RegExp][] = [
    ['{ "name": ', /not JSON: .*JSON/],
    ['{"name": "a",}', /not JSON: .*position|not JSON: /],
    ['null', /needs a JSON object/],
    ['[]', /needs a JSON object/],
    ['"name"', /needs a JSON object/],
    ['{"name":"a","workspaceName":"w","__proto__":{"x":1}}', /__proto__/],
    ['{"name":"a","workspaceName":"w","constructor":{"prototype":{}}}', /constructor/],
    [JSON.stringify({ name: 'a\0b', workspaceName: 'w' }), /U\+0000/],
  ];
  for (const [body, message] of bodies) {
    const answer = await leavesNothing(server, CREATE, { text: body }, 400, 'malformed_request', 'environment');
    assert.match(answer.body.message, message, body);
  }
});

test('refuses other content types and accepts those that end in +json', async () => {
  const body = JSON.stringify({ name: 'Typed', workspaceName: 'w' });
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'nonsense']) {
    const response = await send('POST', '/orchestration/environments', { 'content-type': type }, body);
    assert.deepEqual([response.status, ((await response.json()) as { detail: string }).detail], [400, 'unsupported_media_type'], type);
  }
  const answer = await send('POST', '/orchestration/environments', { 'content-type': 'application/vnd.example+json; charset=utf-8' }, body);
  assert.equal(answer.status, 201);
});

test('refuses a body that is too large', async () => {
  const body = { name: 'Large', workspaceName: 'w', description: 'x'.repeat(1024 * 1024) };
  await leavesNothing(server, CREATE, { body }, 413, 'too_large', 'environment');
});

test('accepts characters outside of ASCII, also those of two UTF-16 units', async () => {
  const { status, body } = await call(CREATE, { body: { name: '𝄞 é 日本', workspaceName: 'w' } });
  assert.deepEqual([status, body.name], [201, '𝄞 é 日本']);
});

test('requests.answer.request-id', async () => {
  const seen = new Set<string>();
  const long = 'a'.repeat(600);
  const paths = [
    '/account/me',
    '/nothing',
    '/healthz',
    '/openapi.json',
    '/orchestration/environments/%ZZ',
    `/orchestration/environments/${long}`,
  ];
  for (const [method, path] of [...paths.map((url) => ['GET', url] as const), ['POST', '/nothing'], ['PATCH', '/account/me']] as const) {
    const response = await send(
      method,
      path,
      method === 'POST' ? { 'content-type': 'text/xml' } : {},
      method === 'POST' ? '<a/>' : undefined,
    );
    const id = response.headers.get('x-request-id') ?? '';
    assert.match(id, /^[0-9a-f-]{36}$/, path);
    assert.ok(!seen.has(id));
    seen.add(id);
    const body = (await response.json()) as { status: number; requestId?: string };
    if (response.status < 400) continue;
    assert.deepEqual([body.status, body.requestId], [response.status, id], path);
  }
  assert.equal(seen.size, 8);
});

test('every answer forbids caching and content sniffing', async () => {
  const id = await make.environment();
  const { token } = await make.user();
  const requests: [string, string, Record<string, string>, number][] = [
    ['GET', '/account/me', {}, 200],
    ['DELETE', `/orchestration/environments/${id}`, {}, 204],
    ['GET', '/orchestration/environments/%ZZ', {}, 400],
    ['GET', '/account/me', { authorization: '' }, 401],
    ['DELETE', `/orchestration/environments/${id}`, { authorization: `Bearer ${token}` }, 403],
    ['GET', '/nothing', {}, 404],
    ['HEAD', '/account/me', {}, 405],
    ['GET', '/healthz', {}, 200],
    ['GET', '/openapi.json', {}, 200],
  ];
  for (const [method, path, headers, status] of requests) {
    const response = await send(method, path, headers);
    await response.text();
    const values = ['cache-control', 'x-content-type-options'].map((name) => response.headers.get(name));
    assert.deepEqual([response.status, ...values], [status, 'no-store', 'nosniff'], `${method} ${path}`);
  }
  const metrics = await fetch(`${server.watchUrl}/metrics`);
  assert.deepEqual([metrics.headers.get('cache-control'), metrics.headers.get('x-content-type-options')], ['no-store', 'nosniff']);
});

test('requests.method.head', async () => {
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs', '/']) {
    const [head, get] = [await send('HEAD', path, {}), await send('GET', path, {})];
    assert.deepEqual([head.status, head.headers.get('content-type')], [200, get.headers.get('content-type')], path);
    assert.equal(await head.text(), '');
    await get.text();
  }
  assert.equal((await send('HEAD', '/manual/nothing', {})).status, 404);
});

test('errors.body.request-id', async () => {
  for (const route of [CREATE, 'POST /account/personal-access-tokens']) {
    const { body, headers } = await call(route, { body: {} });
    assert.equal(body.requestId, headers.get('x-request-id'), route);
  }
});

test('the refusal of an unknown operation names the page of the known ones', async () => {
  for (const route of ['GET /nothing', 'PATCH /account/me/nothing', 'GET /orchestration/environments/{Id}/nothing']) {
    const answer = await call(route, { path: { Id: crypto.randomUUID() } });
    assertRefused(answer, 404, 'route_unknown');
    assert.match(answer.body.message ?? answer.body.detail, /\/docs/);
  }
});

test('requests.method.other', async () => {
  for (const [route, allowed] of [
    ['PATCH /account/me', 'GET'],
    ['GET /orchestration/environments/{Id}', 'DELETE, PUT'],
    ['POST /orchestration/environments/{Id}/', 'DELETE, PUT'],
    ['OPTIONS /orchestration/executables/tasks/search', 'POST'],
    ['PUT /login', 'GET, POST'],
    ['POST /scim/v2/Schemas', 'GET, HEAD'],
  ] as const) {
    const { status, headers, body } = await call(route, { path: { Id: crypto.randomUUID() }, token: undefined });
    assert.deepEqual([status, headers.get('allow')], [405, allowed], route);
    assert.match(
      JSON.stringify(body),
      new RegExp(`method_not_allowed.*this path accepts ${allowed}|this path accepts ${allowed}.*method_not_allowed`),
    );
  }
});
