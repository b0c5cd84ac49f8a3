// run: own server because it sets MILLRACE_PUBLIC_URL
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { generateFiles, pairingKeyIn } from './packages.fixture.ts';
import { definitionObjects, engineObjects, environmentObjects } from './packages/objects.ts';
import { LATEST } from './packages/releases.ts';

const ROUTES = ['helm', 'manifest'].map((kind) => `POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-${kind}`);
const server = await startTestServer({ MILLRACE_ROLE: 'api', MILLRACE_PUBLIC_URL: 'https://millrace.example.com' });
const { call, make } = server;
const created = async (name = 'Engine'): Promise<string> =>
  (await call('POST /processing/runtimes/dynamic-engines', { body: { name } })).body.id;

test('dynamic-engines.generate.environments', async () => {
  const operator = await standInOperator(server);
  const names = [': "quoted" \n#日本 🚀', 'Second', 'Not assigned', 'Removed'];
  const [first = '', second = '', , removed = ''] = await Promise.all(names.map((name) => make.dynamicEnvironment({ name })));
  const links = new Map<string, string>();
  for (const id of [first, second, removed]) links.set(id, await assignTo(server, id, operator.id));
  await call('DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection', { path: { environmentId: removed } });

  const helm = await generateFiles(server, 'helm', operator.id);
  assert.deepEqual([...helm.keys()], [`${operator.id}-values.yaml`, `${first}-values.yaml`, `${second}-values.yaml`]);
  const manifest = await generateFiles(server, 'manifest', operator.id);
  assert.deepEqual([...manifest.keys()], ['custom-resource-definitions.yaml', 'resources.yaml', `${first}.yaml`, `${second}.yaml`]);

  // Both packages come from the same values, so that they install the same objects.
  const plain = (objects: unknown): unknown => JSON.parse(JSON.stringify(objects));
  const values = helm.get(`${operator.id}-values.yaml`)?.[0] as never;
  assert.deepEqual(manifest.get('custom-resource-definitions.yaml'), plain(definitionObjects));
  assert.deepEqual(manifest.get('resources.yaml'), plain(engineObjects(values)));
  for (const id of [first, second])
    assert.deepEqual(manifest.get(`${id}.yaml`), plain(environmentObjects(helm.get(`${id}-values.yaml`)?.[0] as never)));

  const own = helm.get(`${first}-values.yaml`)?.[0] as never as { environment: object; namespace: object; controlPlane: object };
  assert.deepEqual(own.environment, { linkId: links.get(first), id: first, name: names[0], logStrategy: 'NONE', metricsStrategy: 'NONE' });
  assert.deepEqual(
    [own.namespace, own.controlPlane],
    [{ create: true, name: `millrace-env-${first}` }, { url: 'https://millrace.example.com' }],
  );
});

test('every object has a valid name and labels, and a namespace comes before its content', async () => {
  const operator = await standInOperator(server);
  await assignTo(server, await make.dynamicEnvironment({ name: 'ÄÖ'.repeat(127) }), operator.id);
  const files = await generateFiles(server, 'manifest', operator.id, { generateNewPairingKey: true });
  const known = new Set<string>();
  for (const { kind, metadata } of [...files.values()].flat()) {
    assert.match(metadata.name, /^[a-z0-9][a-z0-9.-]{0,62}$/, kind);
    for (const [label, value] of Object.entries(metadata.labels)) assert.match(value, /^[A-Za-z0-9][\w.-]{0,62}$/, label);
    if (kind === 'Namespace') known.add(metadata.name);
    if (metadata.namespace !== undefined) assert.ok(known.has(metadata.namespace), `${kind} ${metadata.name}`);
  }
  assert.equal(known.size, 2);
});

