import { endpoint } from '../../../core/http/endpoint.ts';
import { lockForChange } from './access.ts';
import { updateDescription } from './queries.ts';

/** Changes the description of a schedule. A description that is left out stays; null removes it. */
export const changeSchedule = endpoint('PATCH /orchestration/schedules/{scheduleId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const schedule = await lockForChange(tx, actor, path.scheduleId);

    if (body.description !== undefined) await updateDescription(tx, schedule.id, body.description);
    return { status: 204 };
  },
});
