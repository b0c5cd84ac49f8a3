import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findProjectId } from './find-project.ts';

/** `millrace project delete`. */
export function deleteProject(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete a project; its repository stays')
    .argument('<name or id>', 'the project')
    .addHelpText('after', examples('millrace project delete Invoices'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const projectId = await findProjectId(client, idOrName);
      await client.call('DELETE /orchestration/projects/{projectId}', { path: { projectId } });
      return output.printResult({ id: projectId }, `Deleted project ${projectId}.`);
    });
}
