import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { engineWithCredential } from '../../../../test/support/engine.ts';
import { assignTo, operatorWithCredential, standInOperator } from '../../../../test/support/operator.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { generateFiles, pairingKeyIn } from './packages.fixture.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

const created = async (): Promise<string> =>
  (await call('POST /processing/runtimes/dynamic-engines', { body: { name: 'Engine' } })).body.id;
const keyOf = async (id: string, body: object = {}): Promise<string> => pairingKeyIn(await generateFiles(server, 'helm', id, body)) ?? '';
const pair = (preAuthorizedKey: string) =>
  call('POST /engine/v1/pairing', { token: undefined, body: { preAuthorizedKey, version: '0.1.0', host: 'engine-operator-0' } });
const stateOf = async (id: string): Promise<string> =>
  (await call('GET /processing/runtimes/dynamic-engines/{id}', { path: { id } })).body.state;

test('dynamic-engines.pair.credential', async () => {
  const id = await created();
  const { status, body } = await pair(await keyOf(id));
  assert.equal(status, 200);
  assert.deepEqual([body.engineId, body.name], [id, 'Engine']);
  assert.match(body.credential, /^mry_[\w-]{43}$/);
  assert.equal(await stateOf(id), 'CONNECTED');
  const operator = operatorWithCredential(server, id, body.credential);
  await operator.report();
  assert.deepEqual((await operator.desired()).environments, []);
  const { stored } = await platform.db.reader.only<{ stored: string }>(
    sql`select row_to_json(d)::text as stored from dynamic_engine d where id = ${id}`,
  );
  assert.equal(stored.includes(body.credential), false, 'only the hash is stored');
});

