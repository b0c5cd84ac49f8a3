import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { readWorkspace } from './read-workspace.ts';

type ReplaceOptions = { name?: string; description?: string; owner?: string; protectUpgrades?: boolean };

/** `millrace workspace change`. */
export function replaceWorkspace(parent: Command, shell: Shell): void {
  parent
    .command('change')
    .description('Change a workspace; fields that no option names stay as they are')
    .argument('<name or id>', 'the workspace; environment/name is possible, too')
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description')
    .option('--owner <login>', 'login of the new owner')
    .option('--protect-upgrades', 'only artifacts published in this workspace upgrade its tasks')
    .option('--no-protect-upgrades', 'artifacts of any workspace upgrade its tasks')
    .addHelpText('after', examples('millrace workspace change Invoices --name Billing --owner ada'))
    .action(async (idOrName: string, options: ReplaceOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if (Object.keys(options).length === 0) throw new Failure('usage', 'Give at least one option that changes something.');
      const { id, ...before } = await readWorkspace(client, idOrName);
      // A description or protection that is left out would be removed.
      const description = options.description ?? before.description;
      const body = {
        name: options.name ?? before.name,
        ...(description !== undefined && { description }),
        ...(options.owner !== undefined && { owner: options.owner }),
        protectedArtifactUpdate: options.protectUpgrades ?? before.protectedArtifactUpdate ?? false,
      };
      await client.call('PUT /orchestration/workspaces/{id}', { path: { id }, body });
      if (output.json) return output.printJson(await readWorkspace(client, id));
      return output.print(oneLine(`Changed workspace ${body.name} (${id}).`));
    });
}
