import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { findProjectId } from './find-project.ts';
import { readAddress, withAddress, type AddressOptions } from './project-address.ts';

type ChangeOptions = AddressOptions & { owner?: string; description?: string };

/** `millrace project change`. */
export function changeProject(parent: Command, shell: Shell): void {
  withAddress(
    parent
      .command('change')
      .description('Change a project; fields that no option names stay as they are')
      .argument('<name or id>', 'the project'),
  )
    .option('--owner <login>', 'login of the new owner')
    .option('--description <text>', 'new description')
    .addHelpText('after', examples('millrace project change Invoices --owner ada'))
    .action(async (idOrName: string, options: ChangeOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if (Object.keys(options).length === 0) throw new Failure('usage', 'Give at least one option that changes something.');
      const [url, { owner, description }] = [await readAddress(options, shell), options];
      const { body } = await client.call('PUT /orchestration/projects/{projectId}', {
        path: { projectId: await findProjectId(client, idOrName) },
        body: {
          ...(url !== undefined && { url }),
          ...(owner !== undefined && { owner }),
          ...(description !== undefined && { description }),
        },
      });
      return output.printResult(body, `Changed project ${body.name} (${body.id}).`);
    });
}