test('dynamic-engines.pair.once', async () => {
  const id = await created();
  const key = await keyOf(id);
  const answers = await Promise.all(Array.from({ length: 8 }, () => pair(key)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers) if (answer.status !== 200) assertRefused(answer, 401, 'engine_key_refused');
  assertRefused(await pair(key), 401, 'engine_key_refused');

  const deleted = await created();
  const unused = await keyOf(deleted);
  await call('DELETE /processing/runtimes/dynamic-engines/{id}', { path: { id: deleted } });
  assertRefused(await pair(unused), 401, 'engine_key_refused');
});

test('dynamic-engines.pair.key-expires', async () => {
  const id = await created();
  const key = await keyOf(id);
  await platform.db.writer.rows(sql`update dynamic_engine set pairing_key_expires_at = now() - interval '1 second' where id = ${id}`);
  assertRefused(await pair(key), 401, 'engine_key_expired');
  assert.equal(await stateOf(id), 'CREATING');
  const another = await keyOf(id);
  assert.notEqual(another, key);
  assertRefused(await pair(key), 401, 'engine_key_refused');
  assert.equal((await pair(another)).status, 200);
});

test('dynamic-engines.pair.replaces', async () => {
  const first = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment();
  const linkId = await assignTo(server, environmentId, first.id);
  await first.report({ fault: 'old', environments: [{ linkId, status: 'RUNNING' }] });
  const key = await keyOf(first.id, { generateNewPairingKey: true });
  await first.report();
  const { body } = await pair(key);
  assert.equal((await first.send({})).status, 401, 'the earlier operator is not paired any more');
  const path = { dynamicEngineId: first.id, environmentId };
  const { body: status } = await call('GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status', {
    path,
  });
  assert.equal(status.status, 'NOT_DEPLOYED', 'the new cluster has reported nothing');
  const { environments } = await operatorWithCredential(server, first.id, body.credential).desired();
  assert.deepEqual(
    environments.map((environment) => environment.linkId),
    [linkId],
  );
});

test('dynamic-engines.desired.agent', async () => {
  const operator = await standInOperator(server);
  const environmentId = await make.dynamicEnvironment({ name: 'Of the agent' });
  const linkId = await assignTo(server, environmentId, operator.id);
  const { environments } = await operator.desired();
  const { agent, ...rest } = environments[0] ?? assert.fail('no environment');
  assert.deepEqual(rest, {
    linkId,
    environmentId,
    name: 'Of the agent',
    namespace: `millrace-env-${environmentId}`,
    removing: false,
    logStrategy: 'NONE',
    metricsStrategy: 'NONE',
    status: 'SET_UP_REQUIRED',
  });
  assert.deepEqual((await operator.desired()).environments[0]?.agent, agent, 'the key is repeated until it is used');

  const { body } = await pair(agent.pairingKey ?? '');
  assert.equal(body.engineId, agent.engineId);
  assert.match(body.credential, /^mre_/);
  await engineWithCredential(server, agent.engineId, body.credential).heartbeat();
  assert.equal((await operator.desired()).environments[0]?.agent.pairingKey, undefined);
  assertRefused(await pair(agent.pairingKey ?? ''), 401, 'engine_key_refused');
});

test('dynamic-engines.desired.states', async () => {
  const operator = await standInOperator(server);
  await assignTo(server, await make.dynamicEnvironment(), operator.id);
  const states = async (): Promise<unknown[]> => {
    const { state, environments } = await operator.desired();
    return [state, ...environments.map(({ status }) => status)];
  };
  assert.deepEqual(await states(), ['CONNECTED', 'SET_UP_REQUIRED']);
  await operator.reportAll('RUNNING');
  assert.deepEqual(await states(), ['CONNECTED', 'READY']);
  await operator.fallSilent();
  assert.deepEqual(await states(), ['DISCONNECTED', 'NOT_READY']);
});

test('dynamic-engines.agent.key-again', async () => {
  const operator = await standInOperator(server);
  const linkId = await assignTo(server, await make.dynamicEnvironment(), operator.id);
  const keyNow = async (): Promise<string> => (await operator.desired()).environments[0]?.agent.pairingKey ?? '';
  const environments = [{ linkId, status: 'RUNNING' as const, needsPairingKey: true }];
  const key = await keyNow();
  const { revision } = await operator.desired();
  assert.equal(await operator.report({ environments }), revision, 'the present key was not used');
  assert.equal(await keyNow(), key);
  const { body } = await pair(key);
  const agent = engineWithCredential(server, body.engineId, body.credential);
  assert.ok((await operator.report({ environments })) > revision);
  const another = await keyNow();
  assert.notEqual(another, key);
  await agent.heartbeat();
  await pair(another);
  assert.equal((await agent.send('POST /engine/v1/beats', { running: [] })).status, 401, 'the credential was replaced');

  await operator.report({ environments });
  const unusedKey = await keyNow();
  await platform.db.writer.rows(sql`update engine set pairing_key_expires_at = now() - interval '1 second' where is_agent`);
  assert.equal(await keyNow(), '');
  await operator.report({ environments: [{ linkId, status: 'RUNNING' }] });
  assert.notEqual(await keyNow(), unusedKey);
  assert.equal((await pair(await keyNow())).status, 200);
});

test('dynamic-engines.desired.wait', async () => {
  const operator = await standInOperator(server);
  const { revision } = await operator.desired();
  assert.equal((await operator.desired({ revision })).revision, revision, 'without a wait');
  assert.equal((await operator.desired({ revision: revision - 1, waitMilliseconds: 30_000 })).revision, revision, 'an older number');
  assert.equal((await operator.desired({ revision, waitMilliseconds: 50 })).revision, revision, 'after the wait');
  const waiting = operator.desired({ revision, waitMilliseconds: 30_000 });
  const environmentId = await make.dynamicEnvironment();
  const linkId = await assignTo(server, environmentId, operator.id);
  const changed = await waiting;
  assert.ok(changed.revision > revision);
  assert.deepEqual(
    changed.environments.map((environment) => environment.linkId),
    [linkId],
  );
  for (const query of [{ revision: -1 }, { waitMilliseconds: 30_001 }, { waitMilliseconds: 'long' }])
    assertRefused(
      await call('GET /engine/v1/dynamic-engine', { token: operator.credential, query: query as never }),
      400,
      'malformed_request',
    );
});
