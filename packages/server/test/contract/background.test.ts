// run: own server because it drops partitions, and reads the counters of a fresh process
/** Everything that a feature defines is in the lists from which a process runs, and they come from the features. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { packageSources, readText } from '../../../../scripts/house/source-files.ts';
import { features } from '../../src/api.ts';
import { listPartitions } from '../../src/core/database/partitions.ts';
import { identifier, sql } from '../../src/core/database/sql.ts';
import { CONSUMERS } from '../../src/features/events/fan-out/held-events.ts';
import { encryptedTables } from '../../src/rotate-keys.ts';
import { buffers, jobs, repeatedByObjects, timers } from '../../src/worker.ts';
import { runTimer } from '../support/background.ts';
import { startOwnServer } from '../support/server.ts';

const SERVER = 'packages/server/src/';

/** The kinds of objects of which the server has lists: the properties by which an object is recognised, and the list. */
const KINDS: Readonly<Record<string, { has: readonly string[]; list: readonly object[] }>> = {
  feature: { has: ['surface', 'endpoints'], list: features },
  timer: { has: ['name', 'milliseconds', 'run'], list: [...timers, ...buffers] },
  job: { has: ['name', 'attempts', 'run'], list: jobs },
  subscription: { has: ['event', 'handle'], list: features.flatMap((feature) => feature.subscriptions ?? []) },
  content: { has: ['keys', 'after', 'of', 'owners'], list: features.flatMap((feature) => feature.content ?? []) },
  'encrypted table': { has: ['table', 'key', 'columns'], list: encryptedTables },
  'event consumer': { has: ['kind', 'accept'], list: CONSUMERS },
  metric: { has: ['type', 'help', 'bounds'], list: features.flatMap((feature) => feature.metrics ?? []) },
};

type Exported = { path: string; name: string; kind: string; value: object };

/** The objects of these kinds that files of features and of the identity export, and the timers of core. */
async function findExported(): Promise<Exported[]> {
  const found: Exported[] = [];
  for (const { path, isTest } of packageSources()) {
    if (isTest || !['features', 'identity', 'core'].some((folder) => path.startsWith(`${SERVER}${folder}/`))) continue;
    const exported = (await import(new URL(`../../../../${path}`, import.meta.url).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported))
      for (const [kind, { has }] of Object.entries(KINDS))
        if (typeof value === 'object' && value !== null && has.every((property) => property in value))
          if (kind === 'timer' || !path.startsWith(`${SERVER}core/`)) found.push({ path, name, kind, value });
  }
  return found;
}

const exported = await findExported();

describe('the lists of the server', () => {
  for (const [kind, { list }] of Object.entries(KINDS))
    test(`contain each ${kind} of the sources, once`, () => {
      const ofKind = exported.filter((one) => one.kind === kind);
      assert.ok(ofKind.length > 0, 'the search found nothing');
      assert.deepEqual(
        ofKind.filter(({ value }) => !list.includes(value)).map(({ path, name }) => `${path} exports ${name}`),
        [],
        'name it in the index.ts of its feature, and the feature in api.ts',
      );
      assert.equal(new Set(list).size, list.length);
    });

  test('have a name of its own for each timer and each job', () => {
    const names = [...timers, ...buffers, ...repeatedByObjects, ...jobs].map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });
});

test('a process runs all timers, buffers and jobs', async () => {
  const server = await startOwnServer();
  const { body } = await server.call('GET /metrics', { token: undefined });
  const labelsOf = (metric: string, label: string): string[] =>
    [...String(body).matchAll(new RegExp(`^${metric}\\{${label}="([^"]+)"\\}`, 'gm'))].map(([, name = '']) => name).toSorted();
  assert.deepEqual(
    labelsOf('millrace_timer_period_seconds', 'timer'),
    [...timers, ...buffers, ...repeatedByObjects].map(({ name }) => name).toSorted(),
  );
  assert.deepEqual(labelsOf('millrace_jobs_done_total', 'job'), jobs.map(({ name }) => name).toSorted());
  await server.stop();
});

test('all timers succeed on a new install, and create the partitions of every partitioned table', async () => {
  const { platform } = await startOwnServer({ MILLRACE_ROLE: 'api' });
  const { db } = platform;
  const tables = await db.reader.rows<{ table: string }>(sql`
    select c.relname::text as "table"
    from pg_class c
    where c.relkind = 'p'
      and c.relnamespace = 'public'::regnamespace
    order by c.relname`);
  assert.ok(tables.length > 0);
  for (const parent of tables)
    for (const { name } of await listPartitions(db.reader, parent)) await db.writer.rows(sql`drop table ${identifier(name)}`);
  for (const { name } of [...timers, ...buffers]) await runTimer(platform, name);
  for (const parent of tables)
    assert.ok((await listPartitions(db.reader, parent)).length >= 3, `no timer creates the partitions of ${parent.table}`);
});

test('tests run timers and jobs through the lists of the server', () => {
  const names = exported.filter(({ kind }) => kind === 'timer' || kind === 'job').map(({ name }) => name);
  const direct = new RegExp(`\\b(?:${names.join('|')})\\.run\\(|\\.run\\([^)]*\\bplatform\\b`);
  const running = packageSources()
    .filter(({ path, isTest }) => isTest || path.startsWith('packages/server/test/'))
    .filter(({ path }) => path !== 'packages/server/test/support/background.ts')
    .filter(({ path }) => direct.test(readText(path)));
  assert.deepEqual(
    running.map(({ path }) => path),
    [],
    'call runTimer or runJob of test/support/background.ts: they fail for one that no process runs',
  );
});
