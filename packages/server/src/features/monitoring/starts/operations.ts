import { endpoint } from '../../../core/http/endpoint.ts';
import { requirePeriod, requireTriggerFiveMinutesApart, toDefinition } from '../../orchestration/schedules/index.ts';
import { keptSince } from '../../processing/task-executions/index.ts';
import { toScheduleStartsJson, toStartJson } from './json.ts';
import { previewOf } from './preview.ts';
import {
  readStartsCursor,
  selectStartDetails,
  selectLatestStarts,
  selectSeenSchedules,
  selectStartedBy,
  selectStarts,
  startsCursor,
} from './rows.ts';

/**
 * Searches the automatic starts of an environment.
 * @rule starts.search.period
 */
export const searchStarts = endpoint('POST /monitoring/observability/starts/search', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, now, settings: { limits }, body }) {
    const { environmentId, scheduleId, from, to, limit = 100, cursor } = body;
    requirePeriod(from, to);

    const since = new Date(Math.max(from, keptSince(now, limits.historyDays).getTime()));
    const schedule = scheduleId === undefined ? undefined : await selectStartedBy(tx, actor, scheduleId);
    if (scheduleId !== undefined && schedule === undefined) return { status: 200, body: { items: [] } };

    const search = {
      actor,
      environment: environmentId,
      schedule,
      from: since,
      to: new Date(to),
      after: readStartsCursor(cursor),
    };
    // Read one start more than the page shows, to know whether another page follows.
    const found = await selectStarts(tx, search, limit + 1);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const items = (await selectStartDetails(tx, shown)).map(toStartJson);
    return { status: 200, body: { items, ...(found.length > limit && last && { nextCursor: startsCursor(last) }) } };
  },
});

/**
 * Reads the next and the latest starts of schedules.
 * @rule starts.latest.pause
 */
export const readLatestStarts = endpoint('POST /monitoring/observability/starts/latest', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'read only',

  async run({ actor, tx, body }) {
    const schedules = await selectSeenSchedules(tx, actor, body.scheduleIds);
    const found = await selectLatestStarts(tx, schedules);
    const starts = Map.groupBy(await selectStartDetails(tx, found), ({ owner_id: owner }) => owner);
    return {
      status: 200,
      body: { items: schedules.map((schedule) => toScheduleStartsJson(schedule, starts.get(schedule.owner_id ?? '') ?? [])) },
    };
  },
});

/**
 * Says when a trigger that is not stored would fire.
 * @rule starts.preview.refused
 */
export const previewStarts = endpoint('POST /monitoring/observability/starts/preview', {
  allow: 'signed-in',
  audit: 'none',
  transaction: 'none',

  async run({ now, body }) {
    const definition = toDefinition(body, now.getTime());
    requireTriggerFiveMinutesApart(definition, now.getTime());
    return { status: 200, body: previewOf(definition, now.getTime()) };
  },
});
