import { endpoint } from '../../../core/http/endpoint.ts';
import { findSchedule } from './access.ts';
import { toScheduleJson } from './json.ts';

/** Reads a schedule. */
export const getSchedule = endpoint('GET /orchestration/schedules/{scheduleId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toScheduleJson(await findSchedule(tx, actor, path.scheduleId)) };
  },
});
