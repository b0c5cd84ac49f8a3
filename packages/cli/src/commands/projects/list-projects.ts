import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { shownAddress, readProjects } from './find-project.ts';

/** `millrace project list`. */
export function listProjects(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List projects')
    .option('--name <part>', 'only those with this in their name')
    .addHelpText('after', examples('millrace project list --name invoices'))
    .action(async ({ name }: { name?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const page = await readProjects(client, name === undefined ? {} : { projectName: name });
      if (output.json) return output.printJson(page);
      return output.printTable(
        ['ID', 'NAME', 'OWNER', 'ADDRESS', 'DESCRIPTION'],
        page.items.map((project) => [project.id, project.name, project.owner, shownAddress(project), project.description]),
        'No projects.',
      );
    });
}
