import { deleteCommand, group, listCommand, serverCommand, showCommand } from '../../group.ts';
import { localTime } from '../../text.ts';
import { findEngineId, readCluster, clusterNoun } from '../engine/lookup.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { addClusterEngine, removeClusterEngine } from './engines.ts';

const listEngineClusters = listCommand({
  description: 'List clusters and whether they can take work',
  examples: ['millrace cluster list'],
  async read({ client }) {
    const { body } = await client.call('GET /processing/runtimes/remote-engine-clusters');
    return body;
  },
  columns: () => ({
    ID: (cluster) => cluster.id,
    NAME: (cluster) => cluster.name,
    AVAILABILITY: (cluster) => ({ text: cluster.availability, tone: cluster.availability === 'AVAILABLE' ? 'green' : 'yellow' }),
    ENVIRONMENT: (cluster) => cluster.workspace?.environment?.name,
    WORKSPACE: (cluster) => cluster.workspace?.name,
    CREATED: (cluster) => localTime(cluster.createDate),
  }),
  none: 'No clusters.',
});

const getEngineCluster = showCommand(clusterNoun, {
  description: 'Show a cluster with its engines',
  examples: ['millrace cluster show "Night loads"'],
  read: readCluster,
  async print({ client, output }, cluster) {
    const { body: engines } = await client.call('GET /processing/runtimes/remote-engines');
    const names = new Map(engines.map(({ id, name }) => [id, name]));
    output.printProperties([
      ['Id', cluster.id],
      ['Name', cluster.name],
      ['Description', cluster.description],
      ['Environment', cluster.workspace?.environment?.name],
      ['Workspace', cluster.workspace?.name],
      ['Availability', { text: cluster.availability, tone: cluster.availability === 'AVAILABLE' ? 'green' : 'yellow' }],
      ['Engines', cluster.engines.map((id) => names.get(id) ?? id).join(', ') || 'none'],
    ]);
  },
});

type CreateOptions = { environment?: string; workspace?: string; engine?: string[]; description?: string };

const createEngineCluster = serverCommand('create', {
  description:
    'Create a cluster: engines that stand in for each other\n\nTasks of the engines then run on the cluster, without a run profile.',
  arguments: { '<name>': 'name of the cluster' },
  options: (command) =>
    command
      .option('--environment <name or id>', 'its environment (default: the only one you see, or the default one)')
      .option('--workspace <name or id>', 'the workspace whose tasks it runs (default: all of the environment)')
      .option('--engine <names or ids...>', 'its first engines')
      .option('--description <text>', 'its purpose'),
  examples: ['millrace cluster create "Night loads" --engine berlin hamburg'],
  async run({ client, output }, name: string, { environment, workspace, engine = [], description }: CreateOptions) {
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
  },
});

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
