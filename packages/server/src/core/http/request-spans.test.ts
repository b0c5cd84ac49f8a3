// isolation: own process because it hooks into the loading of modules
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';

/** Every module of the process from here on. */
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
const telemetry = (): string[] => loaded.filter((url) => url.includes('/@opentelemetry/'));

const server = await startTestServer();
const { call, make, platform } = server;
const TRACEPARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

test('without settings nothing of OpenTelemetry is loaded; what a caller brings is kept and handed on, and nothing otherwise', async () => {
  assert.equal(platform.tracing.on, false);
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const claimOf = async (headers: Record<string, string>) => {
    await call('POST /processing/executions', { body: { executable: task.id }, headers });
    const claim = await engine.claimOne();
    await engine.finish(claim);
    return claim.traceparent;
  };
  assert.equal(await claimOf({ traceparent: TRACEPARENT }), TRACEPARENT);
  for (const unfit of [
    '',
    'x',
    TRACEPARENT.toUpperCase(),
    `${TRACEPARENT}-more`,
    TRACEPARENT.replace('00-', '01-'),
    `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`,
  ])
    assert.equal(await claimOf({ traceparent: unfit }), undefined, unfit);
  assert.equal(await claimOf({}), undefined);
  assert.deepEqual(telemetry(), []);
});

test('with settings spans are sent, also of runs for which nobody began a trace; a receiver that is away hinders nothing', async () => {
  const receiver = await startSpanReceiver();
  const traced = await startTestServer({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/own/path`, OTEL_SERVICE_NAME: 'mine' });
  assert.ok(telemetry().length > 0, 'now it is loaded, so that looking for it means something');
  const task = await traced.make.task();
  const engine = await standInEngine(traced, task.environment);
  await traced.call('POST /processing/executions', { body: { executable: task.id } });
  // As a schedule leaves it.
  await traced.platform.db.writer.rows(sql`update task_execution set traceparent = null`);
  const claim = await engine.claimOne();
  assert.match(claim.traceparent ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  await engine.finish(claim);
  await traced.stop();
  const { spans, paths } = receiver;
  assert.deepEqual([...paths], ['POST /own/path application/json']);
  assert.equal(spans.find(({ name }) => name === 'claim execution')?.parent, '');
  assert.ok(spans.every(({ service }) => service === 'mine'));

  const alone = await startTestServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  assert.equal((await alone.call('GET /account/me')).status, 200);
  await alone.stop();
});
