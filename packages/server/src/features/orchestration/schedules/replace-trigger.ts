import { endpoint } from '../../../core/http/endpoint.ts';
import { lockForChange } from './access.ts';
import { setNextFireTimes } from './next-fire-times.ts';
import { triggersChanging } from './domain-events.ts';
import { requireNoDuplicate, requireFiveMinutesApart, othersOf, toDefinition } from './rules.ts';
import { selectTriggers, updateTrigger } from './trigger-queries.ts';

/** Replaces the trigger of a schedule that has the name in the body. */
export const replaceTrigger = endpoint('PUT /orchestration/schedules/{scheduleId}/triggers', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, publish, now, path, body }) {
    const schedule = await lockForChange(tx, actor, path.scheduleId);
    const others = othersOf(body.name, await selectTriggers(tx, schedule.id));

    const trigger = toDefinition(body, now.getTime());
    requireNoDuplicate(trigger, others);
    requireFiveMinutesApart([...others, trigger], now.getTime());

    await publish(tx, triggersChanging, { scheduleId: schedule.id });
    await updateTrigger(tx, schedule.id, trigger);
    await setNextFireTimes(tx, actor, { scheduleId: schedule.id });
    return { status: 200 };
  },
});
