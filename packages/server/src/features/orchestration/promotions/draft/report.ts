/** What a promotion tells of each thing that it touches, as it is kept. */

/** What happens to a thing. */
export type Status = 'CREATED' | 'REPLACED' | 'REUSED' | 'SKIPPED' | 'FAILED';

/** A remark for people. */
export type Message = { info: string; level: 'INFO' | 'WARN' | 'ERROR' };

/** What every thing has in the report; `target` is the id of its counterpart. */
export type Item = { id: string; target: string | null; name: string; status: Status; messages: Message[] };

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

/** An engine, with the tasks that are set to run on it. */
export type EngineItem = Item & { usedBy: Use[] };

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
export type Report = { workspaces: WorkspaceItem[]; engines: EngineItem[] };

/** A remark that asks for nothing. */
export const info = (text: string): Message => ({ info: text, level: 'INFO' });
/** A remark that asks for something to be done. */
export const warning = (text: string): Message => ({ info: text, level: 'WARN' });
/** Why something cannot be promoted. */
export const fault = (text: string): Message => ({ info: text, level: 'ERROR' });

/** All things of a report, but not the single versions of artifacts. */
export const itemsOf = ({ workspaces, engines }: Report): Item[] => [
  ...workspaces.flatMap((one) => [one, ...one.tasks, ...one.plans, ...one.artifacts, ...one.connections, ...one.resources]),
  ...engines,
];

/** By name, so that two reports of the same are the same. */
export const sorted = <One extends { name: string; id: string }>(items: readonly One[]): One[] =>
  items.toSorted((one, other) => compare(one.name, other.name) || compare(one.id, other.id));

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
