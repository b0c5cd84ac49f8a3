// run: own server because it compares the counters of a fresh process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { programVersion } from '../../../core/base/program-version.ts';
import { sql } from '../../../core/database/sql.ts';
import { standInEngine } from '../../../../test/support/engine.ts';
import { daily, firingOf } from '../../../../test/support/firing.ts';
import { awayAndBack } from '../../../../test/support/database-away.ts';
import { startOwnServer } from '../../../../test/support/server.ts';

const ROUTE = 'GET /metrics';
const server = await startOwnServer();
const { call, make, platform } = server;

/** Reads the metrics by name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const { status, body, headers } = await call(ROUTE, { token: undefined });
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  return new Map(
    String(body)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** Reads the metrics without cached answers of the database. */
async function scrapeAnew(): Promise<Map<string, number>> {
  platform.cache.clear();
  return scrape();
}

test('serves metrics on their own port, which serves only metrics and health', async () => {
  assert.notEqual(server.watchUrl, server.url);
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
  assert.equal((await fetch(`${server.watchUrl}/account/me`)).status, 404);
  for (const path of ['/metrics', '/healthz', '/readyz']) assert.equal((await fetch(server.watchUrl + path)).status, 200, path);
  const { body } = await call('GET /openapi.json', { token: undefined });
  assert.equal('/metrics' in body.paths, false, 'the OpenAPI document lists only the operations on the port of the API');
});

