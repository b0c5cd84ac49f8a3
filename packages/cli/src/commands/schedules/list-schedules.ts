import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findEnvironmentId } from '../environments/find-environment.ts';
import { nameEnvironments } from '../environments/name-environments.ts';
import { describeTrigger } from '../triggers/describe-trigger.ts';
import { readSchedules } from './find-schedule.ts';
import { nameBindings } from './name-bindings.ts';

type Options = { environment?: string; bound?: true; match?: string };

/** `millrace schedule list`. */
export function listSchedules(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List schedules')
    .option('--environment <name or id>', 'only those of an environment')
    .option('--bound', 'only those that a task or plan uses')
    .option('--match <expression>', 'only those whose description matches a regular expression')
    .addHelpText('after', examples('millrace schedule list', 'millrace schedule list --bound --environment production'))
    .action(async ({ environment, bound, match }: Options, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const page = await readSchedules(client, {
        ...(environment !== undefined && { environmentId: await findEnvironmentId(client, environment) }),
        ...(bound && { onlyBound: true }),
        ...(match !== undefined && { descriptionFilter: match }),
      });
      if (output.json) return output.printJson(page);
      const [environmentOf, bindingOf] = [await nameEnvironments(client), await nameBindings(client, page.items)];
      return output.printTable(
        ['ID', 'DESCRIPTION', 'ENVIRONMENT', 'STARTS', 'TRIGGERS'],
        page.items.map((schedule) => [
          schedule.id,
          schedule.description,
          environmentOf(schedule.environmentId),
          bindingOf(schedule),
          (schedule.triggers ?? []).map(describeTrigger).join('; '),
        ]),
        'No schedules.',
      );
    });
}
