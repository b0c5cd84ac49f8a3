/** Writes a promotion: each feature writes its own tables, one statement for each table. Copied values stay within the database. */
import type { Tx } from '../../../core/database/db.ts';
import type { EventActor } from '../../events/outbox/index.ts';
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
export async function applyChanges(tx: Tx, actor: EventActor, environment: string, changes: Changes): Promise<void> {
  await insertPromotedWorkspaces(tx, actor, environment, changes.workspaces);
  await insertPromotedClusters(tx, environment, changes.clusters);
  await insertPromotedEngines(tx, actor, environment, changes.engines);
  await insertPromotedProfiles(tx, environment, changes.profiles);
  await replacePromotedProfiles(tx, changes.replacedProfiles);
  await insertPromotedArtifacts(tx, changes.artifacts);
  await insertPromotedVersions(tx, actor, changes.versions);
  await insertPromotedConnections(tx, changes.connections);
  await insertPromotedParameters(tx, changes.parameters);
  await insertPromotedResources(tx, changes.resources);
  await replacePromotedResources(tx, changes.replacedResources);
  await insertPromotedTasks(tx, actor, changes.tasks);
  await replacePromotedTasks(tx, actor, changes.replacedTasks);
  await insertPromotedRunConfigs(tx, changes.runConfigs);
  await insertPromotedDynamicEngineRunConfigs(tx, changes.dynamicEngineRunConfigs);
  await insertPromotedPlans(tx, actor, changes.plans);
  await replacePromotedPlans(tx, actor, changes.replacedPlans);
  await insertPromotedSteps(tx, changes.steps);
  await insertPromotedPlanRunConfigs(tx, changes.planRunConfigs);
}
