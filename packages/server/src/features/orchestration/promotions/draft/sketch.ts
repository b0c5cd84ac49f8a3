/** What the parts of a draft share while it is made. */
import type { Changes } from './changes.ts';
import type { Chosen } from './choose.ts';
import type { Estate, EstateTask } from './estate.ts';
import type { Use } from './report.ts';

/** What the caller wants of an existing target. */
export type Options = { keepTargetResources: boolean; keepTargetRunProfiles: boolean };

/** A draft that is being made. */
export type Sketch = {
  source: Estate;
  target: Estate;
  chosen: Chosen;
  options: Options;
  changes: Changes;
  /** Source id → target id, of all that has a counterpart by now. */
  counterparts: Map<string, string>;
  newId(): string;
};

/** The counterpart of something that came before in the draft; only what lies in a workspace that cannot be promoted has none. */
export const counterpartOf = (sketch: Sketch, id: string): string => sketch.counterparts.get(id) ?? id;

/** The tasks that use something, as the report shows them. */
export const usesOf = (tasks: readonly EstateTask[]): Use[] =>
  tasks.map(({ id, name, version, workspace_id: workspaceId }) => ({ id, name, version, workspaceId }));
