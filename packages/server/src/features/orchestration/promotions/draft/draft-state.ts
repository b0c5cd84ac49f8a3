/** The state of a draft that is being made, with the rows that the promotion will write. */
import type { PromotedCluster } from '../../../processing/engine-clusters/index.ts';
import type { PromotedEngine } from '../../../processing/remote-engines/index.ts';
import type { PromotedProfile, ReplacedProfile } from '../../../processing/run-profiles/index.ts';
import type { PromotedArtifact, PromotedVersion } from '../../artifacts/index.ts';
import type { PromotedConnection, PromotedParameter } from '../../connections/index.ts';
import type { PromotedPlan, PromotedStep, ReplacedPlan } from '../../plans/index.ts';
import type { PromotedResource, ReplacedResource } from '../../resources/index.ts';
import type { AddedTask, PromotedDynamicEngineRunConfig, PromotedRunConfig, ReplacedTask } from '../../tasks/index.ts';
import type { PromotedWorkspace } from '../../workspaces/index.ts';
import type { Chosen } from './choose.ts';
import type { ContentTask, EnvironmentContent } from './environment-content.ts';
import type { Use } from './report.ts';

/** Options of the caller: whether objects that the target has keep their content. */
export type Options = { keepTargetResources: boolean; keepTargetRunProfiles: boolean };

/** The input of a draft, its changes so far, and the counterparts that are known so far. */
export type DraftState = {
  source: EnvironmentContent;
  target: EnvironmentContent;
  chosen: Chosen;
  options: Options;
  changes: Changes;
  /** The ids in the target by the ids in the source. */
  counterparts: Map<string, string>;
  newId(): string;
};

/** Returns the id of the counterpart of an object that was drafted before. An object of a personal workspace has none, and keeps its id. */
export const counterpartOf = (state: DraftState, id: string): string => state.counterparts.get(id) ?? id;

/** Converts the tasks that use an object for the report. */
export const usesOf = (tasks: readonly ContentTask[]): Use[] =>
  tasks.map(({ id, name, version, workspace_id: workspaceId }) => ({ id, name, version, workspaceId }));

/**
 * All rows to write, by table, in the order in which they are written. They refer to long or secret values by the id of the source; the database copies
 * these values.
 */
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
