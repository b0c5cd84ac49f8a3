import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counter, gauge, histogram, Metrics } from './metrics.ts';

test('counters, gauges and histograms are written in the format of Prometheus and start at zero', async () => {
  const [done, level, took] = [
    counter('done_total', 'What is done.'),
    gauge('level', 'How high.', 'of'),
    histogram('took', 'How long.', [1, 5]),
  ];
  const metrics = new Metrics([done, level, took]);
  const text = async () => (await metrics.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  assert.deepEqual(await text(), [
    'done_total 0',
    'took_bucket{le="1"} 0',
    'took_bucket{le="5"} 0',
    'took_bucket{le="+Inf"} 0',
    'took_sum 0',
    'took_count 0',
  ]);
  metrics.series(done).add();
  metrics.series(done).add(2.5);
  metrics.series(level, 'a"b\\c\nd').set(3);
  metrics.series(level, 'e').set(-1);
  for (const value of [0, 1, 1.5, 5, 6]) metrics.series(took).observe(value);
  assert.deepEqual(await text(), [
    'done_total 3.5',
    'level{of="a\\"b\\\\c\\nd"} 3',
    'level{of="e"} -1',
    'took_bucket{le="1"} 2',
    'took_bucket{le="5"} 4',
    'took_bucket{le="+Inf"} 5',
    'took_sum 13.5',
    'took_count 5',
  ]);
});

test('series differ by all of their labels', async () => {
  const calls = counter('calls_total', 'Calls.', 'method', 'route');
  const metrics = new Metrics([calls]);
  metrics.series(calls, 'GET', '/a').add();
  metrics.series(calls, 'GET', '/b').add(2);
  assert.equal(metrics.series(calls, 'GET', '/a'), metrics.series(calls, 'GET', '/a'));
  assert.match(await metrics.text(), /calls_total\{method="GET",route="\/a"\} 1\ncalls_total\{method="GET",route="\/b"\} 2\n/);
});

test('beforeRead() sets gauges that are computed when the metrics are read', async () => {
  const reads = gauge('reads', 'Reads.');
  const metrics = new Metrics([reads]);
  metrics.beforeRead(async () => metrics.series(reads).add());
  await metrics.text();
  assert.match(await metrics.text(), /^reads 2$/m);
});
