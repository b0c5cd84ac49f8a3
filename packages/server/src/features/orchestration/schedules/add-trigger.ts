import { endpoint } from '../../../core/http/endpoint.ts';
import { lockForChange } from './access.ts';
import { setNextFireTimes } from './next-fire-times.ts';
import { requireRoom, requireNewName, requireNoDuplicate, requireFiveMinutesApart, toDefinition } from './rules.ts';
import { insertTrigger, selectTriggers } from './trigger-queries.ts';

/** Adds a trigger to a schedule. */
export const addTrigger = endpoint('POST /orchestration/schedules/{scheduleId}/triggers', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, now, path, body }) {
    const schedule = await lockForChange(tx, actor, path.scheduleId);
    const others = await selectTriggers(tx, schedule.id);

    const trigger = toDefinition(body, now.getTime());
    requireNewName(trigger, others);
    requireRoom(others);
    requireNoDuplicate(trigger, others);
    requireFiveMinutesApart([...others, trigger], now.getTime());

    await insertTrigger(tx, schedule.id, trigger);
    await setNextFireTimes(tx, actor, { scheduleId: schedule.id });
    return { status: 200 };
  },
});
