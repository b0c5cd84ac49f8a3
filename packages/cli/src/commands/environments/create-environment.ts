import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';

type CreateOptions = { workspace: string; owner?: string; description?: string };

/** `millrace environment create`. */
export function createEnvironment(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .description('Create an environment together with a workspace')
    .argument('<name>', 'name of the environment')
    .requiredOption('--workspace <name>', 'name of its first workspace')
    .option('--owner <login>', 'login of the owner of that workspace (default: you)')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace environment create Production --workspace Finance'))
    .action(async (name: string, { workspace, owner, description }: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('POST /orchestration/environments', {
        body: {
          name,
          workspaceName: workspace,
          ...(owner !== undefined && { owner }),
          ...(description !== undefined && { description }),
        },
      });
      return output.printResult(body, `Created environment ${body.name} (${body.id}) with the workspace ${workspace}.`);
    });
}
