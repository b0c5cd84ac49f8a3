import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findRunProfileId } from './find-run-profile.ts';

/** `millrace run-profile delete`. */
export function deleteRunProfile(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a run profile. Refused while a task uses it, unless a successor takes its place')
    .argument('<name or id>', 'the run profile')
    .option('--successor <name or id>', 'the run profile that its tasks get')
    .addHelpText(
      'after',
      examples('millrace run-profile delete "Large joins"', 'millrace run-profile delete "Large joins" --successor Default'),
    )
    .action(async (idOrName: string, { successor }: { successor?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findRunProfileId(client, idOrName);
      const query = successor === undefined ? {} : { rescheduleRunProfileId: await findRunProfileId(client, successor) };
      await client.call('DELETE /processing/run-profiles/{id}', { path: { id }, query });
      return output.printResult({ id }, `Deleted run profile ${id}.`);
    });
}
