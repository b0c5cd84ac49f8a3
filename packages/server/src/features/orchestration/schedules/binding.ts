/** Binds schedules to tasks and plans. */
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { lockForUse } from './access.ts';
import { setNextFireTimes } from './next-fire-times.ts';
import type { Owner } from './owner.ts';
import { clearOwner, setOwner } from './queries.ts';
import { requireFreeFor } from './rules.ts';

/**
 * Binds a schedule to a task or plan that the caller has locked. Its former schedule becomes an orphan.
 * @rule schedules.bind.replaces
 */
export async function bindSchedule(tx: Tx, actor: Actor, owner: Owner, environment: string, id: string): Promise<void> {
  const schedule = await lockForUse(tx, actor, id, environment);

  requireFreeFor(schedule, owner);

  await clearOwner(tx, owner, schedule.id);
  await setOwner(tx, schedule.id, owner);
  await setNextFireTimes(tx, actor, { scheduleId: schedule.id });
}
