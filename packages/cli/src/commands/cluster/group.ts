import { Failure } from '../../failure.ts';
import { deleteCommand, group, listCommand, serverCommand, showCommand } from '../../command-builders.ts';
import { localTime } from '../../text.ts';
import { availabilityCell, clusterNoun, engineNoun, readCluster } from '../engine/lookup.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import { findRunProfileId } from '../run-profile/lookup.ts';
import { findWorkspaceOrDefault } from '../workspace/lookup.ts';

/** `millrace cluster add-engine`. */
const addClusterEngine = serverCommand('add-engine', {
  description:
    'Add an engine to a cluster\n\nTasks of the engine then run on the cluster, without a run profile unless an option names one.',
  arguments: { '<cluster>': 'name or id of the cluster', '<engine>': 'name or id of the engine' },
  options: {
    '--copy-run-profiles': 'its tasks get copies of their run profiles, in the cluster',
    '--run-profile <name or id>': 'its tasks get this run profile of the cluster',
  },
  examples: ['millrace cluster add-engine "Night loads" berlin --copy-run-profiles'],
  async run({ client, output, options: { copyRunProfiles, runProfile } }, cluster: string, engine: string) {
    if (copyRunProfiles && runProfile !== undefined) throw new Failure('usage', 'Give either --copy-run-profiles or --run-profile.');
    const path = { clusterId: await clusterNoun.find(client, cluster), engineId: await engineNoun.find(client, engine) };
    const body =
      runProfile === undefined
        ? { method: copyRunProfiles ? ('DUPLICATE_RUN_PROFILES' as const) : ('DEFAULT' as const) }
        : {
            method: 'CLUSTER_RUN_PROFILE' as const,
            runProfileId: await findRunProfileId(client, runProfile, { processorIds: [path.clusterId] }),
          };
    await client.call('PUT /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', { path, body });
    if (output.wantsData) return output.printData(await readCluster(client, path.clusterId));
    return output.print(`Added engine ${path.engineId} to cluster ${path.clusterId}.`);
  },
});

/** `millrace cluster remove-engine`. */
const removeClusterEngine = serverCommand('remove-engine', {
  description: 'Remove an engine from a cluster; tasks go on running on the cluster',
  arguments: { '<cluster>': 'name or id of the cluster', '<engine>': 'name or id of the engine' },
  examples: ['millrace cluster remove-engine "Night loads" berlin'],
  async run({ client, output }, cluster: string, engine: string) {
    const path = { clusterId: await clusterNoun.find(client, cluster), engineId: await engineNoun.find(client, engine) };
    await client.call('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', { path });
    if (output.wantsData) return output.printData(await readCluster(client, path.clusterId));
    return output.print(`Removed engine ${path.engineId} from cluster ${path.clusterId}.`);
  },
});

const listEngineClusters = listCommand({
  description: 'List clusters and whether they can take work',
  examples: ['millrace cluster list'],
  read: async ({ client }) => (await client.call('GET /processing/runtimes/remote-engine-clusters')).body,
  columns: () => ({
    ID: (cluster) => cluster.id,
    NAME: (cluster) => cluster.name,
    AVAILABILITY: availabilityCell,
    ENVIRONMENT: (cluster) => cluster.workspace?.environment?.name,
    WORKSPACE: (cluster) => cluster.workspace?.name,
    CREATED: (cluster) => localTime(cluster.createDate),
  }),
  none: 'No clusters.',
});

const showEngineCluster = showCommand(clusterNoun, {
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
      ['Availability', availabilityCell(cluster)],
      ['Engines', cluster.engines.map((id) => names.get(id) ?? id).join(', ') || 'none'],
    ]);
  },
});

const createEngineCluster = serverCommand('create', {
  description:
    'Create a cluster: engines that stand in for each other\n\nTasks of the engines then run on the cluster, without a run profile.',
  arguments: { '<name>': 'name of the cluster' },
  options: {
    '--environment <name or id>': 'its environment (default: the only one you see, or the default one)',
    '--workspace <name or id>': 'the workspace whose tasks it runs (default: all of the environment)',
    '--engine <names or ids...>': 'its first engines',
    '--description <text>': 'its purpose',
  },
  examples: ['millrace cluster create "Night loads" --engine berlin hamburg'],
  async run({ client, output, options: { environment, workspace, engine = [], description } }, name: string) {
    const inWorkspace = workspace === undefined ? undefined : await findWorkspaceOrDefault(client, workspace);
    const environmentId =
      environment === undefined && inWorkspace ? inWorkspace.environment.id : await findEnvironmentId(client, environment);
    const remoteEngines = await Promise.all(engine.map((nameOrId) => engineNoun.find(client, nameOrId)));
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
  description:
    'Delete a cluster with its run profiles; its engines stay. Refused while a task is set to run on it, or an execution waits for it',
  examples: ['millrace cluster delete "Night loads"'],
  send: (client, clusterId) => client.call('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}', { path: { clusterId } }),
});

/** `millrace cluster`. */
export const clusterGroup = group('cluster', 'Create clusters of engines, list and delete them, and change their engines', [
  createEngineCluster,
  listEngineClusters,
  showEngineCluster,
  deleteEngineCluster,
  addClusterEngine,
  removeClusterEngine,
]);
