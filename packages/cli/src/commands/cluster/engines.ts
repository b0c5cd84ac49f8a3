import type { Command } from 'commander';
import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import type { Shell } from '../../shell.ts';
import { findEngineId, findClusterId, readCluster } from '../engine/lookup.ts';
import { findRunProfileId } from '../run-profile/lookup.ts';

type AddOptions = { copyRunProfiles?: true; runProfile?: string };

/** `millrace cluster add-engine`. */
export function addClusterEngine(parent: Command, shell: Shell): void {
  parent
    .command('add-engine')
    .summary('Add an engine to a cluster')
    .description(
      'Add an engine to a cluster\n\nTasks of the engine then run on the cluster, without a run profile unless an option names one.',
    )
    .argument('<cluster>', 'name or id of the cluster')
    .argument('<engine>', 'name or id of the engine')
    .option('--copy-run-profiles', 'its tasks get copies of their run profiles, in the cluster')
    .option('--run-profile <name or id>', 'its tasks get this run profile of the cluster')
    .addHelpText('after', examples('millrace cluster add-engine "Night loads" berlin --copy-run-profiles'))
    .action(async (cluster: string, engine: string, { copyRunProfiles, runProfile }: AddOptions, command: Command) => {
      const { client, output } = await openContext(command, shell);
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
    });
}

/** `millrace cluster remove-engine`. */
export function removeClusterEngine(parent: Command, shell: Shell): void {
  parent
    .command('remove-engine')
    .description('Remove an engine from a cluster; tasks go on running on the cluster')
    .argument('<cluster>', 'name or id of the cluster')
    .argument('<engine>', 'name or id of the engine')
    .addHelpText('after', examples('millrace cluster remove-engine "Night loads" berlin'))
    .action(async (cluster: string, engine: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const path = { clusterId: await findClusterId(client, cluster), engineId: await findEngineId(client, engine) };
      await client.call('DELETE /processing/runtimes/remote-engine-clusters/{clusterId}/engines/{engineId}', { path });
      if (output.json) return output.printJson(await readCluster(client, path.clusterId));
      return output.print(`Removed engine ${path.engineId} from cluster ${path.clusterId}.`);
    });
}
