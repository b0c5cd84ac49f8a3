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
    .description('Show a project; an account in its address only with --json')
    .argument('<name or id>', 'the project')
    .addHelpText('after', examples('millrace project show Invoices'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { projectId: await findProjectId(client, idOrName) };
      const { body: one } = await client.call('GET /orchestration/projects/{projectId}', { path });
      if (output.json) return output.printJson(one);
      return output.printProperties([
        ['Id', one.id],
        ['Name', one.name],
        ['Description', one.description],
        ['Address', shownAddress(one)],
        ['Owner', one.owner],
        ['Created', `${localTime(one.createDate)} by ${one.author}`],
        ['Changed', localTime(one.updateDate)],
      ]);
    });
}
