import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine, type Lease, type StandInEngine } from '../../../../test/support/engine.ts';
import { explanationsOf } from '../../../../test/support/explanations.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const HEARTBEATS = 'POST /engine/v1/beats';
const server = await startTestServer();
const { call, make, platform } = server;
const { start, explain, first, silence } = explanationsOf(server);

const ILLNESS = { code: 'ENOSPC', message: 'The engine cannot begin runs, because its disk is full (ENOSPC): make room' };

const engineOf = async ({ id }: { id: string }) => (await call('GET /processing/runtimes/remote-engines/{id}', { path: { id } })).body;
const reportIllness = async (engine: StandInEngine, { illness = ILLNESS, running = [] as Lease[] } = {}): Promise<void> => {
  const leases = running.map(({ executionId, fence }) => ({ executionId, fence }));
  assert.equal((await engine.send(HEARTBEATS, { running: leases, capacity: 4, illness })).status, 200);
};

test('remote-engines.illness.record', async () => {
  const environment = await make.environment();
  const engine = await standInEngine(server, environment);
  await make.cluster({ environment, engines: [engine.id] });
  assert.deepEqual([(await engineOf(engine)).availability, (await engineOf(engine)).illness], ['AVAILABLE', undefined]);
  await reportIllness(engine);
  const { availability, illness } = await engineOf(engine);
  assert.equal(availability, 'NOT_AVAILABLE');
  const { since, ...reported } = illness;
  assert.deepEqual(reported, ILLNESS);
  assert.match(since, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const query = { query: `availability==NOT_AVAILABLE;id==${engine.id}` };
  const [listed] = (await call('GET /processing/runtimes/remote-engines', { query })).body;
  assert.deepEqual(listed.illness, illness);
  const [cluster] = (await call('GET /processing/runtimes/remote-engine-clusters', { query: { _s: `environment.id==${environment}` } }))
    .body;
  assert.equal(cluster.availability, 'NOT_AVAILABLE');

  await reportIllness(engine, { illness: { code: 'EROFS', message: 'read-only' } });
  assert.deepEqual((await engineOf(engine)).illness, { code: 'EROFS', message: 'read-only', since }, 'the time of the first report stays');
  await silence(engine.id, '1 hour');
  assert.equal('illness' in (await engineOf(engine)), false, 'the illness of a silent engine is not known');
  await engine.heartbeat();
  assert.deepEqual([(await engineOf(engine)).availability, (await engineOf(engine)).illness], ['AVAILABLE', undefined]);

  await reportIllness(engine);
  const key = (await call('DELETE /processing/runtimes/remote-engines/{id}/pairing', { path: { id: engine.id } })).body;
  await call('POST /engine/v1/pairing', { token: undefined, body: { preAuthorizedKey: key, version: '1' } });
  assert.equal((await engineOf(engine)).availability, 'AVAILABLE', 'a new pairing clears the illness');
});

test('a malformed illness is refused and changes nothing', async () => {
  const engine = await standInEngine(server, await make.environment());
  for (const illness of ['ill', {}, { code: 'x' }, { ...ILLNESS, extra: 1 }, { ...ILLNESS, message: 'x'.repeat(1001) }])
    assertRefused(await engine.send(HEARTBEATS, { running: [], illness }), 400, 'malformed_request');
  assert.equal((await engineOf(engine)).availability, 'AVAILABLE');
});

test('an ill engine keeps its leases, and its running executions are explained as running', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const id = await start(task.id);
  const claimed = await engine.claimOne();
  await engine.start(claimed);
  await platform.db.writer.rows(sql`update live_execution set lease_expires_at = now() + interval '3 s' where execution_id = ${id}`);
  await reportIllness(engine, { running: [claimed] });
  const { left } = await platform.db.reader.only<{ left: boolean }>(
    sql`select lease_expires_at > now() + interval '10 s' as left from live_execution where execution_id = ${id}`,
  );
  assert.equal(left, true);
  assert.equal((await first(id)).code, 'RUNNING');
  await engine.finish(claimed);
});

test('task-executions.explain.waiting: ill engines are shown with their illness', async () => {
  const environment = await make.environment({ name: 'hospital' });
  const workspace = (await make.workspace({ environment })).id;
  const [sick, healthy] = [await standInEngine(server, environment), await standInEngine(server, environment)];
  const [any, particular] = [
    await start((await make.task({ workspace, name: 'any' })).id),
    await start((await make.task({ workspace, name: 'particular', engine: sick.id })).id),
  ];
  await reportIllness(sick);
  const { code, message, summary, next, evidence } = await first(particular);
  const [shown] = evidence.engines ?? [];
  assert.equal(code, 'ENGINES_ILL');
  assert.equal(message, `The engine '${shown?.name}' has been ill since ${shown?.illness?.since}: ${ILLNESS.message}.`);
  assert.match(summary, /^'particular' waits: the engine '/);
  assert.match(next ?? '', /gets work again as soon as a test succeeds/);
  assert.equal((await first(any)).code, 'CLAIM_DUE', 'the other engine is healthy');
  await silence(healthy.id, '1 hour');
  assert.match((await explain(any)).summary, /no engine of the environment 'hospital' can begin runs: '.*' has been ill since .*ENOSPC/);
  await sick.heartbeat();
  assert.equal((await first(particular)).code, 'CLAIM_DUE');
});

test('the metrics count ill engines separately from available ones', async () => {
  const count = async (): Promise<number[]> => {
    platform.cache.clear();
    const text = String((await call('GET /metrics', { token: undefined })).body);
    return ['paired', 'available', 'ill'].map((name) => Number(new RegExp(`^millrace_engines_${name} (\\d+)$`, 'm').exec(text)?.[1]));
  };
  const engine = await standInEngine(server, await make.environment());
  const [paired = NaN, available = NaN, ill = NaN] = await count();
  await reportIllness(engine);
  assert.deepEqual(await count(), [paired, available - 1, ill + 1]);
  await engine.heartbeat();
  assert.deepEqual(await count(), [paired, available, ill]);
});