test('dynamic-engines.generate.key', async () => {
  const id = await created();
  const key = pairingKeyIn(await generateFiles(server, 'helm', id));
  assert.match(key ?? '', /^[0-9a-f]{64}$/);
  assert.equal(pairingKeyIn(await generateFiles(server, 'manifest', id)), key, 'both packages install the same key');
  const other = pairingKeyIn(await generateFiles(server, 'helm', id, { generateNewPairingKey: true }));
  assert.notEqual(other, key);
  assert.equal(pairingKeyIn(await generateFiles(server, 'manifest', id)), other);

  const pair = (preAuthorizedKey: string | undefined) =>
    call('POST /engine/v1/pairing', { token: undefined, body: { preAuthorizedKey, version: '0.1.0' } });
  assertRefused(await pair(key), 401, 'engine_key_refused');
  assert.equal((await pair(other)).status, 200);
  for (const kind of ['helm', 'manifest'] as const)
    assert.equal(pairingKeyIn(await generateFiles(server, kind, id)), undefined, 'the operator is paired');
  const again = pairingKeyIn(await generateFiles(server, 'manifest', id, { generateNewPairingKey: true }));
  assert.equal(pairingKeyIn(await generateFiles(server, 'helm', id)), again, 'a key that was not used is repeated');
  const rows = await server.platform.db.reader.rows<{ stored: string }>(sql`select row_to_json(d)::text as stored from dynamic_engine d`);
  assert.ok(
    rows.every(({ stored }) => !stored.includes(again ?? '')),
    'only the digest is stored',
  );
});

test('dynamic-engines.generate.version', async () => {
  const operator = await standInOperator(server);
  const versionIn = async (body: object): Promise<string> => {
    const values = [...(await generateFiles(server, 'helm', operator.id, body)).values()][0]?.[0] as never as {
      engine: { version: string };
    };
    return values.engine.version;
  };
  for (const body of [{}, { version: '' }, { version: null }, { version: LATEST }]) assert.equal(await versionIn(body), LATEST);
  assert.equal((await operator.desired()).version, LATEST);
  for (const route of ROUTES)
    for (const version of ['9.9.9', ' ', `v${LATEST}`]) {
      const sent = { path: { dynamicEngineId: operator.id }, body: { version } };
      await leavesNothing(server, route, sent, 400, 'dynamic_engine_version_unknown', 'dynamic_engine');
    }
  for (const route of ROUTES)
    for (const body of [{ version: 7 }, { generateNewPairingKey: 'yes' }, { unknown: true }, []])
      assertRefused(await call(route, { path: { dynamicEngineId: operator.id }, body }), 400, 'malformed_request');
});

test('a call without a body generates the latest version', async () => {
  const id = await created();
  for (const route of ROUTES) assert.equal((await call(route, { path: { dynamicEngineId: id } })).status, 200);
});

test('dynamic-engines.generate.unknown', async () => {
  const foreign = await make.dynamicEngine({ tenant: await make.otherTenant() });
  const operator = await standInOperator(server);
  assert.equal((await call('DELETE /processing/runtimes/dynamic-engines/{id}', { path: { id: operator.id } })).status, 202);
  for (const route of ROUTES) {
    for (const dynamicEngineId of [foreign.id, operator.id, crypto.randomUUID()])
      await leavesNothing(server, route, { path: { dynamicEngineId }, body: {} }, 404, 'not_found', 'dynamic_engine');
    assertRefused(await call(route, { path: { dynamicEngineId: '42' } }), 400, 'malformed_request');
  }
});

test('dynamic-engines.generate.permission', async () => {
  const dynamicEngineId = await created();
  const { token } = await make.user({ permissions: ['DYN_ENGINE_READ', 'SVC_ENVIRONMENT_MANAGEMENT', 'SVC_RUN_PROFILE_MANAGEMENT'] });
  const manager = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT'] });
  for (const route of ROUTES) {
    assertRefused(await call(route, { path: { dynamicEngineId }, token: undefined }), 401, 'not_signed_in');
    assertRefused(await call(route, { path: { dynamicEngineId }, token }), 403, 'forbidden');
    assert.equal((await call(route, { path: { dynamicEngineId }, token: manager.token })).status, 200);
  }
});
