import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockSetBack } from '../../../core/background/database-clock.ts';
import { sql } from '../../../core/database/sql.ts';
import { operatorWithCredential, standInOperator } from '../../../../test/support/operator.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

type Shown = { state: string; since: Date; at: Date };
async function read(id: string): Promise<Shown> {
  const { body } = await call('GET /processing/runtimes/dynamic-engines/{id}', { path: { id } });
  return { state: body.state, since: new Date(body.lastModifiedStateDate), at: new Date(body.lastModifiedDate) };
}
const stateOf = async (id: string): Promise<string> => (await read(id)).state;

test('dynamic-engines.state.reported', async () => {
  const { body: created } = await call('POST /processing/runtimes/dynamic-engines', { body: { name: 'States' } });
  assert.equal(await stateOf(created.id), 'CREATING');

  const operator = await standInOperator(server);
  const connected = await read(operator.id);
  assert.equal(connected.state, 'CONNECTED');
  await operator.report();
  assert.deepEqual(await read(operator.id), connected, 'a report of the same state does not change the time of the state');

  await operator.report({ fault: 'The definitions are missing' });
  const faulty = await read(operator.id);
  assert.equal(faulty.state, 'ERROR');
  assert.ok(faulty.since > connected.since);
  assert.deepEqual(faulty.at, connected.at, 'a report is no change of the engine');
  await operator.report({ fault: 'The definitions are still missing' });
  assert.deepEqual(await read(operator.id), faulty);
  await operator.report();
  const again = await read(operator.id);
  assert.equal(again.state, 'CONNECTED');
  assert.ok(again.since > faulty.since);
  const { body: listed } = await call('GET /processing/runtimes/dynamic-engines');
  assert.equal(listed.find(({ id }: { id: string }) => id === operator.id).state, 'CONNECTED');
});

test('dynamic-engines.state.silent', async () => {
  const operator = await standInOperator(server);
  await operator.fallSilent();
  const silent = await read(operator.id);
  assert.equal(silent.state, 'DISCONNECTED');
  const [row] = await platform.db.reader.rows<{ reported_at: Date }>(sql`select reported_at from dynamic_engine where id = ${operator.id}`);
  assert.equal(silent.since.getTime(), (row?.reported_at.getTime() ?? 0) + 10_000);
  await operator.report();
  const back = await read(operator.id);
  assert.equal(back.state, 'CONNECTED');
  assert.ok(back.since > silent.since);

  await operator.report({ fault: 'No rights' });
  await operator.fallSilent();
  assert.equal(await stateOf(operator.id), 'DISCONNECTED', 'a silent operator may have no fault any more');
});

test('dynamic-engines.state.set-back', async () => {
  const { id } = await make.dynamicEngine();
  await platform.db.writer.rows(sql`update dynamic_engine set reported_at = now() + interval '1 hour' where id = ${id}`);
  await platform.db.transaction((tx) => platform.publish(tx, clockSetBack, { limits: platform.settings.limits }));
  const [row] = await platform.db.reader.rows<{ ahead: boolean }>(
    sql`select reported_at > now() + interval '1 second' as ahead from dynamic_engine where id = ${id}`,
  );
  assert.deepEqual(row, { ahead: false });
});

test('dynamic-engines.credential.expires', async () => {
  const operator = await standInOperator(server);
  const expire = (interval: string): Promise<unknown> =>
    platform.db.writer.rows(sql`update dynamic_engine set credential_expires_at = now() + ${interval}::interval where id = ${operator.id}`);
  await expire('1 minute');
  await operator.report();
  const [row] = await platform.db.reader.rows<{ renewed: boolean }>(
    sql`select credential_expires_at > now() + interval '29 days' as renewed from dynamic_engine where id = ${operator.id}`,
  );
  assert.deepEqual(row, { renewed: true }, 'a report renews the credential');
  await expire('-1 second');
  assert.equal((await operator.send({})).status, 401);
  assert.equal((await call('GET /engine/v1/dynamic-engine', { token: operator.credential })).status, 401);
});

test('dynamic-engines.credential.kind', async () => {
  const operator = await standInOperator(server);
  const engine = await make.engine();
  const { token } = await make.user({ permissions: ['SVC_CLUSTER_MANAGEMENT', 'DYN_ENGINE_READ'] });
  for (const wrong of [undefined, token, engine.credential, `mry_${'A'.repeat(43)}`]) {
    assert.equal((await call('GET /engine/v1/dynamic-engine', { token: wrong })).status, 401);
    assert.equal((await operatorWithCredential(server, operator.id, wrong ?? '').send({})).status, 401);
  }
  const body = { free: 1, waitMilliseconds: 0 };
  assert.equal((await call('POST /engine/v1/claims', { token: operator.credential, body })).status, 401);
  assert.equal((await call('POST /engine/v1/credential', { token: operator.credential })).status, 401);
  assert.equal((await call('GET /processing/runtimes/dynamic-engines', { token: operator.credential })).status, 401);
});
