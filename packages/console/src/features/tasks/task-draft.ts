/** The values of the form of a task, and the body that saves them. */
import type { BodyOf, Schema } from '@millrace/contract';

/** A connection or resource by its id, with the name that the job uses for it. `key` identifies the row of the form. */
export type Reference = { key: number; name: string; id: string };

/** The fields. */
export type TaskDraft = {
  name: string;
  description: string;
  /** Separated by commas. */
  tags: string;
  version: string;
  /** Empty for the context of the archive. */
  contextName: string;
  parameters: Readonly<Record<string, string>>;
  /** The names of the values that the server does not show. A save without a value keeps them. */
  storedSecrets: readonly string[];
  connections: readonly Reference[];
  resources: readonly Reference[];
  autoUpgradable: boolean;
  overrideWithDefaultParameters: boolean;
};

/** The fields of a new task of an artifact. */
export const newTaskDraft = (name: string, version: string): TaskDraft => ({
  name,
  description: '',
  tags: '',
  version,
  contextName: '',
  parameters: {},
  storedSecrets: [],
  connections: [],
  resources: [],
  autoUpgradable: false,
  overrideWithDefaultParameters: false,
});

const toReferences = (ids: Readonly<Record<string, string>> | undefined): Reference[] =>
  Object.entries(ids ?? {}).map(([name, id], key) => ({ key, name, id }));

/** The fields of a task. */
export const toTaskDraft = (task: Schema<'Task'>): TaskDraft => ({
  name: task.name,
  description: task.description ?? '',
  tags: (task.tags ?? []).join(', '),
  version: task.artifact.version,
  contextName: task.contextName ?? '',
  parameters: task.parameters ?? {},
  storedSecrets: task.secretParameters ?? [],
  connections: toReferences(task.connections),
  resources: toReferences(task.resources),
  autoUpgradable: task.autoUpgradeInfo?.autoUpgradable ?? false,
  overrideWithDefaultParameters: task.autoUpgradeInfo?.overrideWithDefaultParameters ?? false,
});

const toIds = (references: readonly Reference[]): Record<string, string> =>
  Object.fromEntries(references.filter(({ name, id }) => name !== '' && id !== '').map(({ name, id }) => [name, id]));

/** The body that creates or replaces a task. For an empty value, runs use the default of the artifact. */
export const toTaskBody = (draft: TaskDraft, artifactId: string): BodyOf<'PUT /orchestration/executables/tasks/{taskId}'> => ({
  name: draft.name,
  ...(draft.description !== '' && { description: draft.description }),
  artifact: { id: artifactId, version: draft.version },
  tags: draft.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ''),
  parameters: Object.fromEntries(Object.entries(draft.parameters).filter(([, value]) => value !== '')),
  connections: toIds(draft.connections),
  resources: toIds(draft.resources),
  // The server keeps the context where the field is absent.
  contextName: draft.contextName,
  autoUpgradeInfo: { autoUpgradable: draft.autoUpgradable, overrideWithDefaultParameters: draft.overrideWithDefaultParameters },
});
