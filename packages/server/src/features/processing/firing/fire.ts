/** Firing: each due instant of each trigger leaves exactly one record, started or not. */
import { instantsBetween, loadZones, nextInstant, readTrigger, type TriggerDefinition } from '@millrace/calendar';
import type { Schema } from '@millrace/contract';
import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Timer } from '../../../core/background/jobs.ts';
import { monotonicMilliseconds } from '../../../core/base/clock.ts';
import { newId } from '../../../core/base/id.ts';
import { refusedBy } from '../../../core/database/db.ts';
import { json, type Sql, sql, type Tx } from '../../../core/database/sql.ts';
import { histogram } from '../../../core/observability/metrics.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import { storeNextFireTimes } from '../../orchestration/schedules/index.ts';
import { type PlanStart, startWithoutCaller } from '../plan-executions/index.ts';
import type { TaskStart } from '../task-executions/index.ts';

/**
 * The options of a poll: the most triggers, a condition on them, the moment (only tests set it), and whether instants may have fired before, after the
 * clock was set back.
 */
type DuePoll = { most: number; only?: Sql; at?: Date; mayHaveFired?: boolean };

/** A due trigger and what it starts: a task, a plan, or nothing if its schedule is an orphan. */
type DueTrigger = {
  id: string;
  definition: TriggerDefinition;
  next_at: Date;
  task_id: string | null;
  plan_id: string | null;
  tenant_id: string;
  set_by_id: string;
  set_by_type: Schema<'UserType'>;
  now: Date;
};

/** Locks due triggers, the longest due first: with `only`, it waits for those that another process has locked; otherwise it leaves them out. */
const selectDue = (tx: Tx, { most, only, at }: DuePoll): Promise<DueTrigger[]> =>
  tx.rows(sql`
    select g.id, g.definition, g.next_at, coalesce(g.task_id, s.task_id) as task_id, coalesce(g.plan_id, s.plan_id) as plan_id, g.set_by_id,
           g.set_by_type, coalesce(${at ?? null}::timestamptz, now()) as now,
           coalesce(s.tenant_id, (select tenant_id from task where id = g.task_id), (select tenant_id from plan where id = g.plan_id)) as tenant_id
    from time_trigger g
    left join schedule s on s.id = g.schedule_id
    where g.next_at <= coalesce(${at ?? null}::timestamptz, now())
      and ${only ?? sql`true`}
    order by g.next_at, g.id
    limit ${most}
    for update of g ${only ? sql`` : sql`skip locked`}`);

/** Selects those of the instants that have fired before. */
const selectFired = (tx: Tx, instants: readonly Omit<Fired, 'executionId'>[]): Promise<Omit<Fired, 'executionId'>[]> =>
  tx.rows(sql`
    select f.trigger_id as "triggerId", (extract(epoch from f.due_at) * 1000)::float8 as "dueAt"
    from json_to_recordset(${json(instants)}::json) as i ("triggerId" uuid, "dueAt" double precision)
    join fired_instant f on f.trigger_id = i."triggerId" and f.due_at = to_timestamp(i."dueAt" / 1000)`);

/**
 * Deletes keys of instants that fired long ago, and returns their number.
 * @rule schedules.fire.forget
 */
const forgetFired = async (tx: Tx, keptHours: number, most: number): Promise<number> => {
  const forgotten = await tx.rows(sql`
    delete from fired_instant
    where (trigger_id, due_at) in (
      select trigger_id, due_at
      from fired_instant
      where fired_at < now() - make_interval(hours => ${keptHours}::int)
      order by fired_at
      limit ${most}
      for update skip locked)
    returning trigger_id`);
  return forgotten.length;
};

/** A due instant and the record that it left. */
type Fired = { triggerId: string; dueAt: number; executionId: string };

