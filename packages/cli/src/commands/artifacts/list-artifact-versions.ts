import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { wholeNumber } from '../../whole-numbers.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { resolveArtifact } from './resolve-artifact.ts';

type ListOptions = { workspace?: string; limit: number };

/** `millrace artifact versions`. */
export function listArtifactVersions(parent: Command, shell: Shell): void {
  parent
    .command('versions')
    .description('List the versions of an artifact, newest first')
    .argument('<name or id>', 'the artifact')
    .option('--workspace <name or id>', 'its workspace, if several have an artifact of this name')
    .option('--limit <n>', 'maximum number', wholeNumber, 20)
    .addHelpText('after', examples('millrace artifact versions load-airports'))
    .action(async (idOrName: string, options: ListOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const workspaceId = options.workspace === undefined ? '' : (await resolveWorkspace(client, options.workspace)).id;
      const { id: artifactId, versions } = await resolveArtifact(client, idOrName, workspaceId);
      const found = [];
      for (const version of versions.slice(0, options.limit)) {
        const path = { artifactId, version };
        found.push((await client.call('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path })).body);
      }
      if (output.json) return output.printJson(found);
      return output.printTable(
        ['VERSION', 'PUBLISHED', 'BY', 'PARAMETERS', 'DESCRIPTION'],
        found.map((version) => [
          version.version,
          localTime(version.createDate),
          version.publisher,
          version.parameters.length,
          version.description,
        ]),
        'It has no versions.',
      );
    });
}
