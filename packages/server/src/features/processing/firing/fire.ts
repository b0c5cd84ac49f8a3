/** Firing: each due instant of each trigger leaves exactly one record, started or not. */
import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { instantsBetween, nextInstant, readTrigger, storeNextFireTimes } from '../../orchestration/schedules/index.ts';
import { startWithoutCaller, type PlanStart } from '../plan-executions/index.ts';
import type { TaskStart } from '../task-executions/index.ts';
import { insertFired, selectDue, selectFired, type DueTrigger, type Fired, type DuePoll } from './queries.ts';

/** The number of instants of one trigger that one transaction handles; after a long downtime there are many. */
const MAX_INSTANTS = 100;
/** The delay up to which an instant still starts something. */
const CATCH_UP = 10 * 60_000;

/** The result of a poll; `late` are the milliseconds between the due instants and the poll. */
export type Firing = { fired: number; environments: string[]; late: number[] };

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
  if (due.length === 0) return { fired: 0, environments: [], late: [] };
  const fresh = poll.again ? await withoutFired(tx, instants) : instants;
  const { ids, environments } = await startWithoutCaller(tx, fresh.map(startOf));
  const started = new Set(ids);
  const fired = fresh.filter(({ id }) => started.has(id)).map((instant) => ({ ...firedOf(instant), executionId: instant.id }));
  await insertFired(tx, fired);
  await storeNextFireTimes(tx, next);
  reachFaultPoint('fire.before-commit');
  return {
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
    misfire: tooLate(due, now),
    timeoutMinutes: trigger.definition.timeout ?? null,
  } as const;
  if (trigger.task_id !== null) return { ...start, taskId: trigger.task_id, tenant: trigger.tenant_id };
  if (trigger.plan_id !== null) return { ...start, planId: trigger.plan_id };
  throw new Error(`The trigger ${trigger.id} starts nothing`);
}

/**
 * An instant that is handled too late gets a record and starts nothing.
 * @rule schedules.fire.catch-up
 */
function tooLate(due: number, now: number): { reason: 'UNKNOWN'; message: string } | undefined {
  if (now - due <= CATCH_UP) return undefined;
  const minutes = Math.round((now - due) / 60_000);
  return {
    reason: 'UNKNOWN',
    message: `Due at ${new Date(due).toISOString()} and seen only ${minutes} minutes later: no server ran. It starts at its next instant.`,
  };
}
