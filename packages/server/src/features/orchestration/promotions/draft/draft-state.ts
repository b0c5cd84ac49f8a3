/** The state of a draft that is being made. */
import type { Changes } from './changes.ts';
import type { Chosen } from './choose.ts';
import type { EnvironmentContent, ContentTask } from './environment-content.ts';
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
