import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/connections';
const server = await startTestServer();
const { call, make, platform } = server;

const workspace = await make.workspace();
const bodyOf = (changes: object = {}): object => ({
  name: crypto.randomUUID(),
  workspaceId: workspace.id,
  app: 'Custom',
  parameters: [{ name: 'host', value: 'db.example' }],
  ...changes,
});

test('creates a connection with all values of the body, and reads it back', async () => {
  const parameters = [
    { name: 'port', value: '5432', encrypted: false },
    { name: 'host', value: '', encrypted: false },
    { name: 'empty', encrypted: false },
  ];
  const created = await call(ROUTE, { body: bodyOf({ name: '  Warehouse ', app: ' postgresql ', parameters }) });
  assert.equal(created.status, 201);
  const { id, workspace: shownWorkspace, createDate, ...rest } = created.body;
  assert.deepEqual(rest, { name: 'Warehouse', app: 'postgresql', parameters });
  assert.equal(shownWorkspace.id, workspace.id);
  assert.equal(new Date(createDate).toISOString(), createDate);
  assert.deepEqual((await call('GET /orchestration/connections/{connectionId}', { path: { connectionId: id } })).body, created.body);
});

test('connections.create.encrypted', async () => {
  const parameters = [
    { name: 'password', value: 'swordfish-7c1', encrypted: true },
    { name: 'later', encrypted: true },
    { name: 'none', value: null },
  ];
  const { status, body } = await call(ROUTE, { body: bodyOf({ parameters }) });
  assert.equal(status, 201);
  assert.deepEqual(body.parameters, [
    { name: 'password', encrypted: true },
    { name: 'later', encrypted: true, valueMissing: true },
    { name: 'none', encrypted: false },
  ]);
  const stored = await platform.db.reader.rows<{ name: string; plain: boolean; secret: Buffer | null }>(sql`
    select name, plain_value is not null as plain, secret_value as secret
    from connection_parameter
    where connection_id = ${body.id}
    order by position`);
  assert.deepEqual(
    stored.map(({ name, plain, secret }) => [name, plain, secret !== null]),
    [
      ['password', false, true],
      ['later', false, false],
      ['none', false, false],
    ],
  );
  const [password] = stored;
  assert.ok(password?.secret && !password.secret.includes('swordfish'));
});

test('connections.create.name', async () => {
  const name = 'Only once';
  assert.equal((await call(ROUTE, { body: bodyOf({ name }) })).status, 201);
  for (const same of [name, ` ${name} `])
    await leavesNothing(
      server,
      ROUTE,
      { body: bodyOf({ name: same }) },
      409,
      'connection_name_taken',
      'connection',
      'connection_parameter',
    );
  const sibling = await make.workspace({ environment: workspace.environment });
  assert.equal((await call(ROUTE, { body: bodyOf({ name, workspaceId: sibling.id }) })).status, 201, 'another workspace may use the name');
});

test('exactly one of many concurrent creations of one name succeeds', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => (await call(ROUTE, { body: bodyOf({ name: 'At once' }) })).status),
  );
  assert.deepEqual(statuses.toSorted(), [201, ...Array.from({ length: 11 }, () => 409)]);
});

test('connections.create.right', async () => {
  const needs = { workspace: workspace.id, permission: ['SVC_CONNECTION_RESOURCE_EDIT', 'SVC_OPERATOR'], right: 'AUTHOR' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, body: bodyOf() }), 201);
});

test('connections.create.permission', async () => {
  const { token } = await make.user({ permissions: ['SVC_ENVIRONMENT_MANAGEMENT'], rights: { [workspace.id]: ['AUTHOR', 'MANAGE'] } });
  await leavesNothing(server, ROUTE, { token, body: bodyOf() }, 403, 'forbidden', 'connection');
});

test('connections.create.parameters', async () => {
  const parameters = [{ name: 'a', value: '1' }, { name: 'b' }, { name: 'a', encrypted: true }];
  const { body } = await leavesNothing(server, ROUTE, { body: bodyOf({ parameters }) }, 400, 'parameter_twice', 'connection');
  assert.match(body.message, /'a'/);
});

test('a refusal of a malformed body names the field and repeats no value', async () => {
  const cases: [changes: object, message: RegExp][] = [
    [{ name: undefined }, /name/],
    [{ name: '  ' }, /name must not be blank/],
    [{ app: '' }, /app/],
    [{ parameters: undefined }, /parameters/],
    [{ parameters: [{ value: 'swordfish-7c1' }] }, /'name' is missing/],
    [{ parameters: [{ name: 'a b', value: 'swordfish-7c1' }] }, /name/],
    [{ parameters: [{ name: 'a', value: 5 }] }, /value/],
    [{ parameters: [{ name: 'a', value: 'swordfish-7c1'.padEnd(100_001, 'x') }] }, /value/],
    [{ parameters: [{ name: 'a', secret: 'swordfish-7c1' }] }, /unrecognized field 'secret'/],
    [{ parameters: Array.from({ length: 201 }, (_, index) => ({ name: `p${index}` })) }, /parameters/],
    [{ workspaceId: 'mine' }, /workspaceId is not a valid id/],
    [{ id: newId() }, /unrecognized field 'id'/],
  ];
  for (const [changes, message] of cases) {
    const { body } = await leavesNothing(server, ROUTE, { body: bodyOf(changes) }, 400, 'malformed_request', 'connection');
    assert.match(body.message, message);
    assert.doesNotMatch(JSON.stringify(body), /swordfish/);
  }
});

test('a refusal of a body that is not JSON repeats no part of it', async () => {
  for (const text of [
    'swordfish',
    '{"value": "a" swordfish}',
    '{"value": swordfish-7c1}',
    '[undefined, "swordfish"]',
    '{"value": "swordfish',
  ]) {
    const { body } = await leavesNothing(server, ROUTE, { text }, 400, 'malformed_request', 'connection');
    assert.match(body.message, /not JSON: ./);
    assert.doesNotMatch(body.message, /word|fish/);
  }
});

test('a workspace that does not exist is not found', async () => {
  assertRefused(await call(ROUTE, { body: bodyOf({ workspaceId: newId() }) }), 404, 'not_found');
});
