import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { readPages } from '../../pages.ts';
import type { Shell } from '../../shell.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';

/** `millrace artifact list`. */
export function listArtifacts(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List artifacts with their newest version')
    .option('--workspace <name or id>', 'only those of a workspace')
    .option('--name <part>', 'only those with this in their name')
    .addHelpText('after', examples('millrace artifact list', 'millrace artifact list --workspace Shared --name airports'))
    .action(async (options: { workspace?: string; name?: string }, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const filter = {
        ...(options.workspace !== undefined && { workspaceId: (await resolveWorkspace(client, options.workspace)).id }),
        ...(options.name !== undefined && { name: options.name }),
      };
      const page = await readPages(
        async (limit, offset) => (await client.call('GET /orchestration/artifacts', { query: { ...filter, limit, offset } })).body,
      );
      if (output.json) return output.printJson(page);
      return output.printTable(
        ['ID', 'NAME', 'NEWEST VERSION', 'VERSIONS', 'TYPE', 'WORKSPACE', 'ENVIRONMENT'],
        page.items.map(({ id, name, versions, type, workspace }) => [
          id,
          name,
          versions[0],
          versions.length,
          type,
          workspace.name,
          workspace.environment?.name,
        ]),
        'No artifacts.',
      );
    });
}
