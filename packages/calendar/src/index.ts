/** Computes when the triggers of schedules fire, and refuses those that never can. */
export { clockChangesOf, type TriggerClockChange } from './clock-changes.ts';
export { firstConflict } from './conflicts.ts';
export { CronFault, TriggerFault, type TriggerDefinition } from './definition.ts';
export { firesBetween, instantsBetween, nextInstant, pageOfFires } from './fires.ts';
export { readTrigger, withStart, type Trigger } from './triggers.ts';
export { loadZones } from './zones.ts';
