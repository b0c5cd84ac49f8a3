/** Due instants equal records: triggers of all types in 12 zones over simulated years, beside enumerators that share nothing with the calendar. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startDatabaseServer } from '../bench/database.ts';
import { readConfig } from '../packages/server/src/core/platform/config.ts';
import type { Database } from '../packages/server/src/core/database/db.ts';
import { newId } from '../packages/server/src/core/base/id.ts';
import { createLog } from '../packages/server/src/core/observability/log.ts';
import { json, sql } from '../packages/server/src/core/database/sql.ts';
import { readTrigger, type TriggerDefinition } from '../packages/server/src/features/orchestration/schedules/index.ts';
import { fireDue } from '../packages/server/src/features/processing/firing/fire.ts';
import { prepareDatabase, startServer } from '../packages/server/src/server.ts';
import { DAY, enumerated, randomTriggers, ZONES } from '../packages/server/test/support/enumerator.ts';
import { createMaker, type Maker } from '../packages/server/test/support/make.ts';
import { soak, type Stage } from './stage.ts';

/** A trigger with the instants that it should leave a record for. */
type Watched = { id: string; definition: TriggerDefinition; expected: number[] };

/** A stretch of simulated time, and what it is for: triggers that fire often have as many instants in a month as others in years. */
type Wave = { name: string; days: number; perDay: readonly [least: number, most: number]; share: number };

const YEAR = 365.25;
/** Looks that are thrown away in the middle, as by a process that dies. */
const BROKEN_OFF = 0.1;
/** Processes that look at once. */
const AT_ONCE = 3;

class BrokenOff extends Error {}

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
  const waves: Wave[] = [
    { name: `${years} years`, days: years * YEAR, perDay: [0, 2], share: 0.5 },
    { name: 'a fifth of them', days: (years * YEAR) / 5, perDay: [0.5, 10], share: 0.3 },
    { name: 'six weeks', days: 42, perDay: [5, 300], share: 0.2 },
  ];
  const { below, randomDefinition } = randomTriggers(stage.seed);
  const totals = { instants: 0, missing: 0, double: 0, other: 0, looks: 0, brokenOff: 0 };
  const types = new Map<string, number>();
  const examples: string[] = [];
  for (const wave of waves) {
    // Begins at any day of nine years, so that leap days and all changes of the clocks come by.
    const from = Date.UTC(2027, 0, 1) + below(4 * 365) * DAY;
    const to = from + Math.round(wave.days) * DAY;
    const watched: Watched[] = [];
    for (let number = 0; watched.length < schedules * wave.share; number += 1) {
      const zone = ZONES[number % ZONES.length] ?? 'UTC';
      const definition = randomDefinition(`trigger ${number}`, zone, from);
      if (!isReadable(definition)) continue;
      const rate = enumerated(definition, zone, from, from + 60 * DAY).length / 60;
      if (rate < wave.perDay[0] || rate > wave.perDay[1]) continue;
      watched.push({ id: newId(), definition, expected: enumerated(definition, zone, from, to) });
      types.set(definition.type, (types.get(definition.type) ?? 0) + 1);
    }
    await arm(db, make, watched, from);
    stage.say(`  ${wave.name}: ${watched.length} triggers, ${watched.reduce((sum, one) => sum + one.expected.length, 0)} instants`);
    await fireUntil(stage, db, from, to, totals);
    for (const { id, definition, expected } of watched) {
      const given = await recordsOf(db, id);
      const [wanted, had] = [new Set(expected), new Set(given)];
      const missing = expected.filter((instant) => !had.has(instant));
      const other = given.filter((instant) => !wanted.has(instant));
      totals.instants += expected.length;
      totals.missing += missing.length;
      totals.other += other.length;
      totals.double += given.length - had.size;
      if (missing.length + other.length > 0 && examples.length < 5)
        examples.push(
          `${JSON.stringify(definition)}: missing ${missing.slice(0, 3).map(show).join(', ')}, not due ${other.slice(0, 3).map(show).join(', ')}`,
        );
    }
    // What is past rests.
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
      ['looks at the clock, three at once', totals.looks],
      ['looks broken off in the middle', totals.brokenOff],
    ],
    zero: {
      missing: totals.missing,
      double: totals.double,
      'records without an instant': totals.other,
      'records that no instant names': executions - totals.instants + totals.missing - totals.other - totals.double,
    },
    notes: [
      'Triggers that fire often are watched for a part of the time: for as many instants as the others have in all of it.',
      ...examples,
    ],
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

async function arm(db: Database, make: Maker, watched: readonly Watched[], from: number): Promise<void> {
  const { id: workspace } = await make.workspace();
  const { versionId: artifactVersion } = await make.artifact({ workspace });
  for (const { id, definition } of watched) {
    const task = await make.task({ workspace, artifactVersion });
    await db.writer.rows(sql`
      insert into time_trigger (id, task_id, name, definition, next_at, set_by_id, set_by_type)
      values (${id}, ${task.id}, ${definition.name}, ${json(definition)}, ${new Date(from)}, ${await make.administrator()}, 'HUMAN')`);
  }
}

/** Lets the time pass in steps of a month, looked at by several at once, some of whom die in the middle. */
async function fireUntil(
  stage: Stage,
  db: Database,
  from: number,
  to: number,
  totals: { looks: number; brokenOff: number },
): Promise<void> {
  for (let at = from; at < to;) {
    at = Math.min(at + 30 * DAY, to);
    // The end is not part of the period.
    const moment = new Date(at - 1);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let idle = 0; idle < 2;) {
          const fired = await look(stage, db, moment, totals);
          idle = fired === 0 ? idle + 1 : 0;
        }
      }),
    );
    // Those that looked while another had the last rows at hand may have gone too early.
    while ((await look(stage, db, moment, totals)) !== 0);
  }
}

async function look(stage: Stage, db: Database, at: Date, totals: { looks: number; brokenOff: number }): Promise<number> {
  totals.looks += 1;
  const breaks = stage.random() < BROKEN_OFF;
  try {
    return await db.transaction(async (tx) => {
      const { fired } = await fireDue(tx, { most: 100, at });
      if (breaks) throw new BrokenOff();
      return fired;
    });
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error;
    totals.brokenOff += 1;
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
