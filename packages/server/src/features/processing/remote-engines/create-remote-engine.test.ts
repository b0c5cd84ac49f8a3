import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /processing/runtimes/remote-engines';
const server = await startTestServer();
const { call, make } = server;

const environmentId = await make.environment({ name: 'Engines' });
let number = 0;
const bodyOf = (changes: object = {}): object => ({ name: `Engine ${(number += 1)}`, environmentId, ...changes });

test('creates an engine with all fields of the body, which is not paired yet', async () => {
  const workspace = await make.workspace({ environment: environmentId });
  const body = {
    description: 'In the cellar',
    debug: { host: 'debug.example.com', isDebugModeOn: true },
    esbCompatibilityVersion: '8.0',
    runProfiles: ['JOB_SERVER'],
    workspaceId: workspace.id,
  };
  const created = await call(ROUTE, { body: bodyOf({ ...body, name: ' Cellar ' }) });
  assert.equal(created.status, 201);
  const { id, preAuthorizedKey: _, workspace: shownWorkspace, createDate, updateDate, runtimeId, ...rest } = created.body;
  const { workspaceId: __, ...shown } = body;
  assert.deepEqual(rest, { ...shown, name: 'Cellar', availability: 'NOT_AVAILABLE', managed: false, status: 'NOT_PAIRED' });
  assert.deepEqual([shownWorkspace.id, shownWorkspace.environment.name], [workspace.id, 'Engines']);
  assert.equal(createDate, updateDate);
  assert.notEqual(runtimeId, id);
});

test('remote-engines.create.key', async () => {
  const { body } = await call(ROUTE, { body: bodyOf() });
  assert.match(body.preAuthorizedKey, /^[0-9a-f]{64}$/);
  const again = await call(ROUTE, { body: bodyOf() });
  assert.notEqual(again.body.preAuthorizedKey, body.preAuthorizedKey);

  const { text } = await server.platform.db.reader.only<{ text: string }>(sql`
    select row_to_json(g)::text || encode(g.pairing_key_hash, 'escape') as text
    from engine g
    where g.id = ${body.id}`);
  assert.equal(text.includes(body.preAuthorizedKey), false, 'only the hash is stored');
});

test('remote-engines.create.permission', async () => {
  const { token } = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_CLUSTER_MANAGEMENT') });
  await leavesNothing(server, ROUTE, { token, body: bodyOf() }, 403, 'forbidden', 'engine');
  await leavesNothing(server, ROUTE, { token: undefined, body: bodyOf() }, 401, 'not_signed_in', 'engine');
  const enough = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: enough.token, body: bodyOf() })).status, 201);
});

test('remote-engines.create.name', async () => {
  assert.equal((await call(ROUTE, { body: bodyOf({ name: 'Once' }) })).status, 201);
  await leavesNothing(server, ROUTE, { body: bodyOf({ name: 'Once' }) }, 409, 'engine_name_taken', 'engine');
  await leavesNothing(server, ROUTE, { body: bodyOf({ name: '  Once' }) }, 409, 'engine_name_taken', 'engine');
  assert.equal((await call(ROUTE, { body: bodyOf({ name: 'Once', environmentId: await make.environment() }) })).status, 201);
});

test('remote-engines.create.environment', async () => {
  const tenant = await make.otherTenant();
  const foreign = await make.environment({ tenant });
  for (const id of [newId(), foreign])
    await leavesNothing(server, ROUTE, { body: bodyOf({ environmentId: id }) }, 404, 'not_found', 'engine');
  const { token } = await make.user({ tenant, permissions: PERMISSIONS });
  await leavesNothing(server, ROUTE, { token, body: bodyOf() }, 404, 'not_found', 'engine');
});

test('remote-engines.create.workspace', async () => {
  const elsewhere = await make.workspace();
  for (const workspaceId of [elsewhere.id, newId(), 'mine']) {
    await leavesNothing(server, ROUTE, { body: bodyOf({ workspaceId }) }, 400, 'workspace_outside_environment', 'engine');
  }
  for (const workspaceId of ['', null]) {
    const { status, body } = await call(ROUTE, { body: bodyOf({ workspaceId }) });
    assert.deepEqual([status, Object.keys(body.workspace)], [201, ['environment']], 'an empty workspace id counts as none');
  }
});

test('remote-engines.create.run-profiles', async () => {
  const shown = async (changes: object): Promise<string[]> => (await call(ROUTE, { body: bodyOf(changes) })).body.runProfiles;
  assert.deepEqual(await shown({}), ['JOB_SERVER']);
  assert.deepEqual(await shown({ runProfiles: [] }), ['JOB_SERVER']);
  assert.deepEqual(await shown({ runProfiles: ['MICROSERVICE', 'JOB_SERVER', 'MICROSERVICE'], esbCompatibilityVersion: '8.0' }), [
    'MICROSERVICE',
    'JOB_SERVER',
  ]);
});

test('remote-engines.create.esb-version', async () => {
  for (const type of ['MICROSERVICE', 'TALEND_RUNTIME']) {
    for (const esbCompatibilityVersion of [undefined, null, '', ' ']) {
      const body = bodyOf({ runProfiles: ['JOB_SERVER', type], esbCompatibilityVersion });
      await leavesNothing(server, ROUTE, { body }, 400, 'esb_version_missing', 'engine');
    }
  }
});

test('a malformed body is refused', async () => {
  for (const changes of [{ name: ' ' }, { name: undefined }, { environmentId: 'x' }, { size: 1 }, { runProfiles: ['OVEN'] }]) {
    assertRefused(await call(ROUTE, { body: bodyOf(changes) }), 400, 'malformed_request');
  }
});
