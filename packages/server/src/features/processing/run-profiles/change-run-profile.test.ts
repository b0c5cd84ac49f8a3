import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const CREATE = 'POST /processing/run-profiles';
const ROUTE = 'PUT /processing/run-profiles/{id}';
const ENGINE = 'PUT /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}';
const CLUSTER = 'PUT /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}';
const server = await startTestServer();
const { call, make } = server;

const environment = await make.environment();
const engine = await make.engine({ environment });
const cluster = await make.cluster({ environment });

/** Makes a run profile for each route that changes one. Returns the route, its path and the run profile. */
async function makeProfiles() {
  const [ofEngine, ofCluster, ofEnvironment] = [
    await make.runProfile({ engine: engine.id }),
    await make.runProfile({ cluster: cluster.id }),
    await make.runProfile({ environment }),
  ];
  return [
    [ENGINE, { engineId: engine.id, runProfileId: ofEngine.id }, ofEngine],
    [CLUSTER, { clusterId: cluster.id, runProfileId: ofCluster.id }, ofCluster],
    [ROUTE, { id: ofEnvironment.id }, ofEnvironment],
  ] as const;
}
const BODY = { name: 'x', jvmArguments: [] };
const read = async (id: string) => (await call('GET /processing/run-profiles/{id}', { path: { id } })).body;

test('run-profiles.replace.cleared', async () => {
  for (const [route, path, { id }] of (await makeProfiles()).slice(0, 2)) {
    const full = { name: ` new ${id} `, description: 'kept', jvmArguments: ['-Xmx2G'] };
    const { status, body } = await call(route, { path, body: full });
    assert.equal(status, 200, JSON.stringify(body));
    const { name, description, jvmArguments, type } = body;
    assert.deepEqual({ name, description, jvmArguments, type }, { ...full, name: `new ${id}`, type: 'JOB_SERVER' });
    assert.deepEqual(await read(id), body);
    const bare = await call(route, { path, body: { ...BODY, name: id } });
    assert.deepEqual(['description' in bare.body, bare.body.jvmArguments], [false, []]);
  }
});

test('run-profiles.pod.dynamic', async () => {
  const pod = {
    cpu: '500m',
    memory: '1.5Gi',
    disk: '10Gi',
    image: 'registry.example.com:5000/task@sha256:00ff',
    serviceAccountName: 'reader',
    nodeSelector: { 'example.com/disk': 'ssd' },
    tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
  };
  const created = await call(CREATE, {
    body: { name: 'With pods', type: 'JOB_SERVER', jvmArguments: [], processorType: 'DYNAMIC_ENGINE', scopeId: environment, pod },
  });
  assert.deepEqual([created.status, created.body.pod], [201, pod]);
  const path = { id: created.body.id as string };
  assert.deepEqual((await call(ROUTE, { path, body: { description: 'stays' } })).body.pod, pod);
  assert.deepEqual((await call(ROUTE, { path, body: { pod: { cpu: '2' } } })).body.pod, { cpu: '2' });
  assert.equal('pod' in (await call(ROUTE, { path, body: { pod: null } })).body, false);
  for (const wrong of [
    { cpu: 'two' },
    { memory: '1 GB' },
    { image: 'a b' },
    { hostNetwork: true },
    { tolerations: [{ effect: 'Never' }] },
    'big',
  ])
    assertRefused(await call(ROUTE, { path, body: { pod: wrong } }), 400, 'malformed_request');

  for (const options of [{ engine: engine.id }, { cluster: cluster.id }]) {
    const { id } = await make.runProfile(options);
    const before = await read(id);
    assertRefused(await call(ROUTE, { path: { id }, body: { name: 'changed', pod } }), 400, 'run_profile_without_pods');
    assert.deepEqual(await read(id), before);
    assert.equal((await call(ROUTE, { path: { id }, body: { pod: null } })).status, 200);
  }
  const ofEngine = { name: 'On an engine', type: 'JOB_SERVER', jvmArguments: [], processorType: 'RE', runtimeId: engine.id, pod };
  await leavesNothing(server, CREATE, { body: ofEngine }, 400, 'run_profile_without_pods', 'run_profile');
});

test('run-profiles.pod.code', async () => {
  const operator = await make.user({ permissions: ['SVC_RUN_PROFILE_MANAGEMENT'] });
  const manager = await make.user({ permissions: ['SVC_RUN_PROFILE_MANAGEMENT', 'SVC_CLUSTER_MANAGEMENT'] });
  const bodyOf = (pod: object) => ({
    name: 'Of an image',
    type: 'JOB_SERVER',
    jvmArguments: [],
    processorType: 'DYNAMIC_ENGINE',
    scopeId: environment,
    pod,
  });
  const code = { image: 'example.com/mine', serviceAccountName: 'writer' };
  for (const [field, value] of Object.entries(code))
    await leavesNothing(server, CREATE, { token: operator.token, body: bodyOf({ [field]: value }) }, 403, 'forbidden', 'run_profile');
  const { status, body } = await call(CREATE, { token: manager.token, body: bodyOf(code) });
  assert.equal(status, 201, JSON.stringify(body));

  const path = { id: body.id as string };
  const change = (pod: object | null) => call(ROUTE, { token: operator.token, path, body: { pod } });
  assert.deepEqual((await change({ ...code, cpu: '2' })).body.pod, { ...code, cpu: '2' }, 'present values may stay');
  for (const [field, value] of Object.entries(code)) assertRefused(await change({ ...code, [field]: `${value}-2` }), 403, 'forbidden');
  assert.deepEqual((await read(path.id)).pod, { ...code, cpu: '2' });
  assert.equal((await change({ cpu: '4' })).status, 200);
  assertRefused(await change(code), 403, 'forbidden');
});

