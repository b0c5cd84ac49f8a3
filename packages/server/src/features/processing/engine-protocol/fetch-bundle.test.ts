import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;

const workspace = await make.workspace();
const content = await shellBundle('echo hello');
const published = await call('POST /orchestration/artifacts', {
  form: publication({ workspaceId: workspace.id, name: 'hello', version: '1.0.0' }, content),
});
assert.equal(published.status, 201, JSON.stringify(published.body));
const artifact = (await call('GET /orchestration/artifacts', { query: { workspaceId: workspace.id } })).body.items[0];
const created = await call('POST /orchestration/executables/tasks', {
  body: {
    workspaceId: workspace.id,
    environmentId: workspace.environment,
    name: 'Hello',
    artifact: { id: artifact.id, version: published.body.version },
  },
});
assert.equal(created.status, 201, JSON.stringify(created.body));
await call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
  path: { taskId: created.body.id },
  body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } },
});
const hash = createHash('sha256').update(content).digest('hex');
const start = () => call('POST /processing/executions', { body: { executable: created.body.id } });

test('an engine fetches the bundle of an execution that it holds, byte for byte', async () => {
  const engine = await standInEngine(server, workspace.environment);
  await start();
  const { bundle, executionId, fence } = await engine.claimOne();
  assert.deepEqual([bundle.hash, bundle.size], [hash, content.length]);
  const response = await fetch(`${server.url}/engine/v1/bundles/${hash}`, { headers: { authorization: `Bearer ${engine.credential}` } });
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.headers.get('content-length')],
    [200, 'application/zip', String(content.length)],
  );
  assert.equal(
    createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex'),
    hash,
  );
  await engine.finish({ executionId, fence });
});

test('remote-engines.pair.environment: only the engine that holds an execution of a bundle can fetch it, and only while it holds it', async () => {
  const engine = await standInEngine(server, workspace.environment);
  const sibling = await standInEngine(server, workspace.environment);
  const elsewhere = await standInEngine(server, await make.environment());
  const assertAllRefused = async (...engines: (typeof engine)[]): Promise<void> => {
    for (const caller of engines) assertRefused(await caller.bundle(hash), 404, 'not_found');
  };
  await assertAllRefused(engine, sibling, elsewhere);
  await start();
  await assertAllRefused(engine, sibling, elsewhere);
  const lease = await engine.claimOne();
  await assertAllRefused(sibling, elsewhere);
  assert.equal((await engine.bundle(hash)).status, 200);
  await engine.start(lease);
  assert.equal((await engine.bundle(hash)).status, 200);
  assertRefused(await engine.bundle('f'.repeat(64)), 404, 'not_found');
  await engine.finish(lease);
  await assertAllRefused(engine, sibling, elsewhere);
});

test('a malformed hash is refused', async () => {
  const engine = await standInEngine(server, workspace.environment);
  for (const wrong of ['x', hash.toUpperCase(), `${hash}0`, '../../etc/passwd'])
    assertRefused(await engine.bundle(wrong), 400, 'malformed_request');
});
