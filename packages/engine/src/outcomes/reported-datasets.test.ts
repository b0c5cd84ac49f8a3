import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOfReport } from './row-counts.ts';

const orders = { namespace: 'postgres://db.example.com:5432', name: 'shop.public.orders' };
const lines = (...entries: object[]): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

test('bundles.report.datasets', () => {
  const whole = countsOfReport(
    lines({ inputs: [{ namespace: 'file', name: '/rows.csv' }, orders] }, { inputs: [orders], outputs: [orders], processed: 2 }),
  );
  assert.deepEqual(whole.inputs, [{ namespace: 'file', name: '/rows.csv' }, orders]);
  assert.deepEqual(whole.outputs, [orders]);
  assert.deepEqual([whole.counts, whole.unreadable, whole.droppedDatasets], [{ processed: 2 }, 0, 0]);

  const many = Array.from({ length: 510 }, (_, index) => ({ ...orders, name: `t${index}` }));
  const limited = countsOfReport(lines({ inputs: many }, { outputs: many.slice(0, 3) }));
  assert.deepEqual([limited.inputs.length, limited.outputs.length, limited.droppedDatasets], [500, 3, 10]);
  const large = countsOfReport(lines({ inputs: many.map(({ name }) => ({ ...orders, name: name.padEnd(1000, 'x') })) }));
  assert.ok(large.inputs.length < 300 && large.inputs.length + large.droppedDatasets === 510);
});

test('bundles.report.datasets: a line that names no dataset is counted as unreadable, and its row counts stay', () => {
  for (const inputs of [
    1,
    'file',
    {},
    [null],
    [{ namespace: 'file' }],
    [{ ...orders, name: 'x'.repeat(1001) }],
    [{ ...orders, name: '\0' }],
  ]) {
    const { counts, unreadable, inputs: read } = countsOfReport(lines({ inputs, processed: 3 }));
    assert.deepEqual([counts, unreadable, read], [{ processed: 3 }, 1, []], JSON.stringify(inputs));
  }
  const half = countsOfReport(lines({ inputs: [null, orders], outputs: [orders] }));
  assert.deepEqual([half.unreadable, half.inputs, half.outputs], [1, [orders], [orders]], 'the others of the line stay');
  const component = { component: 'read', processed: 9, rejected: 1 };
  assert.deepEqual(countsOfReport(lines(component, { outputs: [orders] })).counts, { processed: 9, rejected: 1 });
});
