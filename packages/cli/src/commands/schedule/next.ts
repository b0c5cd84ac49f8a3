import type { Schema } from '@millrace/contract';
import { thingCommand } from '../../group.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { scheduleNoun } from './lookup.ts';

const LARGEST_PAGE = 100;
/** The longest period that the server computes. */
const FIVE_YEARS_MS = 5 * 365 * 86_400_000;

/** `millrace schedule next`. */
export const listScheduleEvents = thingCommand(scheduleNoun, 'next', {
  description: 'List the next times at which a schedule fires, of the next five years',
  options: (command) => command.argument('[n]', 'maximum number', wholeNumber, 10),
  examples: ['millrace schedule next "Before the office opens" 5'],
  async run({ client, output }, scheduleId, maximum: number) {
    const from = Date.now();
    const events: Schema<'ScheduleEvent'>[] = [];
    for (let isFull = true; isFull && events.length < maximum;) {
      const limit = Math.min(LARGEST_PAGE, maximum - events.length);
      const query = { from, to: from + FIVE_YEARS_MS, limit, offset: events.length };
      const { body } = await client.call('GET /orchestration/schedules/{scheduleId}/events', { path: { scheduleId }, query });
      events.push(...body);
      isFull = body.length === limit;
    }
    if (output.json) return output.printJson(events);
    return output.printTable(
      ['TIME', 'TRIGGER'],
      events.map((event) => [localTime(event.datetime), event.sourceTriggerName]),
      'It does not fire within five years.',
    );
  },
});
