import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import type { Shell } from '../../shell.ts';
import { findEngineId } from '../engines/find-engine.ts';
import { findEnvironmentId } from '../environments/find-environment.ts';
import { resolveWorkspace } from '../workspaces/resolve-workspace.ts';

type CreateOptions = { environment?: string; workspace?: string; engine?: string[]; description?: string };

/** `millrace cluster create`. */
export function createEngineCluster(parent: Command, shell: Shell): void {
  parent
    .command('create')
    .summary('Create a cluster: engines that stand in for each other')
    .description(
      'Create a cluster: engines that stand in for each other\n\nTasks of the engines then run on the cluster, without a run profile.',
    )
    .argument('<name>', 'name of the cluster')
    .option('--environment <name or id>', 'its environment (default: the only one you see, or the default one)')
    .option('--workspace <name or id>', 'the workspace whose tasks it runs (default: all of the environment)')
    .option('--engine <names or ids...>', 'its first engines')
    .option('--description <text>', 'its purpose')
    .addHelpText('after', examples('millrace cluster create "Night loads" --engine berlin hamburg'))
    .action(async (name: string, { environment, workspace, engine = [], description }: CreateOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const inWorkspace = workspace === undefined ? undefined : await resolveWorkspace(client, workspace);
      const environmentId =
        environment === undefined && inWorkspace ? inWorkspace.environment.id : await findEnvironmentId(client, environment);
      const remoteEngines = await Promise.all(engine.map((nameOrId) => findEngineId(client, nameOrId)));
      const { body } = await client.call('POST /processing/runtimes/remote-engine-clusters', {
        body: {
          name,
          environmentId,
          remoteEngines,
          ...(inWorkspace && { workspaceId: inWorkspace.id }),
          ...(description !== undefined && { description }),
        },
      });
      return output.printResult(body, `Created cluster ${body.name} (${body.id}) with ${body.engines.length} engines.`);
    });
}
