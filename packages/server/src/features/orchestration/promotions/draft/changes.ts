/** The rows that a promotion will write, by table, in the order in which they are written. */

import type { PromotedCluster } from '../../../processing/engine-clusters/index.ts';
import type { PromotedEngine } from '../../../processing/remote-engines/index.ts';
import type { PromotedProfile, ReplacedProfile } from '../../../processing/run-profiles/index.ts';
import type { PromotedArtifact, PromotedVersion } from '../../artifacts/index.ts';
import type { PromotedConnection, PromotedParameter } from '../../connections/index.ts';
import type { PromotedPlan, PromotedStep, ReplacedPlan } from '../../plans/index.ts';
import type { PromotedResource, ReplacedResource } from '../../resources/index.ts';
import type { AddedTask, PromotedDynamicEngineRunConfig, PromotedRunConfig, ReplacedTask } from '../../tasks/index.ts';
import type { PromotedWorkspace } from '../../workspaces/index.ts';

/** All changes. They refer to long or secret values by the id of the source; the database copies these values. */
export type Changes = {
  workspaces: PromotedWorkspace[];
  clusters: PromotedCluster[];
  engines: PromotedEngine[];
  profiles: PromotedProfile[];
  replacedProfiles: ReplacedProfile[];
  artifacts: PromotedArtifact[];
  versions: PromotedVersion[];
  connections: PromotedConnection[];
  parameters: PromotedParameter[];
  resources: PromotedResource[];
  replacedResources: ReplacedResource[];
  tasks: AddedTask[];
  replacedTasks: ReplacedTask[];
  runConfigs: PromotedRunConfig[];
  dynamicEngineRunConfigs: PromotedDynamicEngineRunConfig[];
  plans: PromotedPlan[];
  replacedPlans: ReplacedPlan[];
  steps: PromotedStep[];
  planRunConfigs: ReplacedPlan[];
};

/** Returns an empty set of changes. */
export const noChanges = (): Changes => ({
  workspaces: [],
  clusters: [],
  engines: [],
  profiles: [],
  replacedProfiles: [],
  artifacts: [],
  versions: [],
  connections: [],
  parameters: [],
  resources: [],
  replacedResources: [],
  tasks: [],
  replacedTasks: [],
  runConfigs: [],
  dynamicEngineRunConfigs: [],
  plans: [],
  replacedPlans: [],
  steps: [],
  planRunConfigs: [],
});
