import type { Command } from 'commander';

import { addClusterEngine } from '../commands/engine-clusters/add-cluster-engine.ts';
import { createEngineCluster } from '../commands/engine-clusters/create-engine-cluster.ts';
import { deleteEngineCluster } from '../commands/engine-clusters/delete-engine-cluster.ts';
import { getEngineCluster } from '../commands/engine-clusters/get-engine-cluster.ts';
import { listEngineClusters } from '../commands/engine-clusters/list-engine-clusters.ts';
import { removeClusterEngine } from '../commands/engine-clusters/remove-cluster-engine.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace cluster`. */
export function addClusterCommands(program: Command, shell: Shell): void {
  const cluster = program.command('cluster').description('Create clusters of engines, list and delete them, and change their engines');
  for (const add of [createEngineCluster, listEngineClusters, getEngineCluster, deleteEngineCluster]) add(cluster, shell);
  for (const add of [addClusterEngine, removeClusterEngine]) add(cluster, shell);
}
