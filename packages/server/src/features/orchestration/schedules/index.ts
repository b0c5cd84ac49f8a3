/** Schedules: sets of time triggers. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../core/http/surfaces/orchestration.ts';
import { addTrigger } from './add-trigger.ts';
import { changeSchedule } from './change-schedule.ts';
import { copySchedule } from './copy-schedule.ts';
import { createSchedule } from './create-schedule.ts';
import { deleteSchedule } from './delete-schedule.ts';
import { getSchedule } from './get-schedule.ts';
import { listScheduleEvents } from './list-schedule-events.ts';
import { listSchedules } from './list-schedules.ts';
import { removeTrigger } from './remove-trigger.ts';
import { replaceTrigger } from './replace-trigger.ts';

export { findScheduleOf } from './access.ts';
export { setNextFireTimes, isTriggerOf, storeNextFireTimes } from './next-fire-times.ts';
export { bindSchedule } from './binding.ts';
export type { TriggerDefinition } from './calendar/definition.ts';
export { pageOfFires } from './calendar/fires.ts';
export { instantsBetween, nextInstant } from './calendar/instants.ts';
export { readTrigger } from './calendar/triggers.ts';
export { toScheduleJson } from './json.ts';
export { triggersChanging } from './domain-events.ts';
export { isOf, type Owner } from './owner.ts';
export { clearOwner as unbindSchedule } from './queries.ts';
export { removeTimeTrigger, saveTimeTrigger, takeTimeTriggers } from './trigger-queries.ts';
export { requirePeriod, toDefinition, triggerKeepsFiveMinutesApart } from './rules.ts';

/** The endpoints of schedules. */
export const schedules: Feature = {
  surface: orchestration,
  endpoints: [
    listSchedules,
    createSchedule,
    getSchedule,
    changeSchedule,
    copySchedule,
    deleteSchedule,
    addTrigger,
    replaceTrigger,
    removeTrigger,
    listScheduleEvents,
  ],
};
