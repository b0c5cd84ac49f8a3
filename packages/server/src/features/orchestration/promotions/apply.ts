/** Writes a promotion: each feature writes its own tables, one statement for each table. Copied values stay within the database. */
import type { Tx } from '../../../core/database/db.ts';
import { insertPromotedClusters } from '../../processing/engine-clusters/index.ts';
import { insertPromotedEngines } from '../../processing/remote-engines/index.ts';
import { insertPromotedProfiles, replacePromotedProfiles } from '../../processing/run-profiles/index.ts';
import { insertPromotedArtifacts, insertPromotedVersions } from '../artifacts/index.ts';
import { insertPromotedConnections, insertPromotedParameters } from '../connections/index.ts';
import { insertPromotedPlanRunConfigs, insertPromotedPlans, insertPromotedSteps, replacePromotedPlans } from '../plans/index.ts';
import { insertPromotedResources, replacePromotedResources } from '../resources/index.ts';
import {
  insertPromotedDynamicEngineRunConfigs,
  insertPromotedRunConfigs,
  insertPromotedTasks,
  replacePromotedTasks,
} from '../tasks/index.ts';
import { insertPromotedWorkspaces } from '../workspaces/index.ts';
import type { Changes } from './draft/changes.ts';

/** Writes all changes of a draft, each row after the rows that it refers to. Steps come after all plans, because they may refer to any plan. */
export async function applyChanges(tx: Tx, environment: string, changes: Changes): Promise<void> {
  await insertPromotedWorkspaces(tx, environment, changes.workspaces);
  await insertPromotedClusters(tx, environment, changes.clusters);
  await insertPromotedEngines(tx, environment, changes.engines);
  await insertPromotedProfiles(tx, environment, changes.profiles);
  await replacePromotedProfiles(tx, changes.replacedProfiles);
  await insertPromotedArtifacts(tx, changes.artifacts);
  await insertPromotedVersions(tx, changes.versions);
  await insertPromotedConnections(tx, changes.connections);
  await insertPromotedParameters(tx, changes.parameters);
  await insertPromotedResources(tx, changes.resources);
  await replacePromotedResources(tx, changes.replacedResources);
  await insertPromotedTasks(tx, changes.tasks);
  await replacePromotedTasks(tx, changes.replacedTasks);
  await insertPromotedRunConfigs(tx, changes.runConfigs);
  await insertPromotedDynamicEngineRunConfigs(tx, changes.dynamicEngineRunConfigs);
  await insertPromotedPlans(tx, changes.plans);
  await replacePromotedPlans(tx, changes.replacedPlans);
  await insertPromotedSteps(tx, changes.steps);
  await insertPromotedPlanRunConfigs(tx, changes.planRunConfigs);
}
