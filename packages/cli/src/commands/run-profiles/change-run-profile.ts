import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { findRunProfileId } from './find-run-profile.ts';
import { podOf, readJvmArguments, withProfileContent, type ContentOptions } from './run-profile-options.ts';

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