/** Stores the records of due instants. */
const insertFired = (tx: Tx, fired: readonly Fired[]): Promise<unknown> =>
  tx.rows(sql`
    insert into fired_instant (trigger_id, due_at, execution_id)
    select "triggerId", to_timestamp("dueAt" / 1000), "executionId"
    from json_to_recordset(${json(fired)}::json) as f ("triggerId" uuid, "dueAt" double precision, "executionId" uuid)`);

const DRIFTS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

/** The delay of fired instants. */
export const firingDrift = histogram(
  'millrace_firing_drift_seconds',
  'From the moment at which a trigger was due until its start was durable.',
  DRIFTS,
);

/** The number of instants of one trigger that one transaction handles; after a long downtime there are many. */
const MAX_INSTANTS = 100;
/** The delay up to which an instant still starts something. */
const CATCH_UP = 10 * 60_000;

/** The result of a poll: the number of due triggers, and of instants that got a record. `late`: the milliseconds between the due instants and the poll. */
export type Firing = { due: number; fired: number; environments: string[]; late: number[] };

/** A due instant; `id` becomes the id of its execution. */
type Instant = { id: string; trigger: DueTrigger; due: number; now: number };

/**
 * Fires due triggers. The rows of the triggers stay locked until the commit. The next instant is computed from the claimed one, and trigger and
 * instant are a key. So each instant has one record, even if several processes poll at once or one dies.
 * @rule schedules.fire.once
 * @rule schedules.fire.next
 */
export async function fireDue(tx: Tx, poll: DuePoll): Promise<Firing> {
  const due = await selectDue(tx, poll);
  const instants: Instant[] = [];
  const next: { id: string; at: number | null }[] = [];
  for (const trigger of due) {
    const { taken, at } = instantsOf(trigger);
    next.push({ id: trigger.id, at });
    instants.push(...taken);
  }
  if (due.length === 0) return { due: 0, fired: 0, environments: [], late: [] };
  const fresh = poll.mayHaveFired ? await withoutFired(tx, instants) : instants;
  const { ids, environments } = await startWithoutCaller(tx, fresh.map(startOf));
  const started = new Set(ids);
  const fired = fresh.filter(({ id }) => started.has(id)).map((instant) => ({ ...firedOf(instant), executionId: instant.id }));
  await insertFired(tx, fired);
  await storeNextFireTimes(tx, next);
  reachFaultPoint('fire.before-commit');
  return {
    due: due.length,
    fired: fired.length,
    environments,
    late: fresh.map(({ due, now }) => now - due),
  };
}

async function withoutFired(tx: Tx, instants: readonly Instant[]): Promise<Instant[]> {
  const firedBefore = await selectFired(tx, instants.map(firedOf));
  const before = new Set(firedBefore.map(keyOf));
  return instants.filter((instant) => !before.has(keyOf(firedOf(instant))));
}

const firedOf = ({ trigger, due }: Instant) => ({ triggerId: trigger.id, dueAt: due });

const keyOf = ({ triggerId, dueAt }: Pick<Fired, 'triggerId' | 'dueAt'>): string => `${triggerId} ${dueAt}`;

/** The instants of a trigger that are due, and the next one. A trigger whose schedule is an orphan does not fire. */
function instantsOf(trigger: DueTrigger): { taken: Instant[]; at: number | null } {
  if (trigger.task_id === null && trigger.plan_id === null) return { taken: [], at: null };
  const read = readTrigger(trigger.definition);
  const now = trigger.now.getTime();
  const taken: Instant[] = [];
  for (const due of instantsBetween(read, trigger.next_at.getTime(), now + 1)) {
    taken.push({ id: newId(), trigger, due, now });
    if (taken.length === MAX_INSTANTS) break;
  }
  const last = taken.at(-1)?.due ?? now;
  return { taken, at: nextInstant(read, last + 1) ?? null };
}

/**
 * The execution starts in the name of the account that set the trigger, whether or not that account is active or exists.
 * @rule schedules.fire.former-account
 * @rule schedules.trigger.timeout
 */
