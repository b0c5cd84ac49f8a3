/** The stored report of a promotion, with an item for each object. */

/** The effect of a promotion on an object. */
export type ReportStatus = 'CREATED' | 'REPLACED' | 'REUSED' | 'SKIPPED' | 'FAILED';

/** A message for users. */
export type Message = { info: string; level: 'INFO' | 'WARN' | 'ERROR' };

/** The fields that every object has in the report; `target` is the id of its counterpart. */
export type Item = { id: string; target: string | null; name: string; status: ReportStatus; messages: Message[] };

/** A task that uses an object. */
export type Use = { id: string; name: string; version: number; workspaceId: string };

/** A task. */
export type TaskItem = Item & { version: number; targetVersion: number | null; workspaceId: string; artifactId: string; jobType: string };

/** A plan. */
export type PlanItem = Item & { workspaceId: string };

/** A connection or a resource, with the tasks that use it. */
export type UsedItem = Item & { workspaceId: string; usedBy: Use[] };

/** A version of an artifact. */
export type VersionItem = Item & { version: string };

/** An artifact with its promoted versions, newest first. */
export type ArtifactItem = UsedItem & { jobType: string; targetVersion: string | null; versions: VersionItem[] };

/** An engine or a cluster, with the tasks whose run configuration names it and the run profiles of these run configurations. */
export type RuntimeItem = Item & { usedBy: Use[]; profiles: Item[] };

/** A workspace with its promoted content. */
export type WorkspaceItem = Item & {
  workspaceType: 'shared' | 'personal' | 'custom';
  tasks: TaskItem[];
  plans: PlanItem[];
  artifacts: ArtifactItem[];
  connections: UsedItem[];
  resources: UsedItem[];
};

/** The whole report, as a tree. */
export type PromotionReport = { workspaces: WorkspaceItem[]; engines: RuntimeItem[]; clusters: RuntimeItem[] };

/** Returns the status of an object by three facts: it cannot be promoted, the target has it, its copy in the target changes. */
export function itemStatus(isFailed: boolean, exists: boolean, isChanged: boolean): ReportStatus {
  if (isFailed) return 'FAILED';
  if (!exists) return 'CREATED';
  return isChanged ? 'REPLACED' : 'REUSED';
}

/** Builds a message that requires no action. */
export const info = (text: string): Message => ({ info: text, level: 'INFO' });
/** Builds a message that requires an action. */
export const warning = (text: string): Message => ({ info: text, level: 'WARN' });
/** Builds a message that says why an object cannot be promoted. */
export const fault = (text: string): Message => ({ info: text, level: 'ERROR' });

/** Returns whether one of the messages reports that an object cannot be promoted. */
export const hasFault = (messages: readonly Message[]): boolean => messages.some(({ level }) => level === 'ERROR');

/** Lists the items of a report, except those of artifact versions and run profiles. */
export const itemsOf = ({ workspaces, engines, clusters }: PromotionReport): Item[] => [
  ...workspaces.flatMap((item) => [item, ...item.tasks, ...item.plans, ...item.artifacts, ...item.connections, ...item.resources]),
  ...engines,
  ...clusters,
];

/** Sorts by name and id, so that reports of equal content are equal. */
export const sorted = <T extends { name: string; id: string }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => compare(one.name, other.name) || compare(one.id, other.id));

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
