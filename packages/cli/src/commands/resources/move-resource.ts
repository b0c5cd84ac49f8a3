import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { findResourceId } from './find-resource.ts';

/** `millrace resource move`. */
export function moveResource(parent: Command, shell: Shell): void {
  parent
    .command('move')
    .description('Move a resource that no task uses to another workspace of its environment')
    .argument('<name or id>', 'the resource')
    .argument('<workspace>', 'name or id of the workspace')
    .addHelpText('after', examples('millrace resource move airports.csv Finance'))
    .action(async (idOrName: string, workspace: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = {
        resourceId: await findResourceId(client, idOrName),
        targetWorkspaceId: (await resolveWorkspace(client, workspace)).id,
      };
      const { body } = await client.call('PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}', { path });
      return output.printResult(body, `Moved resource ${body.name} (${body.id}) to ${body.workspaceInfo.name ?? ''}.`);
    });
}
