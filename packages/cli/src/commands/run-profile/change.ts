import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import {
  type ContentOptions,
  findProfileOwner,
  findRunProfileId,
  type OwnerOptions,
  podOf,
  readJvmArguments,
  withOwner,
  withProfileContent,
} from './lookup.ts';

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

type ChangeOptions = ContentOptions & { name?: string };

/** `millrace run-profile change`. */
export function changeRunProfile(parent: Command, shell: Shell): void {
  withProfileContent(
    parent
      .command('change')
      .description('Change a run profile; fields that no option names stay as they are. JVM arguments are replaced as a whole')
      .argument('<name or id>', 'the run profile')
      .option('--name <name>', 'new name'),
  )
    .addHelpText('after', examples('millrace run-profile change "Large joins" --jvm=-Xmx8g'))
    .action(async (idOrName: string, options: ChangeOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      if (Object.keys(options).length === 0) throw new Failure('usage', 'Give at least one option that changes something.');
      const jvmArguments = await readJvmArguments(options, shell);
      const path = { id: await findRunProfileId(client, idOrName) };
      const { body: before } = await client.call('GET /processing/run-profiles/{id}', { path });
      const pod = podOf(options);
      const { body } = await client.call('PUT /processing/run-profiles/{id}', {
        path,
        body: {
          ...(options.name !== undefined && { name: options.name }),
          ...(options.description !== undefined && { description: options.description }),
          ...(jvmArguments && { jvmArguments }),
          // A sent pod replaces the present one.
          ...(pod && { pod: { ...before.pod, ...pod } }),
        },
      });
      return output.printResult(body, `Changed run profile ${body.name} (${body.id}).`);
    });
}
