/**
 * The work of the operator for one environment: it gives the agent a key, reads the state of the environment, and removes it. It also removes the
 * operator itself.
 */
import type { Schema } from '@millrace/contract';
import { AGENT, AGENT_SECRETS, OPERATOR_SECRETS, SECRET_FIELDS } from '@millrace/wire/cluster-names';
import { ClusterRefusal } from '../kubernetes/cluster-api.ts';
import { isCreatedFor, type InstalledEnvironment, type OperatorCluster } from './operator-calls.ts';
import { cutText, failureEventsOf, serviceOf } from './service-state.ts';

type Desired = Schema<'DesiredEnvironment'>;
type Observed = Schema<'ObservedEnvironment'>;

/** A state to report, of an assigned environment or of one that is being removed. */
type EnvironmentState = Omit<Observed, 'linkId'>;

/** Writes the key of an agent that is not paired, and removes one that was used. */
export async function giveKey(
  cluster: OperatorCluster,
  { agent }: Desired,
  { metadata: { namespace } }: InstalledEnvironment,
): Promise<void> {
  const secrets = cluster.secrets(namespace);
  const storedKey = (await secrets.read(AGENT_SECRETS.pairing))?.[SECRET_FIELDS.key];
  if (agent.pairingKey === undefined && storedKey !== undefined) await secrets.remove(AGENT_SECRETS.pairing);
  if (agent.pairingKey !== undefined && storedKey !== agent.pairingKey)
    await secrets.write(AGENT_SECRETS.pairing, { [SECRET_FIELDS.key]: agent.pairingKey });
}

/** Whether an agent that was paired has no credential. */
export const lacksCredential = async (cluster: OperatorCluster, { agent }: Desired, installed: InstalledEnvironment): Promise<boolean> =>
  agent.pairingKey === undefined && (await cluster.secrets(installed.metadata.namespace).read(AGENT_SECRETS.credential)) === undefined;

/** Reads the state of an environment from its namespace. */
export async function observe(cluster: OperatorCluster, { metadata: { namespace } }: InstalledEnvironment): Promise<EnvironmentState> {
  const [deployment, pods, quotas, warnings] = await Promise.all([
    cluster.deployment(namespace, AGENT),
    cluster.pods(namespace, AGENT),
    cluster.quotas(namespace),
    cluster.warnings(namespace),
  ]);
  const service = serviceOf({ name: AGENT, deployment, pods, quotas });
  return {
    // The package is installed, so a missing Deployment is an error: NOT_DEPLOYED would say that nothing is installed.
    status: service.status === 'NOT_DEPLOYED' ? 'IN_ERROR' : service.status,
    services: [service],
    failureEvents: failureEventsOf(warnings),
  };
}

/** The state of an environment that cannot be read or changed, because a right or an object is missing. Throws any other error again. */
export function stateOfRefusal(error: unknown): EnvironmentState {
  if (!(error instanceof ClusterRefusal) || error.status >= 500) throw error;
  const service = { name: AGENT, status: 'IN_ERROR', resourcesErrors: { [AGENT]: cutText(error.message) } } as const;
  return { status: 'IN_ERROR', services: [service], failureEvents: [] };
}

/** An environment without an installed package, and without a namespace that its package has created. */
export const NOT_INSTALLED: EnvironmentState = { status: 'NOT_DEPLOYED', services: [], failureEvents: [] };

const removing = (failure?: string): EnvironmentState => ({
  status: failure === undefined ? 'STOPPING' : 'IN_ERROR',
  jobDeleteStatus: failure === undefined ? 'RUNNING' : 'FAILED',
  services: [],
  failureEvents: failure === undefined ? [] : [{ message: cutText(failure), source: 'engine-operator' }],
});

/** An environment to remove. Without `installed`, at most its namespace is left. */
type RemovalTarget = { environmentId: string; namespace: string; installed: InstalledEnvironment | undefined };

/** Removes an environment, step by step in each round; NOT_DEPLOYED as soon as nothing is left. */
export async function remove(
  cluster: OperatorCluster,
  { environmentId, namespace: name, installed }: RemovalTarget,
): Promise<EnvironmentState> {
  try {
    const namespace = await cluster.namespace(name);
    if (namespace && isCreatedFor(namespace, 'environment', environmentId)) {
      if (namespace.metadata.deletionTimestamp === undefined) await cluster.removeNamespace(name);
      return removing();
    }
    if (namespace && installed) {
      await removeContent(cluster, name);
      await cluster.removeEnvironment(installed);
    }
    return { ...NOT_INSTALLED, jobDeleteStatus: 'SUCCEEDED' };
  } catch (error) {
    if (!(error instanceof ClusterRefusal) || error.status >= 500) throw error;
    return removing(`The environment cannot be removed from the namespace ${name}: ${error.message}`);
  }
}

/**
 * In a namespace that the package did not create, removes the programs and keeps the namespace. The agent goes first, because it would start other
 * Jobs.
 */
async function removeContent(cluster: OperatorCluster, namespace: string): Promise<void> {
  await cluster.removeDeployment(namespace, AGENT);
  await cluster.removeJobs(namespace);
  for (const name of Object.values(AGENT_SECRETS)) await cluster.secrets(namespace).remove(name);
}

/** Removes the operator itself, after it has reported that its engine is gone. */
export async function removeOperator(cluster: OperatorCluster, namespace: string, engine: string, operator: string): Promise<void> {
  for (const name of Object.values(OPERATOR_SECRETS)) await cluster.secrets(namespace).remove(name);
  const own = await cluster.namespace(namespace);
  if (own && isCreatedFor(own, 'engine', engine)) await cluster.removeNamespace(namespace);
  else await cluster.removeDeployment(namespace, operator);
}
