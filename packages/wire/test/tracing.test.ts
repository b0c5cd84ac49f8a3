import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startConfiguredTracing, spansUrl } from '../src/tracing-settings.ts';
import { readTraceparent } from '../src/tracing.ts';

const CONTEXT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
const program = { name: 'program', version: '1' };

test('a traceparent is valid if it is of version 00, in lower case, and no id is zero', () => {
  assert.equal(readTraceparent(CONTEXT), CONTEXT);
  const invalid = [
    undefined,
    '',
    [CONTEXT],
    ` ${CONTEXT}`,
    `${CONTEXT}\n`,
    CONTEXT.toUpperCase(),
    CONTEXT.slice(0, -1),
    `ff${CONTEXT.slice(2)}`,
  ];
  for (const text of [...invalid, CONTEXT.replaceAll('a', '0'), CONTEXT.replaceAll('b', '0')])
    assert.equal(readTraceparent(text), undefined);
});

test('spans are sent to the URL of the standard settings', () => {
  assert.equal(spansUrl({}), undefined);
  assert.equal(spansUrl({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }), undefined);
  assert.equal(spansUrl({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }), 'http://collector:4318/v1/traces');
  assert.equal(spansUrl({ ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces/x' }), 'http://traces/x');
  assert.equal(spansUrl({ ...ENDPOINT, OTEL_SDK_DISABLED: 'True' }), undefined);
  assert.equal(spansUrl({ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }), undefined);
});

test('without settings a span only passes on the context of its parent', async () => {
  const tracing = await startConfiguredTracing({}, program);
  assert.equal(tracing.isOn, false);
  const span = tracing.span('work', { parent: CONTEXT });
  span.set({ a: 1 });
  span.end();
  assert.deepEqual([span.traceparent, tracing.span('work').traceparent], [CONTEXT, undefined]);
  await tracing.stop();
});

test('the standard samplers decide what is sampled, and the parent-based ones follow the parent', async () => {
  const unsampled = `${CONTEXT.slice(0, -2)}00`;
  const flagsBy = async (OTEL_TRACES_SAMPLER: string, OTEL_TRACES_SAMPLER_ARG = '') => {
    const tracing = await startConfiguredTracing({ ...ENDPOINT, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }, program);
    const flags = [undefined, CONTEXT, unsampled].map((parent) => tracing.span('work', { parent }).traceparent?.slice(-2));
    await tracing.stop();
    return flags.join(' ');
  };
  assert.equal(await flagsBy(''), '01 01 00');
  assert.equal(await flagsBy('parentbased_always_on'), '01 01 00');
  assert.equal(await flagsBy('parentbased_always_off'), '00 01 00');
  assert.equal(await flagsBy('parentbased_traceidratio', '0'), '00 01 00');
  assert.equal(await flagsBy('always_on'), '01 01 01');
  assert.equal(await flagsBy('always_off'), '00 00 00');
  assert.equal(await flagsBy('traceidratio', '0'), '00 00 00');
});
