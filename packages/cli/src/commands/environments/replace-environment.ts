import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { readEnvironment } from './read-environment.ts';

type ReplaceOptions = { name?: string; description?: string };

/** `millrace environment change`. */
export function replaceEnvironment(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change the name or the description of an environment')
    .argument('<name or id>', 'the environment')
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description')
    .addHelpText('after', examples('millrace environment change Production --description "What the finance department works with"'))
    .action(async (idOrName: string, options: ReplaceOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if (Object.keys(options).length === 0) throw new Failure('usage', 'Give at least one option that changes something.');
      const environment = await readEnvironment(client, idOrName);
      const name = options.name ?? environment.name;
      // A field that is left out would become empty.
      const description = options.description ?? environment.description;
      await client.call('PUT /orchestration/environments/{Id}', {
        path: { Id: environment.id },
        body: { name, ...(description !== undefined && { description }) },
      });
      if (output.json) return output.printJson(await readEnvironment(client, environment.id));
      return output.print(oneLine(`Changed environment ${name} (${environment.id}).`));
    });
}