test('run-profiles.change.left-out', async () => {
  const [, , [, path]] = await makeProfiles();
  const change = async (body: object) => {
    const { name, description, jvmArguments } = (await call(ROUTE, { path, body })).body;
    return { name, description, jvmArguments };
  };
  const full = { name: 'changed', description: 'kept', jvmArguments: ['-Xmx2G'] };
  assert.deepEqual(await change(full), full);
  assert.deepEqual(await change({}), full);
  assert.deepEqual(await change({ name: ' other ' }), { ...full, name: 'other' });
  assert.deepEqual(await change({ jvmArguments: [] }), { ...full, name: 'other', jvmArguments: [] });
  assert.deepEqual(await change({ description: null }), { name: 'other', description: undefined, jvmArguments: [] });
});

test('run-profiles.change.version', async () => {
  for (const [route, path, { id }] of await makeProfiles()) {
    const before = await read(id);
    await call(route, { path, body: { ...BODY, name: id } });
    await call(route, { path, body: { ...BODY, name: id } });
    const after = await read(id);
    assert.deepEqual([before.version, after.version, after.createDate], [1, 3, before.createDate]);
  }
});

test('run-profiles.change.scope', async () => {
  const [, , [, path]] = await makeProfiles();
  for (const scopeId of [environment, environment.toUpperCase(), '', null])
    assert.equal((await call(ROUTE, { path, body: { scopeId } })).status, 200);
  for (const scopeId of [await make.environment(), newId()])
    assertRefused(await call(ROUTE, { path, body: { scopeId, name: 'gone' } }), 400, 'run_profile_moved');
  assertRefused(await call(ROUTE, { path, body: { scopeId: 'x' } }), 400, 'malformed_request');
  assert.notEqual((await read(path.id)).name, 'gone');
});

test('run-profiles.create.name: a change to a taken name is refused', async () => {
  const [first, second] = [await makeProfiles(), await makeProfiles()];
  for (const [index, [route, path]] of first.entries()) {
    const taken = second[index]?.[2].name;
    assertRefused(await call(route, { path, body: { ...BODY, name: taken } }), 409, 'run_profile_name_taken');
    const own = first[index]?.[2].name;
    assert.equal((await call(route, { path, body: { ...BODY, name: own } })).status, 200, 'it may keep its own name');
  }
});

test('run-profiles.create.arguments: a change with an invalid argument is refused', async () => {
  for (const [route, path] of await makeProfiles())
    assertRefused(await call(route, { path, body: { name: 'x', jvmArguments: ['Xmx1G'] } }), 400, 'malformed_request');
});

test('run-profiles.arguments.harmless: a change is refused too', async () => {
  for (const [route, path, { id, name }] of await makeProfiles()) {
    const before = await read(id);
    assertRefused(await call(route, { path, body: { name: 'x', jvmArguments: ['-XX:OnError=id'] } }), 400, 'jvm_argument_refused');
    assert.deepEqual(await read(id), before);
    assert.equal((await call(route, { path, body: { name, jvmArguments: ['-Xss2m'] } })).status, 200);
  }
});

test('run-profiles.create.permission: changing needs SVC_RUN_PROFILE_MANAGEMENT', async () => {
  const without = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_RUN_PROFILE_MANAGEMENT') });
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  const enough = await make.user({ permissions: ['SVC_RUN_PROFILE_MANAGEMENT'] });
  for (const [route, path, { id, name }] of await makeProfiles()) {
    const before = await read(id);
    assertRefused(await call(route, { token: without.token, path, body: BODY }), 403, 'forbidden');
    assertRefused(await call(route, { token: undefined, path, body: BODY }), 401, 'not_signed_in');
    assertRefused(await call(route, { token: stranger.token, path, body: BODY }), 404, 'not_found');
    assert.deepEqual(await read(id), before);
    assert.equal((await call(route, { token: enough.token, path, body: { ...BODY, name } })).status, 200);
  }
});

test('a malformed body is refused', async () => {
  for (const [route, path] of await makeProfiles())
    for (const body of [
      { ...BODY, size: 5 },
      { ...BODY, name: ' ' },
      { ...BODY, jvmArguments: 'x' },
    ])
      assertRefused(await call(route, { path, body }), 400, 'malformed_request');
});
