/** Metrics that are computed when they are read: of this process, and of the whole install. Each statement reads an index or a small table. */
import type { CachedQuery } from '../../../core/base/in-memory.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { selectStandbyState, type StandbyState } from '../../../core/database/standby-watch.ts';
import { gauge, type Metric, Metrics } from '../../../core/observability/metrics.ts';
import { programVersion } from '../../../core/base/program-version.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { countHeldEvents } from '../../events/fan-out/index.ts';
import { selectWaitingDeliveries } from '../../events/webhook-sender/index.ts';
import { availability, illness, waitingClaims } from '../../processing/task-executions/index.ts';
import { countFaults } from '../content/index.ts';

/** Counts the executions that wait for an engine and those that an engine holds; `oldest` is the longest waiting time in seconds. */
const selectQueue = (tx: Tx): Promise<{ waiting: number; oldest: number; held: number }> =>
  tx.only(sql`
    select count(*) filter (where engine_id is null) as waiting,
           greatest(extract(epoch from now() - min(accepted_at) filter (where engine_id is null)), 0)::double precision as oldest,
           count(engine_id) as held
    from live_execution`);

/** Counts the paired engines, those of them that are available, and those that are ill. */
const countEngines = (tx: Tx): Promise<{ paired: number; available: number; ill: number }> =>
  tx.only(sql`
    select count(*) as paired, count(*) filter (where ${availability} = 'AVAILABLE') as available, count(${illness}) as ill
    from engine g
    where g.paired_at is not null`);

/** Counts the triggers that are due but not fired; `seconds` is the delay of the oldest. */
const selectOverdue = (tx: Tx): Promise<{ triggers: number; seconds: number }> =>
  tx.only(sql`
    select count(*) as triggers, coalesce(extract(epoch from now() - min(next_at)), 0)::double precision as seconds
    from time_trigger
    where next_at <= now()`);

/** Counts the background jobs that wait or run, and those of them that have failed at least once. */
const selectJobs = (tx: Tx): Promise<{ queued: number; failed: number }> =>
  tx.only(sql`
    select count(*) as queued, count(last_error) as failed
    from graphile_worker.jobs`);

/** Milliseconds for which an answer of the database is cached, so that several scrapers cost as much as one. */
const CACHE_TIME = 5000;
/** Timeout of a query in milliseconds; Prometheus has a timeout of ten seconds. */
const TIMEOUT = 2000;

type Figure = { query: CachedQuery<Pick<Platform, 'db'>, Record<string, number>>; metrics: Readonly<Record<string, Metric>> };

/** Builds metrics of a statement; `metrics` has one for each column. */
const figure = (select: (tx: Tx) => Promise<Record<string, number>>, metrics: Figure['metrics']): Figure => ({
  query: { run: ({ db }) => select(db.watcher), cacheMilliseconds: CACHE_TIME, timeoutMilliseconds: TIMEOUT },
  metrics,
});

const FIGURES: readonly Figure[] = [
  figure(selectQueue, {
    waiting: gauge('millrace_queue_executions', 'Executions of the install that wait for an engine.'),
    oldest: gauge(
      'millrace_queue_oldest_age_seconds',
      'How long the oldest execution that waits for an engine has waited; 0 where none waits.',
    ),
    held: gauge('millrace_held_executions', 'Executions of the install that an engine holds.'),
  }),
  figure(countEngines, {
    paired: gauge('millrace_engines_paired', 'Engines of the install that are paired.'),
    available: gauge('millrace_engines_available', 'Paired engines of the install that send heartbeats and are not ill.'),
    ill: gauge('millrace_engines_ill', 'Paired engines of the install whose machines cannot start runs.'),
  }),
  figure(selectOverdue, {
    triggers: gauge('millrace_triggers_overdue', 'Triggers of the install that are due and were not fired yet.'),
    seconds: gauge('millrace_triggers_overdue_seconds', 'How long the oldest overdue trigger has been due; 0 where none is overdue.'),
  }),
  figure(countFaults, {
    faults: gauge('millrace_content_faults', 'Files of content of the install that are missing or damaged in the store.'),
  }),
  figure(selectWaitingDeliveries, {
    waiting: gauge('millrace_webhook_deliveries_waiting', 'Deliveries of the install that wait for webhooks which work.'),
    oldest: gauge(
      'millrace_webhook_oldest_delivery_age_seconds',
      'How long the oldest of these deliveries has been due; 0 where none is due.',
    ),
    failing: gauge('millrace_webhook_endpoints_failing', 'Webhooks of the install whose last deliveries failed.'),
  }),
  figure(countHeldEvents, {
    waiting: gauge('millrace_events_held', 'Events of the install that wait for a consumer (webhook, alert, notification) which failed.'),
    aside: gauge('millrace_events_set_aside', 'Events of the last week that a consumer failed on too often, and that it did not get.'),
  }),
  figure(selectJobs, {
    queued: gauge('millrace_jobs_queued', 'Background jobs of the install that wait or run.'),
    failed: gauge('millrace_jobs_failed', 'Background jobs of the install that failed at least once and are not done.'),
  }),
];

