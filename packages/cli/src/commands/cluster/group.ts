import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { deleteCommand, group, type Noun } from '../../group.ts';
import type { Shell } from '../../shell.ts';
import { localTime } from '../../text.ts';
import { findEngineId, findClusterId, readCluster } from '../engine/lookup.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { addClusterEngine, removeClusterEngine } from './engines.ts';

/** `millrace cluster list`. */
function listEngineClusters(parent: Command, shell: Shell): void {
  parent
    .command('list')
    .description('List clusters and whether they can take work')
    .addHelpText('after', examples('millrace cluster list'))
    .action(async (_options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const { body } = await client.call('GET /processing/runtimes/remote-engine-clusters');
      if (output.json) return output.printJson(body);
      return output.printTable(
        ['ID', 'NAME', 'AVAILABILITY', 'ENVIRONMENT', 'WORKSPACE', 'CREATED'],
        body.map((cluster) => [
          cluster.id,
          cluster.name,
          { text: cluster.availability, tone: cluster.availability === 'AVAILABLE' ? 'green' : 'yellow' },
          cluster.workspace?.environment?.name,
          cluster.workspace?.name,
          localTime(cluster.createDate),
        ]),
        'No clusters.',
      );
    });
}

/** `millrace cluster show`. */
function getEngineCluster(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a cluster with its engines')
    .argument('<name or id>', 'the cluster')
    .addHelpText('after', examples('millrace cluster show "Night loads"'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const cluster = await readCluster(client, await findClusterId(client, idOrName));
      if (output.json) return output.printJson(cluster);
      const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
      const names = new Map(engines.map(({ id, name }) => [id, name]));
      return output.printProperties([
        ['Id', cluster.id],
        ['Name', cluster.name],
        ['Description', cluster.description],
        ['Environment', cluster.workspace?.environment?.name],
        ['Workspace', cluster.workspace?.name],
        ['Availability', { text: cluster.availability, tone: cluster.availability === 'AVAILABLE' ? 'green' : 'yellow' }],
        ['Engines', cluster.engines.map((id) => names.get(id) ?? id).join(', ') || 'none'],
      ]);
    });
}

type CreateOptions = { environment?: string; workspace?: string; engine?: string[]; description?: string };

/** `millrace cluster create`. */
function createEngineCluster(parent: Command, shell: Shell): void {
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

const clusterNoun: Noun = { what: 'cluster', argument: '<name or id>', find: findClusterId };

const deleteEngineCluster = deleteCommand(clusterNoun, {
  description: 'Delete a cluster with its run profiles; its engines stay. Refused while tasks run on it',
  examples: ['millrace cluster delete "Night loads"'],
  send: (client, clusterId) => client.call('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId } }),
});

/** `millrace cluster`. */
export const clusterGroup = group('cluster', 'Create clusters of engines, list and delete them, and change their engines', [
  createEngineCluster,
  listEngineClusters,
  getEngineCluster,
  deleteEngineCluster,
  addClusterEngine,
  removeClusterEngine,
]);
