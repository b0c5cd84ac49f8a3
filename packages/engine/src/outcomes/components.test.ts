import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentOf } from './reported-data.ts';
import { countsOfReport } from './row-counts.ts';

const basic = { connector_type: 'csv', connector_label: 'in', connector_id: 'in', component_start_time_seconds: 5.5 };
const line = (component: unknown, more: object = {}): string => `${JSON.stringify({ component, ...more })}\n`;

test('bundles.report.components', () => {
  const { components, counts, unreadable, dropped } = countsOfReport(
    line(basic) + line({ ...basic, connector_id: 'out', component_connection_rows_total: 7 }, { processed: 7, rejected: 1 }),
  );
  assert.deepEqual(components, [basic, { ...basic, connector_id: 'out', component_connection_rows_total: 7 }]);
  assert.deepEqual([counts, unreadable, dropped], [{ processed: 7, rejected: 1 }, 0, 0]);
});

test('bundles.report.components: does not change the totals of the run', () => {
  const { counts, components } = countsOfReport('{"processed":3,"rejected":0}\n' + line(basic) + '{"component":"by name","processed":9}\n');
  assert.deepEqual([counts, components.length], [{ processed: 3, rejected: 0 }, 1]);
});

test('bundles.report.components: limits their number and size, and counts the dropped ones', () => {
  const many = countsOfReport(line(basic).repeat(2005));
  assert.deepEqual([many.components.length, many.dropped], [2000, 5]);
  const large = countsOfReport(line({ ...basic, stacktrace: 'at '.repeat(3000) }).repeat(200));
  assert.ok(large.components.length > 50 && large.components.length + large.dropped === 200 && large.dropped > 0);
  assert.ok(Buffer.byteLength(JSON.stringify(large.components)) < 1.1 * 2 ** 20);
});

test('a component without a required field cannot be read', () => {
  for (const wrong of [
    [],
    {},
    { ...basic, connector_type: '' },
    { ...basic, connector_id: 7 },
    { ...basic, component_start_time_seconds: '5' },
  ])
    assert.deepEqual(countsOfReport(line(wrong)).unreadable, 1, JSON.stringify(wrong));
  for (const start of [-1, 1e20]) assert.equal(componentOf({ ...basic, component_start_time_seconds: start }), undefined);
});

test('a component keeps only valid fields, with texts cut to the limits of the protocol', () => {
  const found = componentOf({
    ...basic,
    connector_label: 'a'.repeat(600),
    pid: 4711,
    father_pid: 'A\0B\uD800',
    target_id: null,
    component_connection_rows_total: 1.5,
    component_execution_duration_milliseconds: -1,
    stacktrace: 'b'.repeat(20_000),
    unknown: 'field',
  });
  assert.deepEqual(found, {
    ...basic,
    connector_label: 'a'.repeat(500),
    pid: '4711',
    father_pid: 'AB\uFFFD',
    stacktrace: 'b'.repeat(10_000),
  });
  assert.equal(componentOf({ ...basic, connector_label: undefined })?.connector_label, 'in');
});
