import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findEnvironmentId } from '../environments/find-environment.ts';

type CreateOptions = { environment?: string; owner?: string; description?: string };

/** `millrace workspace create`. */
export function createWorkspace(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create a custom workspace in an environment')
    .argument('<name>', 'name of the workspace')
    .option('--environment <name or id>', 'its environment (default: the only one you see, or the default one)')
    .option('--owner <login>', 'login of the owner (default: you)')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace workspace create Invoices --environment Production --owner ada'))
    .action(async (name: string, { environment, owner, description }: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const environmentId = await findEnvironmentId(client, environment);
      const { body } = await client.call('POST /orchestration/workspaces', {
        body: { name, environmentId, ...(owner !== undefined && { owner }), ...(description !== undefined && { description }) },
      });
      return output.printResult(body, `Created workspace ${body.name} (${body.id}).`);
    });
}
