import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /processing/run-profiles';
const ENGINE = 'POST /processing/runtimes/remote-engines/{engineId}/run-profiles';
const CLUSTER = 'POST /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles';
const server = await startTestServer();
const { call, make } = server;

const environment = await make.environment();
const engine = await make.engine({ environment });
const cluster = await make.cluster({ environment });
const runtimeIds = {
  engine: (await call('GET /processing/runtimes/remote-engines/{id}', { path: { id: engine.id } })).body.runtimeId as string,
  cluster: (await call('GET /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId: cluster.id } })).body
    .runtimeId as string,
};
let number = 0;
const bodyOf = (changes: object = {}): object => ({
  name: `Profile ${(number += 1)}`,
  type: 'JOB_SERVER',
  jvmArguments: ['-Xmx1G', '-Dname=a b'],
  ...changes,
});
const ofEngine = (changes: object = {}) => ({ path: { engineId: engine.id }, body: bodyOf(changes) });
const ofCluster = (changes: object = {}) => ({ path: { clusterId: cluster.id }, body: bodyOf(changes) });
const general = (changes: object = {}) => ({ body: bodyOf({ processorType: 'RE', runtimeId: engine.id, ...changes }) });
/** The routes that create a run profile, with a function that returns the request. */
const routes = [
  [ENGINE, ofEngine],
  [CLUSTER, ofCluster],
  [ROUTE, general],
] as const;

test('creates a run profile of an engine or cluster with all fields of the body', async () => {
  for (const [route, sentOf] of routes) {
    const { status, body } = await call(route, sentOf({ name: ` of ${route} `, description: 'Large', type: 'MICROSERVICE' }));
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      [body.name, body.description, body.type, body.runProfileType, body.jvmArguments, body.version, body.scopeId],
      [`of ${route}`, 'Large', 'MICROSERVICE', 'MICROSERVICE', ['-Xmx1G', '-Dname=a b'], 1, environment],
    );
    assert.deepEqual((await call('GET /processing/run-profiles/{id}', { path: { id: body.id } })).body, body);
  }
});

test('run-profiles.create.permission', async () => {
  const { token } = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_RUN_PROFILE_MANAGEMENT') });
  const stranger = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  const enough = await make.user({ permissions: ['SVC_RUN_PROFILE_MANAGEMENT'] });
  for (const [route, sentOf] of routes) {
    await leavesNothing(server, route, { ...sentOf(), token }, 403, 'forbidden', 'run_profile');
    await leavesNothing(server, route, { ...sentOf(), token: undefined }, 401, 'not_signed_in', 'run_profile');
    await leavesNothing(server, route, { ...sentOf(), token: stranger.token }, 404, 'not_found', 'run_profile');
    assert.equal((await call(route, { ...sentOf(), token: enough.token })).status, 201);
  }
});

test('run-profiles.create.name', async () => {
  for (const [route, sentOf] of [
    [ENGINE, ofEngine],
    [CLUSTER, ofCluster],
    [ROUTE, (changes: object) => general({ processorType: 'DYNAMIC_ENGINE', runtimeId: null, scopeId: environment, ...changes })],
  ] as const) {
    const answers = await Promise.all([1, 2].map(() => call(route, sentOf({ name: 'Once' }))));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409], route);
    await leavesNothing(server, route, sentOf({ name: ' Once' }), 409, 'run_profile_name_taken', 'run_profile');
  }
});

test('run-profiles.create.runtime', async () => {
  for (const runtimeId of [engine.id, engine.id.toUpperCase(), runtimeIds.engine, '', null, undefined])
    assert.equal((await call(ENGINE, ofEngine({ runtimeId }))).status, 201);
  for (const runtimeId of [cluster.id, runtimeIds.cluster]) {
    assert.equal((await call(CLUSTER, ofCluster({ runtimeId }))).status, 201);
    await leavesNothing(server, ENGINE, ofEngine({ runtimeId }), 400, 'reference_unknown', 'run_profile');
  }
  for (const runtimeId of [engine.id, newId(), 'mine'])
    await leavesNothing(server, CLUSTER, ofCluster({ runtimeId }), 400, 'reference_unknown', 'run_profile');
});

test('run-profiles.create.arguments', async () => {
  for (const [route, sentOf] of routes) {
    for (const wrong of ['', ' ', '-', 'Xmx1G', ' -Xmx1G', '-Da=1\n-Db=2', '-Da=\0', '@file'])
      await leavesNothing(server, route, sentOf({ jvmArguments: ['-Xmx1G', wrong] }), 400, 'malformed_request', 'run_profile');
    assert.deepEqual((await call(route, sentOf({ jvmArguments: [] }))).body.jvmArguments, []);
  }
});

const ofEnvironment = (changes: object = {}) =>
  general({ processorType: 'DYNAMIC_ENGINE', runtimeId: null, scopeId: environment, ...changes });

