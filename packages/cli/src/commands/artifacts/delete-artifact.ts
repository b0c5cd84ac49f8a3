import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { pickVersion, resolveArtifact } from './resolve-artifact.ts';

type DeleteOptions = { workspace?: string; artifactVersion?: string };

/** `millrace artifact delete`. */
export function deleteArtifact(parent: Command, shell: Shell): void {
  parent
    .command('delete')
    .description('Delete an artifact with all its versions, or one version. Refused while a task uses it')
    .argument('<name or id>', 'the artifact')
    .option('--workspace <name or id>', 'its workspace, if several have an artifact of this name')
    .option('--artifact-version <version>', 'only this version, as x.y.z or in full; deleting the last version deletes the artifact')
    .addHelpText(
      'after',
      examples('millrace artifact delete load-airports', 'millrace artifact delete load-airports --artifact-version 1.2.0'),
    )
    .action(async (idOrName: string, options: DeleteOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const workspaceId = options.workspace === undefined ? '' : (await resolveWorkspace(client, options.workspace)).id;
      const artifact = await resolveArtifact(client, idOrName, workspaceId);
      const path = { artifactId: artifact.id };
      if (options.artifactVersion === undefined) {
        await client.call('DELETE /orchestration/artifacts/{artifactId}', { path });
        return output.printResult({ id: artifact.id }, `Deleted artifact ${artifact.name} (${artifact.id}).`);
      }
      const version = pickVersion(artifact, options.artifactVersion);
      await client.call('DELETE /orchestration/artifacts/{artifactId}/versions/{version}', { path: { ...path, version } });
      return output.printResult({ id: artifact.id, version }, `Deleted version ${version} of artifact ${artifact.name} (${artifact.id}).`);
    });
}
