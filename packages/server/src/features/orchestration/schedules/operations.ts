import { newId } from '../../../core/base/id.ts';
import { notFound } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { toPage } from '../../../core/http/paging.ts';
import { scheduleEvents } from './fire-times.ts';
import {
  toScheduleJson,
  deleteScheduleRow,
  findSchedule,
  holdEnvironmentFor,
  insertSchedule,
  lockForChange,
  lockForUse,
  selectDescriptions,
  selectSchedules,
  selectSchedulesOf,
  updateDescription,
} from './rows.ts';
import {
  cloneDescription,
  matcherOf,
  othersOf,
  requireFiveMinutesApart,
  requireNewName,
  requireNoDuplicate,
  requireOrphan,
  requirePeriod,
  requireRoom,
  toDefinition,
  requireTriggerFiveMinutesApart,
} from './rules.ts';
import { deleteTrigger, insertTrigger, selectTriggers, setNextFireTimes, triggersChanging, updateTrigger } from './trigger-rows.ts';

/**
 * Lists the schedules that the caller may see.
 * @rule schedules.list.description
 */
export const listSchedules = endpoint('GET /orchestration/schedules', {
  allow: 'signed-in',
  transaction: 'read only',

  async run({ actor, tx, query }) {
    const { descriptionFilter, limit = 100, offset = 0 } = query;
    if (descriptionFilter === undefined) {
      return { status: 200, body: toPage(await selectSchedules(tx, actor, query), query, toScheduleJson) };
    }

    const matches = matcherOf(descriptionFilter);
    const found = (await selectDescriptions(tx, actor, query)).filter(({ description }) => matches(description));
    const ids = found.slice(offset, offset + limit).map(({ id }) => id);
    const page = { total: found.length, rows: await selectSchedulesOf(tx, actor, ids) };
    return { status: 200, body: toPage(page, query, toScheduleJson) };
  },
});

/**
 * Creates a schedule with its first trigger. The schedule is an orphan.
 * @rule schedules.2.permission
 * @rule schedules.create.orphan
 */
export const createSchedule = endpoint('POST /orchestration/schedules', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, now, body }) {
    await holdEnvironmentFor(tx, actor, body.environmentId);

    const trigger = toDefinition(body.trigger, now.getTime());
    requireTriggerFiveMinutesApart(trigger, now.getTime());

    const id = newId();
    await insertSchedule(tx, actor, id, body.environmentId, body.description ?? null);
    await insertTrigger(tx, id, trigger);
    return { status: 201, body: { id } };
  },
});

/** Reads a schedule. */
export const getSchedule = endpoint('GET /orchestration/schedules/{scheduleId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    return { status: 200, body: toScheduleJson(await findSchedule(tx, actor, path.scheduleId)) };
  },
});

/** Changes the description of a schedule. A description that is left out stays; null removes it. */
export const changeSchedule = endpoint('PATCH /orchestration/schedules/{scheduleId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const schedule = await lockForChange(tx, actor, path.scheduleId);

    if (body.description !== undefined) await updateDescription(tx, schedule.id, body.description);
    return { status: 204 };
  },
});

/**
 * Clones a schedule with its triggers. The clone is an orphan.
 * @rule schedules.clone.triggers
 * @rule schedules.clone.description
 */
export const copySchedule = endpoint('POST /orchestration/schedules/{scheduleId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path, body }) {
    const source = await findSchedule(tx, actor, path.scheduleId);
    await holdEnvironmentFor(tx, actor, source.environment_id);

    const id = newId();
    const description = body?.description ?? cloneDescription(source.description);
    await insertSchedule(tx, actor, id, source.environment_id, description);
    for (const trigger of source.triggers) await insertTrigger(tx, id, trigger);
    return { status: 201, body: { id } };
  },
});

/** Deletes a schedule that has no task or plan. */
export const deleteSchedule = endpoint('DELETE /orchestration/schedules/{scheduleId}', {
  allow: 'SVC_OPERATOR',

  async run({ actor, tx, path }) {
    const schedule = await lockForUse(tx, actor, path.scheduleId);

    requireOrphan(schedule);

    await deleteScheduleRow(tx, schedule.id);
    return { status: 204 };
  },
});

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
