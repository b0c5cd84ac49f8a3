// run: own process because it hooks into the loading of modules
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

/** The URLs of all modules that are loaded from here on. */
const loaded: string[] = [];
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    loaded.push(found.url);
    return found;
  },
});
const { sql } = await import('../database/sql.ts');
const { startTestServer } = await import('../../../test/support/server.ts');
const { standInEngine } = await import('../../../test/support/engine.ts');
const { startSpanReceiver } = await import('../../../test/support/span-receiver.ts');
const telemetryModules = (): string[] => loaded.filter((url) => url.includes('/@opentelemetry/'));

const server = await startTestServer();
const { call, make, platform } = server;
const TRACEPARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

test('without settings OpenTelemetry is not loaded, and the engine gets the traceparent of the caller, if it is valid', async () => {
  assert.equal(platform.process.tracing.isOn, false);
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const traceparentOfClaim = async (headers: Record<string, string>) => {
    await call('POST /processing/executions', { body: { executable: task.id }, headers });
    const claim = await engine.claimOne();
    await engine.finish(claim);
    return claim.traceparent;
  };
  assert.equal(await traceparentOfClaim({ traceparent: TRACEPARENT }), TRACEPARENT);
  for (const invalid of [
    '',
    'x',
    TRACEPARENT.toUpperCase(),
    `${TRACEPARENT}-more`,
    TRACEPARENT.replace('00-', '01-'),
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
  ])
    assert.equal(await traceparentOfClaim({ traceparent: invalid }), undefined, invalid);
  assert.equal(await traceparentOfClaim({}), undefined);
  assert.deepEqual(telemetryModules(), []);
});

test('with settings spans are sent, also of runs without a trace of a caller, and a missing receiver causes no failure', async () => {
  const receiver = await startSpanReceiver();
  const traced = await startTestServer({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/own/path`, OTEL_SERVICE_NAME: 'mine' });
  assert.ok(telemetryModules().length > 0, 'the list can contain modules of OpenTelemetry');
  const task = await traced.make.task();
  const engine = await standInEngine(traced, task.environment);
  await traced.call('POST /processing/executions', { body: { executable: task.id } });
  // A run without a calling request has no traceparent.
  await traced.platform.db.writer.rows(sql`update task_execution set traceparent = null`);
  const claim = await engine.claimOne();
  assert.match(claim.traceparent ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  await engine.finish(claim);
  await traced.stop();
  const { spans, paths } = receiver;
  assert.deepEqual([...paths], ['POST /own/path application/json']);
  assert.equal(spans.find(({ name }) => name === 'claim execution')?.parent, '');
  assert.ok(spans.every(({ service }) => service === 'mine'));

  const withoutReceiver = await startTestServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  assert.equal((await withoutReceiver.call('GET /account/me')).status, 200);
  await withoutReceiver.stop();
});
