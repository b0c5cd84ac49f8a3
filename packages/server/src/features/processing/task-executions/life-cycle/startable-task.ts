/** The data of a task that a start uses. */
import type { Schema } from '@millrace/contract';
import { secretNames } from '@millrace/contract/parameters';

/** A resource of a run: the parameter that gets its path, and its content. */
export type RunResource = { variable: string; id: string; name: string; file: boolean; hash: string; size: number };

/** A task with all data that a start uses. */
export type StartableTask = {
  id: string;
  tenant_id: string;
  workspace_id: string;
  environment_id: string;
  name: string;
  version: number;
  tags: string[];
  parameters: Record<string, string>;
  connections: Record<string, string>;
  /** Names of the parameters to which the connections give a value. */
  connection_parameters: string[];
  resources: RunResource[];
  /** Null for a run of a bundle that comes with Millrace. */
  artifact_id: string | null;
  artifact_name: string;
  artifact_version: string;
  artifact_parameters: { name: string; value?: string; type?: string; required: boolean; secret?: boolean }[];
  /** The contexts of a job archive, and the one that it runs with if nobody chooses one. */
  artifact_contexts: string[];
  artifact_context_name: string | null;
  /** The context that the run configuration or the task chooses. */
  context_name: string | null;
  layout: string;
  blob_hash: string;
  runtime_type: 'CLOUD' | 'REMOTE_ENGINE' | 'REMOTE_ENGINE_CLUSTER' | null;
  engine_id: string | null;
  cluster_id: string | null;
  /** The workspace to which its engine or cluster belongs, or null. */
  runtime_workspace_id: string | null;
  run_profile_id: string | null;
  /** The JVM arguments of the run profile. */
  jvm_arguments: string[];
  parallel_execution_allowed: boolean | null;
  log_level: string | null;
  timeout_minutes: number | null;
  /** The retry of the run configuration. */
  retry: Schema<'RunRetry'> | null;
  paused: boolean;
  /** Whether its dynamic-engine environment is assigned to an engine; null in other environments. */
  assigned: boolean | null;
};

/**
 * The names of the parameters whose values the log must not show: the artifact declares them as secret, or they look like secrets. Undefined if there are
 * none.
 * @rule execution-logs.secrets.marked
 * @rule execution-logs.secrets.signs
 */
export function secretParameters(task: StartableTask, parameters: Readonly<Record<string, string>>): string[] | undefined {
  const names = secretNames(task.artifact_parameters, parameters);
  return names.length > 0 ? names : undefined;
}