test('run-profiles.arguments.harmless', async () => {
  const refused = {
    '-XX:OnOutOfMemoryError=touch x': '-XX:OnOutOfMemoryError',
    '-XX:HeapDumpPath=/etc/touch': '-XX:HeapDumpPath',
    '-javaagent:/touch.jar': '-javaagent',
    '-Djava.system.class.loader=touch': '-Djava.system.class.loader',
    '-Djna.library.path=/touch': '-Djna.library.path',
  };
  for (const [route, sentOf] of [...routes, [ROUTE, ofEnvironment]] as const) {
    for (const [argument, name] of Object.entries(refused)) {
      const sent = sentOf({ jvmArguments: ['-Xmx1G', argument] });
      const { body } = await leavesNothing(server, route, sent, 400, 'jvm_argument_refused', 'run_profile');
      const text = JSON.stringify(body);
      assert.ok(text.includes(`'${name}'`), 'the message names the argument');
      assert.match(text, /-Xmx4g.*run script/, 'the message says what is allowed');
      assert.ok(!text.includes('touch'), 'a value may be a secret');
    }
    assert.equal((await call(route, sentOf({ jvmArguments: ['-XX:+UseG1GC', '-Dload.limit=5'] }))).status, 201);
  }
});

test('run-profiles.arguments.requests', async () => {
  assert.equal((await call(ROUTE, ofEnvironment({ jvmArguments: ['-Dmillrace.java=17', '-Dmillrace.runAs=etl'] }))).status, 201);
  for (const [argument, allowed] of [
    ['-Dmillrace.java=newest', /'-Dmillrace\.java'\. Its value must be the version of Java, a number such as -Dmillrace\.java=17/],
    ['-Dmillrace.java', /-Dmillrace\.java=17/],
    ['-Dmillrace.runAs=a b', /'-Dmillrace\.runAs'\. Its value must be the name of a user/],
    [
      '-Dmillrace.other=1',
      /'-Dmillrace\.other'\. .*engines know -Dmillrace\.java=17, -Dmillrace\.runAs=user and -Dmillrace\.classArchive=off/,
    ],
  ] as const) {
    const sent = ofEnvironment({ jvmArguments: [argument] });
    const { body } = await leavesNothing(server, ROUTE, sent, 400, 'jvm_argument_refused', 'run_profile');
    const text = JSON.stringify(body);
    assert.match(text, allowed);
    assert.doesNotMatch(text, /-Xmx4g|newest|a b/, 'neither what is allowed elsewhere nor the value');
  }
});

test('run-profiles.create.processor', async () => {
  const create = async (changes: object) => {
    const { status, body } = await call(ROUTE, general(changes));
    assert.equal(status, 201, JSON.stringify(body));
    const { processorType, processorId, runtimeId } = body;
    return { processorType, processorId, runtimeId };
  };
  for (const runtimeId of [engine.id.toUpperCase(), runtimeIds.engine])
    assert.deepEqual(await create({ runtimeId }), { processorType: 'RE', processorId: engine.id, runtimeId: runtimeIds.engine });
  for (const runtimeId of [cluster.id, runtimeIds.cluster])
    assert.deepEqual(await create({ processorType: 'REC', runtimeId }), {
      processorType: 'REC',
      processorId: cluster.id,
      runtimeId: runtimeIds.cluster,
    });
  assert.deepEqual(await create({ processorType: 'DYNAMIC_ENGINE', runtimeId: '', scopeId: environment }), {
    processorType: 'DYNAMIC_ENGINE',
    processorId: environment,
    runtimeId: undefined,
  });

  const refused = (changes: object, code: string) => leavesNothing(server, ROUTE, general(changes), 400, code, 'run_profile');
  for (const processorType of ['RE', 'REC'])
    for (const runtimeId of ['', null, undefined]) await refused({ processorType, runtimeId }, 'reference_unknown');
  await refused({ processorType: 'DYNAMIC_ENGINE', runtimeId: undefined }, 'reference_unknown');
  await refused({ processorType: 'DYNAMIC_ENGINE', runtimeId: 'c-1', scopeId: environment }, 'reference_unknown');
  await refused({ processorType: 'GEN_2' }, 'processor_not_supported');
  await refused({ processorType: 'OVEN' }, 'malformed_request');
  await refused({ processorType: 'DYNAMIC_ENGINE', scopeId: 'x' }, 'malformed_request');
});

test('run-profiles.create.unknown', async () => {
  const tenant = await make.otherTenant();
  const foreign = {
    engine: await make.engine({ tenant }),
    cluster: await make.cluster({ tenant }),
    environment: await make.environment({ tenant }),
  };
  const cases = [
    { runtimeId: foreign.engine.id },
    { runtimeId: cluster.id },
    { runtimeId: 'x' },
    { processorType: 'REC', runtimeId: foreign.cluster.id },
    { processorType: 'REC', runtimeId: engine.id },
    { processorType: 'DYNAMIC_ENGINE', runtimeId: null, scopeId: foreign.environment },
    { processorType: 'DYNAMIC_ENGINE', runtimeId: null, scopeId: newId() },
  ];
  for (const changes of cases) await leavesNothing(server, ROUTE, general(changes), 404, 'not_found', 'run_profile');
});

test('run-profiles.change.scope: a run profile is created in the environment of its runtime', async () => {
  assert.equal((await call(ROUTE, general({ scopeId: environment.toUpperCase() }))).status, 201);
  for (const scopeId of [await make.environment(), newId()])
    await leavesNothing(server, ROUTE, general({ scopeId }), 400, 'run_profile_moved', 'run_profile');
});

test('a malformed body is refused', async () => {
  for (const changes of [{ name: ' ' }, { name: undefined }, { type: 'OVEN' }, { jvmArguments: undefined }, { jvmArguments: '-Xmx1G' }]) {
    for (const [route, sentOf] of routes) assertRefused(await call(route, sentOf(changes)), 400, 'malformed_request');
  }
});
