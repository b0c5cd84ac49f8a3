import { endpoint } from '../../../core/http/endpoint.ts';
import { notFound } from '../../../core/base/problem.ts';
import { lockForUse } from './access.ts';
import { triggersChanging } from './domain-events.ts';
import { deleteTrigger } from './trigger-queries.ts';

/**
 * Removes a trigger from a schedule.
 * @rule schedules.remove.trigger
 */
export const removeTrigger = endpoint('DELETE /orchestration/schedules/{scheduleId}/triggers', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, publish, path, query }) {
    const schedule = await lockForUse(tx, actor, path.scheduleId);

    await publish(tx, triggersChanging, { scheduleId: schedule.id });
    if (!(await deleteTrigger(tx, schedule.id, query.name))) throw notFound('Trigger', query.name);
    return { status: 204 };
  },
});
