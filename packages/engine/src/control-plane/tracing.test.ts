// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConfiguredTracing } from '@millrace/wire/tracing-settings';
import { engineFor, messages } from '../../test/engine.ts';
import { shellBundle } from '../../test/zips.ts';

const TRACE = 'a'.repeat(32);
const TRACEPARENT = `00-${TRACE}-${'b'.repeat(16)}-01`;
const SHOW = 'echo "<$TRACEPARENT>"';
const program = { name: 'engine', version: '1' };

test('without tracing a run gets the trace context of its claim, and its report contains it', async (t) => {
  const { plane } = await engineFor(t);
  const execution = plane.add(await shellBundle(SHOW), { traceparent: TRACEPARENT });
  assert.equal((await plane.ended(execution)).traceparent, TRACEPARENT);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), [`<${TRACEPARENT}>`]);
  const inline = plane.add(undefined, { traceparent: TRACEPARENT });
  assert.equal((await plane.ended(inline)).traceparent, TRACEPARENT);

  const plain = plane.add(await shellBundle(SHOW));
  assert.equal('traceparent' in (await plane.ended(plain)), false);
  assert.deepEqual(messages(plain.lines, 'STDOUT'), ['<>']);
  assert.deepEqual(plane.faults, []);
});

test('with tracing a run has its own span; the report of a claim without a trace context contains none', async (t) => {
  // No collector listens there: spans that cannot be sent must not affect a run.
  const tracing = await startConfiguredTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, program);
  assert.equal(tracing.isOn, true);
  const { plane } = await engineFor(t, { tracing });
  const execution = plane.add(await shellBundle(SHOW), { traceparent: TRACEPARENT });
  const { traceparent = '' } = await plane.ended(execution);
  assert.match(traceparent, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  assert.notEqual(traceparent, TRACEPARENT);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), [`<${traceparent}>`]);

  const plain = plane.add(await shellBundle(SHOW));
  assert.equal('traceparent' in (await plane.ended(plain)), false);
  assert.match(messages(plain.lines, 'STDOUT')[0] ?? '', /^<00-[0-9a-f]{32}-[0-9a-f]{16}-01>$/);
});
