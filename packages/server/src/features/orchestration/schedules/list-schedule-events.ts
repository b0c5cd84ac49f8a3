import { endpoint } from '../../../core/http/endpoint.ts';
import { findSchedule } from './access.ts';
import { scheduleEvents } from './events.ts';
import { requirePeriod } from './rules.ts';

/** Lists the times at which a schedule fires. */
export const listScheduleEvents = endpoint('GET /orchestration/schedules/{scheduleId}/events', {
  allow: 'signed-in',

  async run({ actor, tx, now, path, query }) {
    const { to, from = Math.min(now.getTime(), to), offset = 0, limit = 100 } = query;
    const schedule = await findSchedule(tx, actor, path.scheduleId);

    requirePeriod(from, to);

    return { status: 200, body: scheduleEvents(schedule.triggers, from, to, { offset, limit }) };
  },
});
