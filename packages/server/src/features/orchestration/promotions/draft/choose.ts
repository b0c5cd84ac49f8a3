/** What of an environment is promoted: all of it, or one thing with what it needs. */
import { notFound } from '../../../../core/base/problem.ts';
import {
  byId,
  type Estate,
  type EstateConnection,
  type EstatePlan,
  type EstateResource,
  type EstateTask,
  type EstateVersion,
  type EstateWorkspace,
} from './estate.ts';

/** The one thing to promote; FLOW is a task, ACTION an artifact. */
export type Choice = { type: 'WORKSPACE' | 'PLAN' | 'FLOW' | 'ACTION'; id: string };

/** What is promoted, and which tasks need it. */
export type Chosen = {
  workspaces: Set<EstateWorkspace>;
  plans: Set<EstatePlan>;
  tasks: Set<EstateTask>;
  versions: Map<EstateVersion, EstateTask[]>;
  connections: Map<EstateConnection, EstateTask[]>;
  resources: Map<EstateResource, EstateTask[]>;
  /** Personal workspaces that are passed over; true where the caller named one, or a thing in it. */
  skipped: Map<EstateWorkspace, boolean>;
  /** Personal workspaces in which something lies that is needed, with who needs what. */
  needed: Map<EstateWorkspace, string[]>;
};

type Placed = { id: string; workspace_id: string; name: string };

/**
 * Finds what is promoted.
 * @rule promotions.choose.unknown
 * @rule promotions.choose.closure
 */
export function choose(source: Estate, choice: Choice | undefined): Chosen {
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

  /** Whether a thing comes along: not out of a personal workspace. What a task or plan needs and cannot have is noted. */
  const enters = (thing: Placed, noun: string, neededBy?: string): boolean => {
    const workspace = all.workspaces.get(thing.workspace_id);
    if (!workspace) return false;
    if (workspace.type !== 'personal') {
      chosen.workspaces.add(workspace);
      return true;
    }
    if (neededBy === undefined) chosen.skipped.set(workspace, choice !== undefined);
    else noteIn(chosen.needed, workspace, `${neededBy} needs the ${noun} '${thing.name}'`);
    return false;
  };

  const addVersion = (version: EstateVersion | undefined, task?: EstateTask): void => {
    if (version && enters(version, 'artifact', task && `the task '${task.name}'`)) use(chosen.versions, version, task);
  };

  const addTask = (task: EstateTask | undefined, neededBy?: string): void => {
    if (!task || chosen.tasks.has(task) || !enters(task, 'task', neededBy)) return;
    chosen.tasks.add(task);
    addVersion(all.versions.get(task.artifact_version_id), task);
    for (const id of new Set(Object.values(task.connections))) {
      const connection = all.connections.get(id);
      if (connection && enters(connection, 'connection', `the task '${task.name}'`)) use(chosen.connections, connection, task);
    }
    for (const id of new Set(Object.values(task.resources))) {
      const resource = all.resources.get(id);
      if (resource && enters(resource, 'resource', `the task '${task.name}'`)) use(chosen.resources, resource, task);
    }
  };

  const addPlan = (plan: EstatePlan | undefined, neededBy?: string): void => {
    if (!plan || chosen.plans.has(plan) || !enters(plan, 'plan', neededBy)) return;
    chosen.plans.add(plan);
    for (const step of plan.steps) {
      for (const id of [...step.tasks, ...step.failure_tasks]) addTask(all.tasks.get(id), `the plan '${plan.name}'`);
      for (const id of step.failure_plans) addPlan(all.plans.get(id), `the plan '${plan.name}'`);
    }
  };

  const addWorkspace = (workspace: EstateWorkspace): void => {
    if (workspace.type === 'personal') {
      chosen.skipped.set(workspace, choice !== undefined);
      return;
    }
    chosen.workspaces.add(workspace);
    for (const plan of source.plans) if (plan.workspace_id === workspace.id) addPlan(plan);
    for (const task of source.tasks) if (task.workspace_id === workspace.id) addTask(task);
  };

  const find = <One>(noun: string, found: One | undefined): One => {
    if (found === undefined) throw notFound(noun, choice?.id ?? '');
    return found;
  };

  switch (choice?.type) {
    case undefined:
      for (const workspace of source.workspaces) addWorkspace(workspace);
      break;
    case 'WORKSPACE':
      addWorkspace(find('Workspace', all.workspaces.get(choice.id)));
      break;
    case 'PLAN':
      addPlan(find('Plan', all.plans.get(choice.id)));
      break;
    case 'FLOW':
      addTask(find('Task', all.tasks.get(choice.id)));
      break;
    case 'ACTION':
      // Versions come newest first.
      addVersion(
        find(
          'Artifact',
          source.versions.find((one) => one.artifact_id === choice.id),
        ),
      );
  }
  return chosen;
}

function use<Thing>(users: Map<Thing, EstateTask[]>, thing: Thing, task: EstateTask | undefined): void {
  if (task) noteIn(users, thing, task);
  else if (!users.has(thing)) users.set(thing, []);
}

function noteIn<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
