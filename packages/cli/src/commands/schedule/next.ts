import type { Schema } from '@millrace/contract';
import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { findScheduleId } from './lookup.ts';

const LARGEST_PAGE = 100;
/** The longest period that the server computes. */
const FIVE_YEARS_MS = 5 * 365 * 86_400_000;

/** `millrace schedule next`. */
export function listScheduleEvents(parent: Command, shell: Shell): void {
  parent
    .command('next')
    .description('List the next times at which a schedule fires, of the next five years')
    .argument('<description or id>', 'the schedule')
    .argument('[n]', 'maximum number', wholeNumber, 10)
    .addHelpText('after', examples('millrace schedule next "Before the office opens" 5'))
    .action(async (idOrDescription: string, maximum: number, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const scheduleId = await findScheduleId(client, idOrDescription);
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
    });
}
