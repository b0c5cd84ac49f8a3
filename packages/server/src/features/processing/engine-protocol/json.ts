/** The JSON of claimed executions and of credentials. */
import type { Schema } from '@millrace/contract';
import type { GivenParameters } from '../../orchestration/connections/index.ts';
import { MAX_RETURNS, type ClaimedRow } from '../task-executions/index.ts';
import type { CredentialTerm } from '../remote-engines/index.ts';

/**
 * Converts a row to ClaimedExecution. Values of connections, and those that are computed at the claim, override parameters of the same name.
 * @rule run-profiles.pod.claim
 * @rule tasks.run-config.run-as
 */
export const toClaimJson = (
  row: ClaimedRow,
  fromConnections: GivenParameters,
  computed: Readonly<Record<string, string>>,
  traceparent: string | undefined,
): Schema<'ClaimedExecution'> => ({
  executionId: row.id,
  fence: row.fence,
  taskId: row.task_id,
  taskName: row.task_name,
  runner: row.layout === 'inline' ? 'inline' : 'process',
  bundle: {
    hash: row.blob_hash,
    size: row.blob_size,
    layout: row.layout === 'inline' ? 'millrace' : row.layout,
    name: row.artifact_name,
    version: row.artifact_version,
  },
  parameters: { ...row.parameters, ...fromConnections.values, ...computed },
  ...secretOf(row, fromConnections),
  resources: row.resources.map(({ id: _id, ...resource }) => resource),
  ...(row.jvm_arguments.length > 0 && { jvmArguments: row.jvm_arguments }),
  ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
  ...(row.run_as_user && { runAsUser: row.run_as_user }),
  ...(row.pod !== null && { pod: row.pod }),
  ...(row.context_name !== null && { contextName: row.context_name }),
  logLevel: row.log_level,
  ...(row.timeout_minutes !== null && { timeoutMinutes: row.timeout_minutes }),
  ...(traceparent !== undefined && { traceparent }),
  returnsLeft: Math.max(0, MAX_RETURNS - row.returns),
});

/**
 * The parameters that the engine masks: those that connections store encrypted, and those that the artifact declares as secret.
 * @rule execution-logs.secrets.marked
 */
function secretOf(row: ClaimedRow, fromConnections: GivenParameters): Pick<Schema<'ClaimedExecution'>, 'secretParameters'> {
  const names = [...new Set([...fromConnections.secret, ...(row.secret_parameters ?? [])])];
  return names.length > 0 ? { secretParameters: names } : {};
}

/** Converts a row to EngineCredential. */
export const toCredentialJson = (credential: string, term: CredentialTerm): Schema<'EngineCredential'> => ({
  credential,
  credentialExpiresAt: term.expires_at.toISOString(),
  renewCredentialAfter: term.renew_after.toISOString(),
});
