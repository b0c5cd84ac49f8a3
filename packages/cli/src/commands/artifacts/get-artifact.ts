import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';
import { pickVersion, resolveArtifact } from './resolve-artifact.ts';

type GetOptions = { workspace?: string; artifactVersion?: string };

/** `millrace artifact show`. */
export function getArtifact(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show an artifact and one of its versions with the parameters that it declares')
    .argument('<name or id>', 'the artifact')
    .option('--workspace <name or id>', 'its workspace, if several have an artifact of this name')
    .option('--artifact-version <version>', 'the version, as x.y.z or in full (default: the newest)')
    .addHelpText('after', examples('millrace artifact show load-airports', 'millrace artifact show load-airports --artifact-version 1.2.0'))
    .action(async (idOrName: string, options: GetOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const workspaceId = options.workspace === undefined ? '' : (await resolveWorkspace(client, options.workspace)).id;
      const artifact = await resolveArtifact(client, idOrName, workspaceId);
      const path = { artifactId: artifact.id, version: pickVersion(artifact, options.artifactVersion) };
      const { body: version } = await client.call('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path });
      if (output.json) return output.printJson(version);
      output.printProperties([
        ['Id', artifact.id],
        ['Name', artifact.name],
        ['Type', artifact.type],
        ['Workspace', [artifact.workspace.environment?.name, artifact.workspace.name].filter(Boolean).join('/')],
        ['Versions', artifact.versions.length],
        ['Version', version.version],
        ['Description', version.description],
        ['Published', `${localTime(version.createDate)} by ${version.publisher}`],
        ['Contexts', version.contexts?.map((name) => (name === version.contextName ? `${name} (default)` : name)).join(', ')],
        ['Commit', version.repository?.commit?.id],
      ]);
      if (version.parameters.length === 0) return undefined;
      output.print('');
      return output.printTable(
        ['PARAMETER', 'TYPE', 'REQUIRED', 'COMMENT'],
        version.parameters.map(({ name, type, required, comment }) => [name, type, required ? 'yes' : 'no', comment]),
        '',
      );
    });
}