const build = gauge('millrace_build_info', 'The version of the program.', 'version');
const up = gauge('millrace_database_up', '1 if the database answered all queries of this scrape, else 0.');
const connections = gauge('millrace_database_connections', 'Pooled connections of this process to the database.', 'state');
const waiting = gauge('millrace_database_waiting', 'Callers in this process that wait for a pooled connection.');
const claims = gauge('millrace_claims_waiting', 'Claims of engines that wait for work at this process.');
const standby = gauge('millrace_standby', '1 while the process waits because its database is a standby of another one, else 0.');
const receives = gauge('millrace_standby_receives', '1 while the standby is connected to its primary, else 0.');
const age = gauge('millrace_standby_age_seconds', 'Time since the commit of the last transaction that the standby has replayed.');
const behind = gauge('millrace_standby_behind_bytes', 'Bytes of the log of PostgreSQL that the standby has received and not replayed yet.');
const METRICS = [build, up, connections, waiting, claims, standby, ...FIGURES.flatMap(({ metrics }) => Object.values(metrics))];

/** Formats the metrics as text, without those of statements that failed. */
export async function figuresText(platform: Pick<Platform, 'db' | 'cache' | 'processState'>): Promise<string> {
  const figures = new Metrics(METRICS);
  const { used, idle, waiting: callers } = platform.db.usage();
  figures.series(build, programVersion()).set(1);
  figures.series(connections, 'used').set(used);
  figures.series(connections, 'idle').set(idle);
  figures.series(waiting).set(callers);
  figures.series(claims).set(waitingClaims(platform.processState).size);
  figures.series(standby).set(0);
  const answers = await Promise.allSettled(FIGURES.map(({ query }) => platform.cache.get(query, platform)));
  answers.forEach((answer, index) => {
    if (answer.status === 'rejected') return;
    for (const [name, metric] of Object.entries(FIGURES[index]?.metrics ?? {})) figures.series(metric).set(answer.value[name] ?? 0);
  });
  figures.series(up).set(answers.every(({ status }) => status === 'fulfilled') ? 1 : 0);
  return figures.text();
}

const standbyState: CachedQuery<Pick<Platform, 'db'>, StandbyState> = {
  run: ({ db }) => selectStandbyState(db.watcher),
  cacheMilliseconds: CACHE_TIME,
  timeoutMilliseconds: TIMEOUT,
};

/** Formats, for a process that waits because its database is a standby, where that stands; without it if the standby does not answer. */
export async function standbyText(platform: Pick<Platform, 'db' | 'cache'>): Promise<string> {
  const figures = new Metrics([build, up, standby, receives, age, behind]);
  figures.series(build, programVersion()).set(1);
  figures.series(standby).set(1);
  const state = await platform.cache.get(standbyState, platform).catch(() => undefined);
  figures.series(up).set(state ? 1 : 0);
  if (state) {
    figures.series(receives).set(state.receives ? 1 : 0);
    figures.series(behind).set(state.waiting);
    if (state.age !== null) figures.series(age).set(state.age);
  }
  return figures.text();
}
