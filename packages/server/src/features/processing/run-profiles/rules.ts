/** The rules of run profiles. */
import type { BodyOf, Schema } from '@millrace/contract';
import { allowedInsteadOf, refusedJvmArguments } from '@millrace/wire/jvm-arguments';
import { forbidden, invalid, Problem } from '../../../core/base/problem.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { LockedProfile, Runtime, RuntimeOwner } from './rows.ts';

type NewProfile = BodyOf<'POST /processing/run-profiles'>;

/**
 * The runtime in the body is the runtime in the path.
 * @rule run-profiles.create.runtime
 */
export function requireRuntime(named: string | null | undefined, { engine, cluster, runtime_id: own }: Runtime): void {
  if (named && ![engine, cluster, own].includes(named.toLowerCase()))
    throw invalid(
      'reference_unknown',
      `The runtimeId '${named}' does not belong to the ${engine === null ? 'cluster' : 'engine'} in the path: leave it out.`,
    );
}

/**
 * Returns the owner of a new run profile: an engine, a cluster, or an environment for its dynamic engines. Refuses a request without one.
 * @rule run-profiles.create.processor
 */
export function ownerOf({ processorType, runtimeId, scopeId }: NewProfile): RuntimeOwner | { environment: string } {
  switch (processorType) {
    case 'RE':
    case 'REC':
      if (!runtimeId) throw invalid('reference_unknown', `A run profile for ${processorType} needs the field 'runtimeId'.`);
      return processorType === 'RE' ? { engine: runtimeId } : { cluster: runtimeId };
    case 'DYNAMIC_ENGINE':
      if (!scopeId) throw invalid('reference_unknown', "A run profile for DYNAMIC_ENGINE needs the id of an environment in 'scopeId'.");
      if (runtimeId) throw invalid('reference_unknown', `Dynamic engine '${runtimeId}' was not found: leave runtimeId out.`);
      return { environment: scopeId };
    case 'GEN_2':
      throw invalid('processor_not_supported', 'The processor type GEN_2 is not supported: use RE, REC or DYNAMIC_ENGINE.');
  }
}

/**
 * Who writes run profiles may choose how much memory a job has, but not run code of its own in the jobs of others.
 * @rule run-profiles.arguments.harmless
 */
export function requireHarmlessArguments(jvmArguments: readonly string[] = []): void {
  const [first] = refusedJvmArguments(jvmArguments);
  if (first !== undefined)
    throw invalid('jvm_argument_refused', `A run profile may not have the JVM argument '${first}'. ${allowedInsteadOf([first])}.`);
}

/**
 * Only dynamic engines run pods.
 * @rule run-profiles.pod.dynamic
 */
export function requirePodAllowed(
  pod: object | null | undefined,
  { engine, cluster }: { engine: string | null; cluster: string | null },
): void {
  if (pod && (engine !== null || cluster !== null))
    throw invalid(
      'run_profile_without_pods',
      `The run profile belongs to ${engine === null ? 'a cluster' : 'an engine'}, which runs no pods: leave out the field 'pod'.`,
    );
}

/**
 * An image is code, and a service account gives it rights in the cluster: only who manages engines chooses them. A present value may stay.
 * @rule run-profiles.pod.code
 */
export function requireEngineRights(
  actor: Actor,
  pod: Schema<'RunProfilePod'> | null | undefined,
  present: Schema<'RunProfilePod'> | null,
): void {
  const changed = (['image', 'serviceAccountName'] as const).find((field) => pod?.[field] !== undefined && pod[field] !== present?.[field]);
  if (changed !== undefined && !actor.permissions.has('SVC_CLUSTER_MANAGEMENT'))
    throw forbidden(
      'forbidden',
      `body.pod.${changed}: choosing the program of pods and its rights needs the permission SVC_CLUSTER_MANAGEMENT.`,
    );
}

/**
 * A run profile belongs to the environment of its runtime, and stays there.
 * @rule run-profiles.change.scope
 */
export function requireScopeKept(named: string | null | undefined, environment: string): void {
  if (named && named.toLowerCase() !== environment)
    throw invalid('run_profile_moved', `The scopeId must be '${environment}': a run profile belongs to the environment of its runtime.`);
}

/**
 * The successor of a run profile is another run profile of the same runtime.
 * @rule run-profiles.delete.successor
 */
export function requireSuccessor(profile: LockedProfile, successor: LockedProfile | undefined, named: string | undefined): void {
  if (named === undefined) return;
  const same =
    successor !== undefined &&
    successor.id !== profile.id &&
    successor.engine_id === profile.engine_id &&
    successor.cluster_id === profile.cluster_id &&
    successor.environment_id === profile.environment_id;
  if (!same) throw invalid('reference_unknown', `The runtime has no other run profile '${named}' that could replace this one.`);
}

/**
 * A run profile that tasks use cannot be deleted without a successor.
 * @rule run-profiles.delete.use
 */
export function requireRunProfileUnused(tasks: number, status: 406 | 409, parameter: string): void {
  if (tasks > 0)
    throw new Problem(
      status,
      'run_profile_in_use',
      `${tasks} task${tasks === 1 ? ' uses' : 's use'} the run profile: name another one for them in the query parameter ${parameter}.`,
    );
}
