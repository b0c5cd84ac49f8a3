import { endpoint } from '../../../core/endpoint.ts';
import { lockForRemoval } from './access.ts';
import { deleteScheduleRow } from './queries.ts';
import { isOrphan } from './rules.ts';

/** Deletes a schedule that nothing uses. */
export const deleteSchedule = endpoint('DELETE /orchestration/schedules/{scheduleId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path }) {
    const schedule = await lockForRemoval(tx, actor, path.scheduleId);

    isOrphan(schedule.in_action);

    await deleteScheduleRow(tx, schedule.id);
    return { status: 204 };
  },
});
