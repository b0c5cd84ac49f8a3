/** The content of an environment, as far as a promotion needs it, without values of connections. */
import type { PromotedStep } from '../../plans/index.ts';
import type { PromotedTask } from '../../tasks/index.ts';

/** A workspace. */
export type ContentWorkspace = { id: string; name: string; description: string | null; type: 'shared' | 'personal' | 'custom' };

/** A plan with its steps in order. */
export type ContentPlan = {
  id: string;
  workspace_id: string;
  name: string;
  description: string | null;
  steps: ContentStep[];
  parallel_execution_allowed: boolean | null;
};

/** A step of a plan: its tasks, and the error handler that runs if the step fails. */
export type ContentStep = Omit<PromotedStep, 'id' | 'plan' | 'position'>;

/** A task; it refers to other objects by their ids. */
export type ContentTask = PromotedTask & {
  workspace_id: string;
  version: number;
  auto_upgradable: boolean;
  /** Null where the task has no run configuration. */
  runtime_type: string | null;
  has_dynamic_engine_run_config: boolean;
  engine_id: string | null;
  cluster_id: string | null;
  run_profile_id: string | null;
  /** The run profile of the run configuration for dynamic engines. */
  dynamic_engine_run_profile_id: string | null;
};

/** A version with columns of its artifact; the versions of an artifact are sorted, newest first. */
export type ContentVersion = {
  id: string;
  artifact_id: string;
  workspace_id: string;
  name: string;
  type: string;
  version: string;
  blob_hash: string;
};

/** A connection with its parameters in order; `set` is true if a secret has a value. */
export type ContentConnection = {
  id: string;
  workspace_id: string;
  name: string;
  app: string;
  parameters: { name: string; position: number; encrypted: boolean; set: boolean }[];
};

/** A resource. */
export type ContentResource = {
  id: string;
  workspace_id: string;
  name: string;
  description: string | null;
  /** Whether it is a file, as opposed to a folder. */
  file: boolean;
  blob_hash: string;
  /** Whether a connection of its workspace names it as its JDBC driver. */
  is_driver: boolean;
};

/** An engine or a cluster, with its workspace if it belongs to one. */
export type ContentRuntime = { id: string; name: string; workspace_id: string | null };

/** A run profile of an engine or a cluster; with neither, of the dynamic engines of the environment. */
export type ContentProfile = {
  id: string;
  engine_id: string | null;
  cluster_id: string | null;
  name: string;
  description: string | null;
  type: string;
  jvm_arguments: string[];
  pod: object | null;
};

/** All content of an environment. */
export type EnvironmentContent = {
  workspaces: readonly ContentWorkspace[];
  plans: readonly ContentPlan[];
  tasks: readonly ContentTask[];
  versions: readonly ContentVersion[];
  connections: readonly ContentConnection[];
  resources: readonly ContentResource[];
  clusters: readonly ContentRuntime[];
  engines: readonly ContentRuntime[];
  profiles: readonly ContentProfile[];
};

/** Maps objects by id. */
export const byId = <T extends { id: string }>(objects: readonly T[]): ReadonlyMap<string, T> =>
  new Map(objects.map((object) => [object.id, object]));

/** Maps objects by workspace and name; see `workspaceNameKey`. */
export const byWorkspaceName = <T extends { workspace_id: string; name: string }>(objects: readonly T[]): ReadonlyMap<string, T> =>
  new Map(objects.map((object) => [workspaceNameKey(object.workspace_id, object.name), object]));

/** Builds the key of a name in a workspace. */
export const workspaceNameKey = (workspace: string, name: string): string => `${workspace} ${name}`;
