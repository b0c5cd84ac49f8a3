/** Each due instant has one record: triggers of all types in 12 zones over simulated years, compared with independent enumerators. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startDatabaseServer } from '../bench/processes.ts';
import { readConfig } from '../packages/server/src/settings/config.ts';
import type { Database } from '../packages/server/src/core/database/db.ts';
import { newId } from '../packages/server/src/core/base/id.ts';
import { createLog } from '../packages/server/src/core/observability/log.ts';
import { json, sql } from '../packages/server/src/core/database/sql.ts';
import { readTrigger, type TriggerDefinition } from '../packages/calendar/src/index.ts';
import { fireDue } from '../packages/server/src/features/processing/firing/fire.ts';
import { prepareDatabase, startServer } from '../packages/server/src/server.ts';
import { DAY, enumerated, randomTriggers, ZONES } from '../packages/calendar/test/enumerator.ts';
import { createMaker, type Maker } from '../packages/server/test/support/make.ts';
import { soak, type Stage } from './stage.ts';

/** A trigger with the instants for which a record is expected. */
type Watched = { id: string; definition: TriggerDefinition; expected: number[] };

/**
 * A period of simulated time, for triggers that fire about `perDay` times a day; `share` of all triggers. Triggers that fire often get a shorter
 * period.
 */
type Period = { name: string; days: number; perDay: readonly [least: number, most: number]; share: number };

const YEAR = 365.25;
/** The share of transactions that are rolled back, as when a process dies. */
const ABORT_SHARE = 0.1;
/** Workers that fire at the same time, as the processes of an install do. */
const AT_ONCE = 3;

class Aborted extends Error {}

await soak(1, 'due instants equal records', undefined, async (stage) => {
  const database = await startDatabaseServer(stage);
  const url = await database.create('soak');
  await prepareDatabase(url);
  const config = readConfig({
    MILLRACE_HOME: join(stage.folder, 'home'),
    MILLRACE_PORT: '0',
    MILLRACE_ROLE: 'api',
    MILLRACE_ENGINE: 'none',
  });
  const server = await startServer(config, url, [randomBytes(32)], createLog('silent'));
  stage.onEnd(() => server.stop());
  const { db } = server.platform;
  const make = createMaker(server.platform);

  const schedules = stage.short ? 60 : 2000;
  const years = stage.short ? 1 : 5;
  const periods: Period[] = [
    { name: `${years} years`, days: years * YEAR, perDay: [0, 2], share: 0.5 },
    { name: `a fifth of ${years} years`, days: (years * YEAR) / 5, perDay: [0.5, 10], share: 0.3 },
    { name: 'six weeks', days: 42, perDay: [5, 300], share: 0.2 },
  ];
  const { below, randomDefinition } = randomTriggers(stage.seed);
  const totals = { instants: 0, missing: 0, double: 0, other: 0, transactions: 0, aborted: 0 };
  const types = new Map<string, number>();
  const examples: string[] = [];
  for (const period of periods) {
    // Begins on a random day of four years, so that the periods contain leap days and all changes of the clocks.
    const from = Date.UTC(2027, 0, 1) + below(4 * 365) * DAY;
    const to = from + Math.round(period.days) * DAY;
    const watched: Watched[] = [];
    for (let number = 0; watched.length < schedules * period.share; number += 1) {
      const zone = ZONES[number % ZONES.length] ?? 'UTC';
      const definition = randomDefinition(`trigger ${number}`, zone, from);
      if (!isReadable(definition)) continue;
      const rate = enumerated(definition, zone, from, from + 60 * DAY).length / 60;
      if (rate < period.perDay[0] || rate > period.perDay[1]) continue;
      watched.push({ id: newId(), definition, expected: enumerated(definition, zone, from, to) });
      types.set(definition.type, (types.get(definition.type) ?? 0) + 1);
    }
    await createTriggers(db, make, watched, from);
    stage.say(`  ${period.name}: ${watched.length} triggers, ${watched.reduce((sum, { expected }) => sum + expected.length, 0)} instants`);
    await fireUntil(stage, db, from, to, totals);
    for (const { id, definition, expected } of watched) {
      const records = await recordsOf(db, id);
      const [expectedSet, recordSet] = [new Set(expected), new Set(records)];
      const missing = expected.filter((instant) => !recordSet.has(instant));
      const other = records.filter((instant) => !expectedSet.has(instant));
      totals.instants += expected.length;
      totals.missing += missing.length;
      totals.other += other.length;
      totals.double += records.length - recordSet.size;
      if (missing.length + other.length > 0 && examples.length < 5)
        examples.push(
          `${JSON.stringify(definition)}: missing ${missing.slice(0, 3).map(show).join(', ')}, not due ${other.slice(0, 3).map(show).join(', ')}`,
        );
    }
    // The triggers of this period must not fire in the next one.
    await db.writer.rows(sql`update time_trigger set next_at = null`);
  }
  const { executions } = await db.reader.only<{ executions: number }>(sql`select count(*) as executions from task_execution`);
  return {
    facts: [
      ['schedules', schedules],
      ['of the types', [...types].map(([type, count]) => `${count} ${type}`).join(', ')],
      ['zones', ZONES.length],
      ['simulated years', years],
      ['due instants', totals.instants],
      ['records', executions],
      [`firing transactions, ${AT_ONCE} at a time`, totals.transactions],
      ['transactions rolled back', totals.aborted],
    ],
    zero: {
      missing: totals.missing,
      double: totals.double,
      'records without an instant': totals.other,
      'executions without a record': executions - totals.instants + totals.missing - totals.other - totals.double,
    },
    notes: ['Triggers that fire often run for a part of the time, so that they have about as many instants as the others.', ...examples],
  };
});

