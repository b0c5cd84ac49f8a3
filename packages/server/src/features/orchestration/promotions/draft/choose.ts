/** Chooses the content that is promoted: all of an environment, or one object with everything that it needs. */
import { notFound } from '../../../../core/base/problem.ts';
import {
  byId,
  type EnvironmentContent,
  type ContentConnection,
  type ContentPlan,
  type ContentResource,
  type ContentTask,
  type ContentVersion,
  type ContentWorkspace,
} from './environment-content.ts';

/** The object to promote; FLOW is a task, ACTION an artifact. */
export type Choice = { type: 'WORKSPACE' | 'PLAN' | 'FLOW' | 'ACTION'; id: string };

/** The chosen content, with the tasks that use it. */
export type Chosen = {
  workspaces: Set<ContentWorkspace>;
  plans: Set<ContentPlan>;
  tasks: Set<ContentTask>;
  versions: Map<ContentVersion, ContentTask[]>;
  connections: Map<ContentConnection, ContentTask[]>;
  resources: Map<ContentResource, ContentTask[]>;
  /** Personal workspaces that are not promoted; true if the caller chose the workspace or an object in it. */
  skipped: Map<ContentWorkspace, boolean>;
  /** Personal workspaces with an object that a chosen task or plan needs, with sentences that say which task or plan needs what. */
  needed: Map<ContentWorkspace, string[]>;
};

type WorkspaceContent = { id: string; workspace_id: string; name: string };

/**
 * Finds the content to promote, or refuses a choice that names unknown content.
 * @rule promotions.choose.unknown
 * @rule promotions.choose.closure
 */
export function choose(source: EnvironmentContent, choice: Choice | undefined): Chosen {
  const all = {
    workspaces: byId(source.workspaces),
    plans: byId(source.plans),
    tasks: byId(source.tasks),
    versions: byId(source.versions),
    connections: byId(source.connections),
    resources: byId(source.resources),
  };
  const chosen: Chosen = {
    workspaces: new Set(),
    plans: new Set(),
    tasks: new Set(),
    versions: new Map(),
    connections: new Map(),
    resources: new Map(),
    skipped: new Map(),
    needed: new Map(),
  };

  /** Notes the workspace of an object as one to promote, or as a personal one, whose objects cannot be promoted. Returns whether the object can. */
  const noteWorkspaceOf = (object: WorkspaceContent, noun: string, neededBy?: string): boolean => {
    const workspace = all.workspaces.get(object.workspace_id);
    if (!workspace) return false;
    if (workspace.type !== 'personal') {
      chosen.workspaces.add(workspace);
      return true;
    }
    if (neededBy === undefined) chosen.skipped.set(workspace, choice !== undefined);
    else addToList(chosen.needed, workspace, `${neededBy} needs the ${noun} '${object.name}'`);
    return false;
  };

  const addVersion = (version: ContentVersion | undefined, task?: ContentTask): void => {
    if (version && noteWorkspaceOf(version, 'artifact', task && `the task '${task.name}'`)) addUse(chosen.versions, version, task);
  };

  const addTask = (task: ContentTask | undefined, neededBy?: string): void => {
    if (!task || chosen.tasks.has(task) || !noteWorkspaceOf(task, 'task', neededBy)) return;
    chosen.tasks.add(task);
    addVersion(all.versions.get(task.artifact_version_id), task);
    for (const id of new Set(Object.values(task.connections))) {
      const connection = all.connections.get(id);
      if (connection && noteWorkspaceOf(connection, 'connection', `the task '${task.name}'`)) addUse(chosen.connections, connection, task);
    }
    for (const id of new Set(Object.values(task.resources))) {
      const resource = all.resources.get(id);
      if (resource && noteWorkspaceOf(resource, 'resource', `the task '${task.name}'`)) addUse(chosen.resources, resource, task);
    }
  };

  const addPlan = (plan: ContentPlan | undefined, neededBy?: string): void => {
    if (!plan || chosen.plans.has(plan) || !noteWorkspaceOf(plan, 'plan', neededBy)) return;
    chosen.plans.add(plan);
    for (const step of plan.steps) {
      for (const id of [...step.tasks, ...step.failure_tasks]) addTask(all.tasks.get(id), `the plan '${plan.name}'`);
      for (const id of step.failure_plans) addPlan(all.plans.get(id), `the plan '${plan.name}'`);
    }
  };

  const addWorkspace = (workspace: ContentWorkspace): void => {
    if (workspace.type === 'personal') {
      chosen.skipped.set(workspace, choice !== undefined);
      return;
    }
    chosen.workspaces.add(workspace);
    for (const plan of source.plans) if (plan.workspace_id === workspace.id) addPlan(plan);
    for (const task of source.tasks) if (task.workspace_id === workspace.id) addTask(task);
  };

  const chosenObject = <T>(noun: string, found: T | undefined): T => {
    if (found === undefined) throw notFound(noun, choice?.id ?? '');
    return found;
  };

  switch (choice?.type) {
    case undefined:
      for (const workspace of source.workspaces) addWorkspace(workspace);
      break;
    case 'WORKSPACE':
      addWorkspace(chosenObject('Workspace', all.workspaces.get(choice.id)));
      break;
    case 'PLAN':
      addPlan(chosenObject('Plan', all.plans.get(choice.id)));
      break;
    case 'FLOW':
      addTask(chosenObject('Task', all.tasks.get(choice.id)));
      break;
    case 'ACTION':
      // Versions are sorted, newest first.
      addVersion(
        chosenObject(
          'Artifact',
          source.versions.find((version) => version.artifact_id === choice.id),
        ),
      );
  }
  return chosen;
}

function addUse<T>(uses: Map<T, ContentTask[]>, object: T, task: ContentTask | undefined): void {
  if (task) addToList(uses, object, task);
  else if (!uses.has(object)) uses.set(object, []);
}

function addToList<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