function startOf({ id, trigger, due, now }: Instant): TaskStart | PlanStart {
  const start = {
    id,
    type: 'SCHEDULED',
    actor: { id: trigger.set_by_id, userType: trigger.set_by_type },
    misfire: missedReason(due, now),
    timeoutMinutes: trigger.definition.timeout ?? null,
  } as const;
  if (trigger.task_id !== null) return { ...start, taskId: trigger.task_id, tenant: trigger.tenant_id };
  if (trigger.plan_id !== null) return { ...start, planId: trigger.plan_id };
  throw new Error(`The trigger ${trigger.id} starts nothing`);
}

/**
 * The reason why a missed instant, which is handled too late, gets a record and starts nothing; undefined for an instant in time.
 * @rule schedules.fire.catch-up
 */
function missedReason(due: number, now: number): { reason: 'UNKNOWN'; message: string } | undefined {
  if (now - due <= CATCH_UP) return undefined;
  const minutes = Math.round((now - due) / 60_000);
  return {
    reason: 'UNKNOWN',
    message: `Due at ${new Date(due).toISOString()} and seen only ${minutes} minutes later, for example because no server ran. It starts at its next instant.`,
  };
}

/** Triggers fired in one transaction. */
const BATCH = 500;

/**
 * The time for which the key of a fired instant is kept. It is needed only while the instant may become due again. The next instant of a trigger
 * is after its last one; a change computes it from the clock of the database. So an instant comes again only if that clock is set back, for
 * example by a failover, and then only by the step of the clock; instants that are more than 10 minutes late start nothing. Clocks are wrong by
 * less than a day, even with a mistaken time zone.
 */
const KEPT_HOURS = 24;
const FORGOTTEN_AT_ONCE = 5000;

/** Fires a batch of due triggers, and wakes the engines of their environments. Returns whether more may be due. */
async function fireBatch({ db, metrics, wakeups }: Platform): Promise<boolean> {
  const fire = async (options: Pick<DuePoll, 'mayHaveFired'>) => {
    const began = monotonicMilliseconds();
    return { began, ...(await db.transaction((tx) => fireDue(tx, { most: BATCH, ...options }))) };
  };
  const { began, due, fired, environments, late } = await fire({})
    // After the clock was set back, instants come again; checking that at each poll would slow down all polls.
    .catch((error: unknown) => (refusedBy(error) === 'fired_instant_once' ? fire({ mayHaveFired: true }) : Promise.reject(error)));
  if (fired > 0) reachFaultPoint('fire.after-commit');
  const duration = monotonicMilliseconds() - began;
  for (const delay of late) metrics.series(firingDrift).observe((delay + duration) / 1000);
  wakeups.wake(environments);
  return due === BATCH;
}

async function fireAll(platform: Platform): Promise<void> {
  while (await fireBatch(platform));
}

/** Fires due triggers. What a last batch leaves is fired by the next poll. */
export const fireTimer: Timer = {
  name: 'fire-triggers',
  milliseconds: 200,
  does: 'starts executions whose triggers are due',
  // Most instants are at a full second: a poll right after it finds them without delay.
  byClock: true,
  async run(platform: Platform) {
    // At the first poll, which finds nothing due most of the time. Else the first due triggers of the process would wait for it.
    loadZones();
    // Two at a time when there are many: this process prepares one transaction while the database works for the other.
    if (!(await fireBatch(platform))) return;
    // Both are awaited, also when one fails: the next poll begins after them.
    for (const result of await Promise.allSettled([fireAll(platform), fireAll(platform)]))
      if (result.status === 'rejected') throw result.reason;
  },
};

/** Deletes keys of instants that cannot come again, in batches. */
export const forgetTimer: Timer = {
  name: 'forget-instants',
  milliseconds: 10 * 60_000,
  does: 'deletes keys of instants that cannot come again',
  async run({ db }: Platform) {
    while ((await forgetFired(db.writer, KEPT_HOURS, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
  },
};
