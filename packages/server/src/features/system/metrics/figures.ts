/** Numbers that are not counted but asked for when somebody looks: of the database pool, and of the install as a row. */
import { programVersion } from '../../../core/platform/config.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { CachedQuery } from '../../../core/base/single-flight-cache.ts';
import { gauge, Metrics, type Measure } from '../../../core/observability/metrics.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { countFaults } from '../content/index.ts';
import { countEngines, selectJobs, selectOverdue, selectQueue } from './queries.ts';

/** Milliseconds for which an answer of the database is shown again: several who scrape cost as much as one. */
const KEEP = 5000;
/** Milliseconds after which a scrape does without the database; Prometheus itself gives up after ten seconds. */
const PATIENCE = 2000;

type Figure = { question: CachedQuery<Pick<Platform, 'db'>, Record<string, number>>; shown: Readonly<Record<string, Measure>> };

const asked = (select: (tx: Tx) => Promise<Record<string, number>>, shown: Figure['shown']): Figure => ({
  question: { ask: ({ db }) => select(db.watcher), keep: KEEP, patience: PATIENCE },
  shown,
});

const FIGURES: readonly Figure[] = [
  asked(selectQueue, {
    waiting: gauge('millrace_queue_executions', 'Executions of the install that wait for an engine.'),
    oldest: gauge(
      'millrace_queue_oldest_age_seconds',
      'How long the oldest execution that waits for an engine has waited; 0 where none waits.',
    ),
    held: gauge('millrace_held_executions', 'Executions of the install that an engine holds.'),
  }),
  asked(countEngines, {
    paired: gauge('millrace_engines_paired', 'Engines of the install that are paired.'),
    available: gauge('millrace_engines_available', 'Paired engines of the install whose beats come in and say that they are well.'),
    ill: gauge('millrace_engines_ill', 'Paired engines of the install that say that their machines cannot begin runs.'),
  }),
  asked(selectOverdue, {
    triggers: gauge('millrace_triggers_overdue', 'Triggers of the install that are due and were not fired yet.'),
    seconds: gauge('millrace_triggers_overdue_seconds', 'For how long the oldest of them is due; 0 where none is.'),
  }),
  asked(countFaults, {
    faults: gauge('millrace_content_faults', 'Files of content of the install that are missing or damaged in the store.'),
  }),
  asked(selectJobs, {
    queued: gauge('millrace_jobs_queued', 'Background jobs of the install that wait or run.'),
    failed: gauge('millrace_jobs_failed', 'Background jobs of the install that failed at least once and are not done.'),
  }),
];

const build = gauge('millrace_build_info', 'The version of the program.', 'version');
const up = gauge('millrace_database_up', 'Whether the database answered each question of this scrape.');
const connections = gauge('millrace_database_connections', 'Pooled connections of this process to the database.', 'state');
const waiting = gauge('millrace_database_waiting', 'Callers in this process that wait for a pooled connection.');
const MEASURES = [build, up, connections, waiting, ...FIGURES.flatMap(({ shown }) => Object.values(shown))];

/** The figures as text; those of a database that does not answer are left out. */
export async function figuresText(platform: Pick<Platform, 'db' | 'cache'>): Promise<string> {
  const figures = new Metrics(MEASURES);
  const { used, idle, waiting: callers } = platform.db.usage();
  figures.series(build, programVersion()).set(1);
  figures.series(connections, 'used').set(used);
  figures.series(connections, 'idle').set(idle);
  figures.series(waiting).set(callers);
  const answers = await Promise.allSettled(FIGURES.map(({ question }) => platform.cache.get(question, platform)));
  answers.forEach((answer, index) => {
    if (answer.status === 'rejected') return;
    for (const [name, measure] of Object.entries(FIGURES[index]?.shown ?? {})) figures.series(measure).set(answer.value[name] ?? 0);
  });
  figures.series(up).set(answers.every(({ status }) => status === 'fulfilled') ? 1 : 0);
  return figures.text();
}
