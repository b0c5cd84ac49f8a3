/** The history of executions of an environment. */
import type { Feature } from '../../../core/http/feature.ts';
import { orchestration } from '../../../surfaces/error-formats.ts';
import { countHoursTimer, recountsHours } from './counted-hours.ts';
import * as operations from './operations.ts';

/** The endpoints of the history, and the timer that counts its hours. */
export const executionHistory: Feature = {
  surface: orchestration,
  endpoints: Object.values(operations),
  subscriptions: [recountsHours],
  timers: [countHoursTimer],
};
