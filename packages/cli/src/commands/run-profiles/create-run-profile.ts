import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import {
  findProfileOwner,
  podOf,
  readJvmArguments,
  withOwner,
  withProfileContent,
  type ContentOptions,
  type OwnerOptions,
} from './run-profile-options.ts';

/** `millrace run-profile create`. */
export function createRunProfile(parent: Command, shell: Shell): void {
  const command = parent
    .command('create')
    .description('Create a run profile of an engine, a cluster, or the dynamic engines of an environment')
    .argument('<name>', 'name of the run profile');
  withProfileContent(withOwner(command))
    .addHelpText(
      'after',
      examples(
        'millrace run-profile create "Large joins" --engine berlin --jvm=-Xms512m --jvm=-Xmx4g',
        'millrace run-profile create "Large joins" --environment Kubernetes --cpu 2 --memory 4Gi',
      ),
    )
    .action(async (name: string, options: OwnerOptions & ContentOptions, self: Command) => {
      const { client, output } = await openContext(self, shell);
      const jvmArguments = (await readJvmArguments(options, shell)) ?? [];
      const owner = await findProfileOwner(client, options);
      if (!owner) throw new Failure('usage', 'Name the owner with --engine, --cluster or --environment.');
      const { processorType, id } = owner;
      const pod = podOf(options);
      const { body } = await client.call('POST /processing/run-profiles', {
        body: {
          name,
          processorType,
          type: 'JOB_SERVER',
          jvmArguments,
          ...(processorType === 'DYNAMIC_ENGINE' ? { scopeId: id } : { runtimeId: id }),
          ...(options.description !== undefined && { description: options.description }),
          ...(pod && { pod }),
        },
      });
      return output.printResult(body, `Created run profile ${body.name} (${body.id}).`);
    });
}