test('has the format of Prometheus; each metric has one help text and a conventional name', async () => {
  const text = String((await call(ROUTE, { token: undefined })).body);
  const types = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }));
  const names = types.map(({ name }) => name);
  assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted());
  assert.deepEqual([...text.matchAll(/^# HELP (\S+) \S.*$/gm)].map(([, name]) => name).toSorted(), names.toSorted());
  for (const { name, type } of types) {
    assert.match(name, /^(millrace|process|nodejs)_[a-z0-9_]+$/);
    if (name.startsWith('millrace_')) assert.equal(name.endsWith('_total'), type === 'counter', name);
  }
  for (const line of text.split('\n').filter((candidate) => candidate !== '' && !candidate.startsWith('#')))
    assert.match(line, /^[a-z_0-9]+(\{([a-z_]+="[^"\n]*",?)+\})? (NaN|Nan|[-+]?[0-9.e+-]+)$/);
  assert.ok(names.includes('process_cpu_seconds_total') && names.includes('nodejs_eventloop_lag_p99_seconds'));
});

test('metrics.labels: counts requests by route and status class, never by path or id', async () => {
  const environment = await make.environment();
  const path = { Id: environment };
  const key = (method: string, route: string, status: string) =>
    `millrace_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
  const earlier = await scrape();
  await call('PUT /orchestration/environments/{Id}', { path, body: { name: 'Renamed' } });
  await call('PUT /orchestration/environments/{Id}', { path: { Id: 'not-an-id' }, body: { name: 'x' } });
  await call('GET /no/such/secret-operation');
  const now = await scrape();
  const grown = (name: string) => (now.get(name) ?? 0) - (earlier.get(name) ?? 0);
  assert.equal(grown(key('PUT', '/orchestration/environments/{Id}', '2xx')), 1);
  assert.equal(grown(key('PUT', '/orchestration/environments/{Id}', '4xx')), 1);
  assert.equal(grown(key('', 'other', '4xx')), 1);
  const text = [...now.keys()].join('\n');
  assert.ok(!text.includes(environment) && !text.includes('secret-operation') && !text.includes('not-an-id'));
  const buckets = [...now]
    .filter(([name]) => name.includes('_bucket{method="PUT"') && name.includes('status="2xx"'))
    .map(([, value]) => value);
  assert.deepEqual(
    buckets,
    buckets.toSorted((one, other) => one - other),
    'buckets are cumulative',
  );
  assert.equal(buckets.at(-1), now.get(key('PUT', '/orchestration/environments/{Id}', '2xx')));
});

test('counts an execution that waits, is claimed, writes log lines and ends', async () => {
  const task = await make.task();
  const engine = await standInEngine(server, task.environment);
  const before = await scrapeAnew();
  const start = () => call('POST /processing/executions', { body: { executable: task.id } });
  await start();
  await start();
  await platform.db.writer.rows(sql`update live_execution set accepted_at = now() - interval '100 seconds' where engine_id is null`);
  const waiting = await scrapeAnew();
  const of = (numbers: Map<string, number>, name: string) => numbers.get(name) ?? NaN;
  const grown = (numbers: Map<string, number>, name: string) => of(numbers, name) - (before.get(name) ?? 0);
  assert.equal(grown(waiting, 'millrace_queue_executions'), 2);
  const age = of(waiting, 'millrace_queue_oldest_age_seconds');
  assert.ok(age >= 100 && age < 700, `${age} s`);
  assert.equal(of(waiting, 'millrace_engines_paired') >= 1, true);

  const { executions } = await engine.claim({ free: 10 });
  assert.deepEqual((await engine.claim({ free: 10 })).executions, []);
  const [first, second] = executions;
  assert.ok(first && second);
  const wrote = Date.now() - 40_000;
  await engine.log(first, [
    { at: wrote, severity: 'INFO', type: 'STDOUT', message: 'häm' },
    { at: wrote + 1, severity: 'INFO', type: 'STDOUT', message: 'x' },
  ]);
  await engine.log({ ...first, fence: first.fence + 1 }, ['refused']);
  await engine.finish(first);
  const now = await scrapeAnew();
  assert.equal(grown(now, 'millrace_claims_total'), 2);
  assert.equal(grown(now, 'millrace_claimed_executions_total'), 2);
  assert.equal(of(now, 'millrace_queue_executions'), of(before, 'millrace_queue_executions'));
  assert.equal(grown(now, 'millrace_held_executions'), 1);
  assert.equal(grown(now, 'millrace_log_lines_total'), 2);
  assert.equal(grown(now, 'millrace_log_bytes_total'), `${wrote} IO häm\n${wrote} IO x\n`.length + 1);
  assert.equal(grown(now, 'millrace_log_lag_seconds_count'), 1);
  assert.equal(grown(now, 'millrace_log_lag_seconds_bucket{le="30"}'), 0);
  assert.equal(grown(now, 'millrace_log_lag_seconds_bucket{le="300"}'), 1);
  assert.equal(grown(now, 'millrace_finished_executions_total{outcome="EXECUTION_SUCCESS"}'), 1);
  await engine.finish(second);
});

test('shows the age of an empty queue as 0, and timers, pool, jobs and version', async () => {
  const timers = ['fire-triggers', 'expire-leases', 'advance-plans', 'close-windows', 'remove-leftovers'];
  const succeeded = (numbers: Map<string, number>, timer: string) =>
    (numbers.get(`millrace_timer_last_success_timestamp_seconds{timer="${timer}"}`) ?? 0) > 1.7e9;
  let now = await scrapeAnew();
  while (!timers.every((timer) => succeeded(now, timer))) now = await scrapeAnew();
  assert.equal(now.get('millrace_queue_oldest_age_seconds'), 0);
  assert.equal(now.get('millrace_database_up'), 1);
  assert.equal(now.get(`millrace_build_info{version="${programVersion()}"}`), 1);
  assert.equal(now.get('millrace_database_waiting'), 0);
  assert.equal((now.get('millrace_database_connections{state="idle"}') ?? 0) > 0, true);
  assert.deepEqual([now.get('millrace_jobs_failed'), now.get('millrace_triggers_overdue')], [0, 0]);
  for (const timer of timers) {
    assert.ok(now.has(`millrace_timer_last_duration_seconds{timer="${timer}"}`), timer);
    assert.ok((now.get(`millrace_timer_period_seconds{timer="${timer}"}`) ?? 0) > 0, timer);
  }
  assert.equal(now.get('millrace_timer_period_seconds{timer="fire-triggers"}'), 0.2);
  assert.equal(now.get('millrace_firing_drift_seconds_count'), 0);
});

test('shows the delay of a trigger', async () => {
  const { setTrigger, onlyTrigger, moveTo, recordsOf } = firingOf(server);
  const { name: _name, ...trigger } = daily('late');
  const task = await make.task();
  await setTrigger(task, trigger);
  const { id, next_at: next } = await onlyTrigger(task);
  assert.ok(next);
  // The instant before the next one: of this morning or of yesterday.
  await moveTo(id, new Date(next.getTime() - 86_400_000));
  while ((await recordsOf(task)).length === 0) await wait(50);
  let now = await scrape();
  while (now.get('millrace_firing_drift_seconds_count') === 0) now = await scrape();
  assert.equal(now.get('millrace_firing_drift_seconds_count'), 1);
  const late = (Date.now() - next.getTime()) / 1000 + 86_400;
  assert.ok(Math.abs((now.get('millrace_firing_drift_seconds_sum') ?? 0) - late) < 600);
});

test('caches answers of the database for several scrapers', async () => {
  await scrapeAnew();
  const first = await scrape();
  const task = await make.task();
  await call('POST /processing/executions', { body: { executable: task.id } });
  assert.equal((await scrape()).get('millrace_queue_executions'), first.get('millrace_queue_executions'));
  assert.equal((await scrapeAnew()).get('millrace_queue_executions'), (first.get('millrace_queue_executions') ?? 0) + 1);
});

test('leaves out only the metrics of the database while it is unavailable', async () => {
  await awayAndBack(platform, async () => {
    const now = await scrapeAnew();
    assert.equal(now.get('millrace_database_up'), 0);
    assert.equal(now.has('millrace_queue_executions'), false);
    assert.ok(now.has('process_cpu_seconds_total') && now.has('millrace_claims_total'));
  });
  assert.equal((await scrapeAnew()).get('millrace_database_up'), 1);
});
