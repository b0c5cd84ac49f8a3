/** The state of a draft that is being made, with the rows that the promotion will write. */
import type { PromotedRuntime } from '../../../processing/remote-engines/index.ts';
import type { PromotedProfile } from '../../../processing/run-profiles/index.ts';
import type { PromotedVersion } from '../../artifacts/index.ts';
import type { PromotedParameter } from '../../connections/index.ts';
import type { PromotedStep } from '../../plans/index.ts';
import type { AddedTask, PromotedDynamicEngineRunConfig, PromotedRunConfig, ReplacedTask } from '../../tasks/index.ts';
import type { CopyInWorkspace, PromotedCopy } from '../../workspaces/index.ts';
import type { Chosen } from './choose.ts';
import type { ContentTask, EnvironmentContent } from './environment-content.ts';
import type { Use } from './report.ts';

/** Options of the caller: whether objects that the target has keep their content. */
export type DraftOptions = { keepTargetResources: boolean; keepTargetRunProfiles: boolean };

/** The input of a draft, its changes so far, and the counterparts that are known so far. */
export type DraftState = {
  source: EnvironmentContent;
  target: EnvironmentContent;
  chosen: Chosen;
  options: DraftOptions;
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
 * Returns an empty set of changes: all rows to write, by table, in the order in which they are written. They refer to long or secret values by the id of
 * the source; the database copies these values.
 */
export const noChanges = () => ({
  workspaces: [] as PromotedCopy[],
  clusters: [] as PromotedRuntime[],
  engines: [] as PromotedRuntime[],
  profiles: [] as PromotedProfile[],
  replacedProfiles: [] as PromotedCopy[],
  artifacts: [] as CopyInWorkspace[],
  versions: [] as PromotedVersion[],
  connections: [] as CopyInWorkspace[],
  parameters: [] as PromotedParameter[],
  resources: [] as CopyInWorkspace[],
  replacedResources: [] as PromotedCopy[],
  tasks: [] as AddedTask[],
  replacedTasks: [] as ReplacedTask[],
  runConfigs: [] as PromotedRunConfig[],
  dynamicEngineRunConfigs: [] as PromotedDynamicEngineRunConfig[],
  plans: [] as CopyInWorkspace[],
  replacedPlans: [] as PromotedCopy[],
  steps: [] as PromotedStep[],
  planRunConfigs: [] as PromotedCopy[],
});

/** All rows to write. */
export type Changes = ReturnType<typeof noChanges>;
