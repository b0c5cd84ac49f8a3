/** Starts runs of bundles that come with Millrace. They have no task; another record, such as a crawler, stands in its place. */
import type { Tx } from '../../../core/database/db.ts';
import { insertExecutions, type NewExecution } from './life-cycle/insert-executions.ts';
import type { RunResource } from './life-cycle/startable-task.ts';

/** A run of a built-in bundle. */
export type BuiltInRun = Pick<NewExecution, 'id' | 'actor' | 'misfire' | 'parameters'> & {
  /** The id and the name in the execution in place of those of a task. */
  of: { id: string; name: string };
  tenant: string;
  workspace: string;
  environment: string;
  /** The engine that runs it; null for any engine of the environment. */
  engine: string | null;
  bundle: { name: string; version: string; hash: string };
  /** Connections by the name that the program uses. */
  connections: Readonly<Record<string, string>>;
  /** Files, with the parameters in which the program gets their paths. */
  resources: readonly RunResource[];
  /** Names of parameters whose values the log does not show. */
  secrets: readonly string[];
  timeoutMinutes: number;
};

/** Inserts the execution. The caller has checked the rights, and has stored the content of the bundle in the same transaction. */
export const startBuiltIn = (tx: Tx, run: BuiltInRun): Promise<unknown> =>
  insertExecutions(tx, [
    {
      id: run.id,
      type: 'MANUAL',
      actor: run.actor,
      parameters: run.parameters,
      logLevel: 'INFO',
      timeoutMinutes: run.timeoutMinutes,
      contextName: null,
      apiVersion: null,
      misfire: run.misfire,
      task: {
        id: run.of.id,
        tenant_id: run.tenant,
        workspace_id: run.workspace,
        environment_id: run.environment,
        name: run.of.name,
        version: 1,
        tags: [],
        parameters: {},
        connections: { ...run.connections },
        connection_parameters: [],
        resources: [...run.resources],
        artifact_id: null,
        artifact_name: run.bundle.name,
        artifact_version: run.bundle.version,
        artifact_parameters: run.secrets.map((name) => ({ name, type: 'password', required: false })),
        artifact_contexts: [],
        artifact_context_name: null,
        context_name: null,
        layout: 'millrace',
        blob_hash: run.bundle.hash,
        runtime_type: run.engine === null ? 'CLOUD' : 'REMOTE_ENGINE',
        engine_id: run.engine,
        cluster_id: null,
        runtime_workspace_id: null,
        run_profile_id: null,
        jvm_arguments: [],
        parallel_execution_allowed: false,
        log_level: 'INFO',
        timeout_minutes: run.timeoutMinutes,
        retry: null,
        assigned: null,
        paused: false,
      },
    },
  ]);
