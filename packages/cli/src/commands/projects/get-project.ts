import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { shownAddress, findProjectId } from './find-project.ts';

/** `millrace project show`. */
export function getProject(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a project; the user name and password in its address are shown only with --json')
    .argument('<name or id>', 'the project')
    .addHelpText('after', examples('millrace project show Invoices'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { projectId: await findProjectId(client, idOrName) };
      const { body: project } = await client.call('GET /orchestration/projects/{projectId}', { path });
      if (output.json) return output.printJson(project);
      return output.printProperties([
        ['Id', project.id],
        ['Name', project.name],
        ['Description', project.description],
        ['Address', shownAddress(project)],
        ['Owner', project.owner],
        ['Created', `${localTime(project.createDate)} by ${project.author}`],
        ['Changed', localTime(project.updateDate)],
      ]);
    });
}
