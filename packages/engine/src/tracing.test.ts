// isolation: own process because its engine starts processes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTracing } from '@millrace/wire/open-tracing';
import { engineFor, messages } from '../test/engine.ts';
import { shellBundle } from '../test/zips.ts';

const TRACE = 'a'.repeat(32);
const TRACEPARENT = `00-${TRACE}-${'b'.repeat(16)}-01`;
const SHOW = 'echo "<$TRACEPARENT>"';
const program = { name: 'engine', version: '1' };

test('without tracing a run gets the context of its claim, and its report names it', async (t) => {
  const { plane } = await engineFor(t);
  const known = plane.add(await shellBundle(SHOW), { traceparent: TRACEPARENT });
  assert.equal((await plane.ended(known)).traceparent, TRACEPARENT);
  assert.deepEqual(messages(known.lines, 'STDOUT'), [`<${TRACEPARENT}>`]);
  const inline = plane.add(undefined, { traceparent: TRACEPARENT });
  assert.equal((await plane.ended(inline)).traceparent, TRACEPARENT);

  const plain = plane.add(await shellBundle(SHOW));
  assert.equal('traceparent' in (await plane.ended(plain)), false);
  assert.deepEqual(messages(plain.lines, 'STDOUT'), ['<>']);
  assert.deepEqual(plane.faults, []);
});

test('with tracing the run has a span of its own; a control plane that knows of no traces is told nothing of it', async (t) => {
  // Nobody listens there: spans that cannot be sent hinder no run.
  const tracing = await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, program);
  assert.equal(tracing.on, true);
  const { plane } = await engineFor(t, { tracing });
  const known = plane.add(await shellBundle(SHOW), { traceparent: TRACEPARENT });
  const { traceparent = '' } = await plane.ended(known);
  assert.match(traceparent, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  assert.notEqual(traceparent, TRACEPARENT);
  assert.deepEqual(messages(known.lines, 'STDOUT'), [`<${traceparent}>`]);

  const plain = plane.add(await shellBundle(SHOW));
  assert.equal('traceparent' in (await plane.ended(plain)), false);
  assert.match(messages(plain.lines, 'STDOUT')[0] ?? '', /^<00-[0-9a-f]{32}-[0-9a-f]{16}-01>$/);
});
