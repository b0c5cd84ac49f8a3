import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findConnectionId } from '../catalog-connections/find-connection.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';

/** `millrace connection move`. */
export function moveConnection(parent: Command, shell: Shell): void {
  parent
    .command('move')
    .description('Move a connection to another workspace of its environment')
    .argument('<name or id>', 'the connection')
    .argument('<workspace>', 'name or id of the workspace')
    .addHelpText('after', examples('millrace connection move warehouse Finance'))
    .action(async (idOrName: string, workspace: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const connectionId = await findConnectionId(client, idOrName);
      const path = { connectionId, targetWorkspaceId: (await resolveWorkspace(client, workspace)).id };
      const { body } = await client.call('PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}', { path });
      return output.printResult(body, `Moved connection ${body.name} (${body.id}) to ${body.workspace.name ?? ''}.`);
    });
}
