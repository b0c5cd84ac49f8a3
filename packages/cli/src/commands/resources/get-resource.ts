import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findResourceId, readOneResource } from './find-resource.ts';

/** `millrace resource show`. */
export function getResource(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a resource')
    .argument('<name or id>', 'the resource')
    .addHelpText('after', examples('millrace resource show airports.csv'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const resource = await readOneResource(client, await findResourceId(client, idOrName));
      if (output.json) return output.printJson(resource);
      return output.printProperties([
        ['Id', resource.id],
        ['Name', resource.name],
        ['Description', resource.description],
        ['Kind', resource.file ? 'file' : 'folder'],
        ['Workspace', [resource.workspaceInfo.environment?.name, resource.workspaceInfo.name].filter(Boolean).join('/')],
      ]);
    });
}
