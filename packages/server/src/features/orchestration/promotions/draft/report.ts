/** What a promotion tells of each thing that it touches, as it is kept. */

/** What happens to a thing. */
export type ReportStatus = 'CREATED' | 'REPLACED' | 'REUSED' | 'SKIPPED' | 'FAILED';

/** A remark for people. */
export type Message = { info: string; level: 'INFO' | 'WARN' | 'ERROR' };

/** What every thing has in the report; `target` is the id of its counterpart. */
export type Item = { id: string; target: string | null; name: string; status: ReportStatus; messages: Message[] };

/** A task that uses something. */
export type Use = { id: string; name: string; version: number; workspaceId: string };

/** A task. */
export type TaskItem = Item & { version: number; targetVersion: number | null; workspaceId: string; artifactId: string; jobType: string };

/** A plan. */
export type PlanItem = Item & { workspaceId: string };

/** A connection or a resource, with the tasks that use it. */
export type UsedItem = Item & { workspaceId: string; usedBy: Use[] };

/** A version of an artifact. */
export type VersionItem = Item & { version: string };

/** An artifact with those of its versions that are promoted, newest first. */
export type ArtifactItem = UsedItem & { jobType: string; targetVersion: string | null; versions: VersionItem[] };

/** An engine or a cluster, with the tasks that are set to run on it and the run profiles that they name. */
export type RuntimeItem = Item & { usedBy: Use[]; profiles: Item[] };

/** A workspace with all of it that is promoted. */
export type WorkspaceItem = Item & {
  workspaceType: 'shared' | 'personal' | 'custom';
  tasks: TaskItem[];
  plans: PlanItem[];
  artifacts: ArtifactItem[];
  connections: UsedItem[];
  resources: UsedItem[];
};

/** The tree. */
export type PromotionReport = { workspaces: WorkspaceItem[]; engines: RuntimeItem[]; clusters: RuntimeItem[] };

/** A remark that asks for nothing. */
export const info = (text: string): Message => ({ info: text, level: 'INFO' });
/** A remark that asks for something to be done. */
export const warning = (text: string): Message => ({ info: text, level: 'WARN' });
/** Why something cannot be promoted. */
export const fault = (text: string): Message => ({ info: text, level: 'ERROR' });

/** Whether one of the remarks says that something cannot be promoted. */
export const hasFault = (messages: readonly Message[]): boolean => messages.some(({ level }) => level === 'ERROR');

/** All things of a report, but not the single versions of artifacts and the single run profiles. */
export const itemsOf = ({ workspaces, engines, clusters }: PromotionReport): Item[] => [
  ...workspaces.flatMap((one) => [one, ...one.tasks, ...one.plans, ...one.artifacts, ...one.connections, ...one.resources]),
  ...engines,
  ...clusters,
];

/** By name, so that two reports of the same are the same. */
export const sorted = <One extends { name: string; id: string }>(items: readonly One[]): One[] =>
  items.toSorted((one, other) => compare(one.name, other.name) || compare(one.id, other.id));

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