const show = (instant: number): string => new Date(instant).toISOString();

function isReadable(definition: TriggerDefinition): boolean {
  try {
    readTrigger(definition);
    return true;
  } catch {
    return false;
  }
}

async function createTriggers(db: Database, make: Maker, watched: readonly Watched[], from: number): Promise<void> {
  const { id: workspace } = await make.workspace();
  const { versionId: artifactVersion } = await make.artifact({ workspace });
  for (const { id, definition } of watched) {
    const task = await make.task({ workspace, artifactVersion });
    await db.writer.rows(sql`
      insert into time_trigger (id, task_id, name, definition, next_at, set_by_id, set_by_type)
      values (${id}, ${task.id}, ${definition.name}, ${json(definition)}, ${new Date(from)}, ${await make.administrator()}, 'HUMAN')`);
  }
}

/** Advances the time in steps of 30 days. In each step several workers fire at the same time; some of their transactions are rolled back. */
async function fireUntil(
  stage: Stage,
  db: Database,
  from: number,
  to: number,
  totals: { transactions: number; aborted: number },
): Promise<void> {
  for (let at = from; at < to;) {
    at = Math.min(at + 30 * DAY, to);
    // The end is not part of the period.
    const moment = new Date(at - 1);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let idle = 0; idle < 2;) {
          const fired = await fireBatch(stage, db, moment, totals);
          idle = fired === 0 ? idle + 1 : 0;
        }
      }),
    );
    // A worker may have stopped while another one had locked the last rows.
    while ((await fireBatch(stage, db, moment, totals)) !== 0);
  }
}

/** Fires due triggers in one transaction. Returns how many; -1 if the transaction was rolled back on purpose. */
async function fireBatch(stage: Stage, db: Database, at: Date, totals: { transactions: number; aborted: number }): Promise<number> {
  totals.transactions += 1;
  const aborts = stage.random() < ABORT_SHARE;
  try {
    return await db.transaction(async (tx) => {
      const { fired } = await fireDue(tx, { most: 100, at });
      if (aborts) throw new Aborted();
      return fired;
    });
  } catch (error) {
    if (!(error instanceof Aborted)) throw error;
    totals.aborted += 1;
    return -1;
  }
}

async function recordsOf(db: Database, id: string): Promise<number[]> {
  const rows = await db.reader.rows<{ due_at: Date }>(sql`
    select f.due_at
    from fired_instant f
    join task_execution x on x.id = f.execution_id
    where f.trigger_id = ${id}
      and x.execution_type = 'SCHEDULED'
    order by f.due_at`);
  return rows.map((row) => row.due_at.getTime());
}
