/** Schedules: sets of time triggers. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { findScheduleOf, bindSchedule, unbindSchedule, toScheduleJson, visibleSchedules } from './rows.ts';
export {
  setNextFireTimes,
  isTriggerOf,
  nextStartOf,
  storeNextFireTimes,
  triggersChanging,
  belongsTo,
  type Owner,
  removeTimeTrigger,
  saveTimeTrigger,
  takeTimeTriggers,
} from './trigger-rows.ts';
export { requirePeriod, toDefinition, requireTriggerFiveMinutesApart } from './rules.ts';

/** The endpoints of schedules. */
export const schedules: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
};
