import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';

const LARGEST_PAGE = 100;

/** `millrace alert incidents`. */
export function listAlertIncidents(parent: Command, shell: Shell): void {
  parent
    .command('incidents')
    .description('List the incidents of your alert rules, newest first')
    .option('--open', 'only open ones')
    .option('--limit <n>', `maximum number, at most ${LARGEST_PAGE}`, wholeNumber, 20)
    .addHelpText('after', examples('millrace alert incidents --open'))
    .action(async (options: { open?: boolean; limit: number }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const query = { limit: Math.min(options.limit, LARGEST_PAGE), ...(options.open === true && { open: true }) };
      const { body } = await client.call('GET /api/v1/alerts/incidents', { query });
      if (output.json) return output.printJson(body.data);
      return output.printTable(
        ['OPENED', 'ENDED', 'KIND', 'NAME', 'FAILURES', 'EXECUTION'],
        body.data.map((incident) => [
          localTime(incident.openedAt),
          incident.endedAt === undefined ? '' : localTime(incident.endedAt),
          incident.kind,
          incident.name,
          String(incident.failures),
          incident.executionId ?? '',
        ]),
        'There are no incidents.',
      );
    });
}
