/** Drafts tasks and their run configurations. */
import { isDeepStrictEqual } from 'node:util';
import type { PromotedTask } from '../../tasks/index.ts';
import { counterpartOf, type DraftState } from './draft-state.ts';
import { byId, byWorkspaceName, type ContentTask, workspaceNameKey } from './environment-content.ts';
import { hasFault, info, type Item, itemStatus, type Message, type TaskItem, warning } from './report.ts';
import type { Runtimes } from './runtimes.ts';

/**
 * Drafts the chosen tasks: the first promotion creates a task, later promotions update it.
 * @rule promotions.tasks.update
 */
export function draftTasks(state: DraftState, runtimes: Runtimes): TaskItem[] {
  const { source, target, chosen, changes, counterparts, newId } = state;
  const existing = byWorkspaceName(target.tasks);
  const versions = byId(source.versions);
  return [...chosen.tasks].map((task) => {
    const workspace = counterpartOf(state, task.workspace_id);
    const match = existing.get(workspaceNameKey(workspace, task.name));
    const id = match?.id ?? newId();
    counterparts.set(task.id, id);
    const promoted = toPromotedTask(state, task, match, id);
    const raised = match !== undefined && !isDeepStrictEqual(definitionOf(promoted), definitionOf(match));
    const isReplaced = raised || (match !== undefined && differs(promoted, match));
    if (!match) changes.tasks.push({ ...promoted, workspace });
    else if (isReplaced) changes.replacedTasks.push({ ...promoted, raised });
    const { isCopied, messages } = draftRunConfigs(state, runtimes, task, match, id);
    const version = versions.get(task.artifact_version_id);
    return {
      id: task.id,
      target: id,
      name: task.name,
      version: task.version,
      targetVersion: match?.version ?? null,
      workspaceId: task.workspace_id,
      artifactId: version?.artifact_id ?? '',
      jobType: version?.type ?? '',
      status: itemStatus(hasFault(messages), match !== undefined, isReplaced || isCopied),
      messages,
    };
  });
}

/**
 * Builds the task of the target: a copy of the source, except that parameters of the target keep their values.
 * @rule promotions.tasks.parameters
 * @rule promotions.tasks.tags
 * @rule promotions.tasks.auto-upgrade
 */
function toPromotedTask(state: DraftState, task: ContentTask, match: ContentTask | undefined, id: string): PromotedTask {
  const withCounterparts = (references: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(references).flatMap(([name, sourceId]) => {
        const counterpart = state.counterparts.get(sourceId);
        return counterpart === undefined ? [] : [[name, counterpart]];
      }),
    );
  return {
    id,
    name: task.name,
    description: task.description,
    artifact_version_id: counterpartOf(state, task.artifact_version_id),
    tags: task.tags,
    parameters: { ...task.parameters, ...match?.parameters },
    connections: withCounterparts(task.connections),
    resources: withCounterparts(task.resources),
    override_with_default_parameters: task.override_with_default_parameters,
    // Like a parameter, the context of the target stays: it often names its environment.
    context_name: match ? match.context_name : task.context_name,
  };
}

/** Returns the fields whose change raises the version of a task. */
const definitionOf = ({ artifact_version_id, parameters, connections, resources, context_name }: PromotedTask): object => ({
  artifact_version_id,
  parameters,
  connections,
  resources,
  context_name,
});

/** Whether the task of the target must be written. One that is auto-upgradable must, because a promoted task is not. */
const differs = (promoted: PromotedTask, match: ContentTask): boolean =>
  match.auto_upgradable ||
  promoted.description !== match.description ||
  promoted.override_with_default_parameters !== match.override_with_default_parameters ||
  !isDeepStrictEqual(promoted.tags, match.tags);

/** The types of runtimes that a promotion copies. */
const COPIED_RUNTIMES: ReadonlySet<string | null> = new Set(['CLOUD', 'REMOTE_ENGINE', 'REMOTE_ENGINE_CLUSTER']);

/**
 * Drafts the run configurations that the task of the target lacks, without triggers, because a promotion must not start tasks.
 * Returns whether a run configuration is copied, and messages about it.
 * @rule promotions.tasks.run-config
 */
function draftRunConfigs(
  { changes }: DraftState,
  runtimes: Runtimes,
  task: ContentTask,
  match: ContentTask | undefined,
  id: string,
): { isCopied: boolean; messages: Message[] } {
  const messages: Message[] = [];
  let isCopied = false;
  const isMissing = task.runtime_type !== null && (match?.runtime_type ?? null) === null;
  if (isMissing && !COPIED_RUNTIMES.has(task.runtime_type)) {
    messages.push(
      warning(
        `The run configuration of the task '${task.name}' is not promoted: its runtime is ${task.runtime_type}. Set it in the target environment.`,
      ),
    );
  } else {
    // Also where the target has its own run configuration: the report lists the task at its engine or cluster, and the run profile is drafted.
    const counterparts = runtimes.counterpartsOf(task, isMissing);
    if (isMissing) {
      isCopied = true;
      changes.runConfigs.push({ id, source: task.id, ...counterparts });
      messages.push(info('The run configuration is copied without its trigger.'));
    }
  }
  if (task.has_dynamic_engine_run_config) {
    const profile = runtimes.dynamicEngineProfileOf(task);
    if (profile) messages.push(...profileMessages(profile));
    if (!match?.has_dynamic_engine_run_config) {
      isCopied = true;
      changes.dynamicEngineRunConfigs.push({ id, source: task.id, profile: profile?.target ?? null });
      messages.push(info('The run configuration for dynamic engines is copied without its trigger.'));
    }
  }
  return { isCopied, messages };
}

/** Builds the messages about a run profile for dynamic engines. They belong to its tasks, because the report has no item for dynamic engines. */
function profileMessages({ name, status, messages }: Item): Message[] {
  if (status === 'CREATED') return [info(`The run profile '${name}' for dynamic engines is created.`)];
  if (status === 'REPLACED') return [info(`The run profile '${name}' for dynamic engines gets the content of the source.`)];
  return messages;
}
