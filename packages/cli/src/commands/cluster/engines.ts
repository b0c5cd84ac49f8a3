import { serverCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { findEngineId, findClusterId, readCluster } from '../engine/lookup.ts';
import { findRunProfileId } from '../run-profile/lookup.ts';

type AddOptions = { copyRunProfiles?: true; runProfile?: string };

/** `millrace cluster add-engine`. */
export const addClusterEngine = serverCommand('add-engine', {
  description:
    'Add an engine to a cluster\n\nTasks of the engine then run on the cluster, without a run profile unless an option names one.',
  arguments: { '<cluster>': 'name or id of the cluster', '<engine>': 'name or id of the engine' },
  options: (command) =>
    command
      .option('--copy-run-profiles', 'its tasks get copies of their run profiles, in the cluster')
      .option('--run-profile <name or id>', 'its tasks get this run profile of the cluster'),
  examples: ['millrace cluster add-engine "Night loads" berlin --copy-run-profiles'],
  async run({ client, output }, cluster: string, engine: string, { copyRunProfiles, runProfile }: AddOptions) {
    if (copyRunProfiles && runProfile !== undefined) throw new Failure('usage', 'Give either --copy-run-profiles or --run-profile.');
    const path = { clusterId: await findClusterId(client, cluster), engineId: await findEngineId(client, engine) };
    const body =
      runProfile === undefined
        ? { method: copyRunProfiles ? ('DUPLICATE_RUN_PROFILES' as const) : ('DEFAULT' as const) }
        : {
            method: 'CLUSTER_RUN_PROFILE' as const,
            runProfileId: await findRunProfileId(client, runProfile, { processorIds: [path.clusterId] }),
          };
    await client.call('PUT /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', { path, body });
    if (output.json) return output.printJson(await readCluster(client, path.clusterId));
    return output.print(`Added engine ${path.engineId} to cluster ${path.clusterId}.`);
  },
});

/** `millrace cluster remove-engine`. */
export const removeClusterEngine = serverCommand('remove-engine', {
  description: 'Remove an engine from a cluster; tasks go on running on the cluster',
  arguments: { '<cluster>': 'name or id of the cluster', '<engine>': 'name or id of the engine' },
  examples: ['millrace cluster remove-engine "Night loads" berlin'],
  async run({ client, output }, cluster: string, engine: string) {
    const path = { clusterId: await findClusterId(client, cluster), engineId: await findEngineId(client, engine) };
    await client.call('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', { path });
    if (output.json) return output.printJson(await readCluster(client, path.clusterId));
    return output.print(`Removed engine ${path.engineId} from cluster ${path.clusterId}.`);
  },
});
