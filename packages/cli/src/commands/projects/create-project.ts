import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { readAddress, withAddress, type AddressOptions } from './project-address.ts';

type CreateOptions = AddressOptions & { owner?: string; description?: string };

/** `millrace project create`. */
export function createProject(parent: Command, shell: Shell): void {
  withAddress(
    parent.command('create').description('Create a project: a source repository of jobs').argument('<name>', 'name of the project'),
  )
    .option('--owner <login>', 'login of the owner (default: you)')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace project create Invoices --address https://git.example.com/finance/invoices.git'))
    .action(async (name: string, options: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const url = await readAddress(options, shell);
      if (url === undefined) throw new Failure('usage', 'Name the address of the repository with --address or --address-file.');
      const owner = options.owner ?? (await client.call('GET /account/me')).body.login;
      const { description } = options;
      const { body } = await client.call('POST /orchestration/projects', {
        body: { name, owner, url, ...(description !== undefined && { description }) },
      });
      return output.printResult(body, `Created project ${body.name} (${body.id}).`);
    });
}
