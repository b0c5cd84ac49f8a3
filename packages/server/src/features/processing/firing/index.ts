/** Firing: starts executions at the times of their triggers. */
import type { Feature } from '../../../core/http/feature.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { isTriggerOf, triggersChanging } from '../../orchestration/schedules/index.ts';
import { fireDue, firingDrift, fireTimer, forgetTimer } from './fire.ts';

/** Larger than the maximum number of triggers of one schedule, task or plan. */
const ALL = 100;

/**
 * The subscription, timers and metrics of firing.
 * @rule schedules.fire.change
 */
export const firing: Feature = {
  surface: orchestrationErrors,
  endpoints: [],
  subscriptions: [
    // A change of a trigger just after an instant must not remove the record of that instant.
    subscribe(triggersChanging, (tx, place) => fireDue(tx, { most: ALL, only: isTriggerOf(place) })),
  ],
  timers: [fireTimer, forgetTimer],
  metrics: [firingDrift],
};
