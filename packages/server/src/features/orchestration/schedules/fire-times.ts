/** The times at which a schedule fires, which the API calls events. */
import { firesBetween, readTrigger, type TriggerDefinition } from '@millrace/calendar';
import type { Schema } from '@millrace/contract';
import { conflict } from '../../../core/base/problem.ts';

/**
 * Computes a page of the events in a period of epoch milliseconds, ordered by time. Refuses two triggers that fire at the same instant.
 * @rule schedules.events.order
 * @rule schedules.events.overlap
 */
export function scheduleEvents(
  definitions: readonly TriggerDefinition[],
  from: number,
  to: number,
  page: { offset: number; limit: number },
): Schema<'ScheduleEvent'>[] {
  const events: Schema<'ScheduleEvent'>[] = [];
  let [position, previous, previousName] = [0, Number.NEGATIVE_INFINITY, ''];
  for (const { instant, trigger } of firesBetween(definitions.map(readTrigger), from, to)) {
    if (position >= page.offset + page.limit) break;
    if (instant === previous) {
      const when = new Date(instant).toISOString();
      throw conflict('triggers_too_close', `Triggers '${previousName}' and '${trigger.name}' both fire at ${when}. Move one of the times.`);
    }
    if (position >= page.offset) events.push({ datetime: new Date(instant).toISOString(), sourceTriggerName: trigger.name });
    [position, previous, previousName] = [position + 1, instant, trigger.name];
  }
  return events;
}
