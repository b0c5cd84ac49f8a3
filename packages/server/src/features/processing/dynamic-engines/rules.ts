/** The rules of dynamic engines. */
import { conflict, invalid, notFound } from '../../../core/base/problem.ts';
import type { LockedDynamicEngine } from './rows.ts';
import { LATEST, RELEASES } from './packages/releases.ts';

/** The statuses that mean that the operator is changing the engine. */
const AT_WORK: ReadonlySet<string | null> = new Set(['UPDATING', 'STOPPING']);

/**
 * An engine is neither changed nor deleted while an operation is in progress: its own deletion, an update that its operator reports, or the removal
 * of an environment.
 * @rule dynamic-engines.replace.ongoing
 */
export function requireNoOperation({ name, state, infra }: LockedDynamicEngine, removals: number): void {
  const operation =
    state === 'DELETED'
      ? 'its deletion'
      : AT_WORK.has(infra)
        ? `its operator reports ${infra}`
        : removals > 0
          ? 'an environment is being removed from it'
          : undefined;
  if (operation !== undefined)
    throw conflict(
      'dynamic_engine_busy',
      `An operation of the dynamic engine '${name}' is in progress (${operation}): wait until it has ended.`,
    );
}

/**
 * An engine can be deleted only without environments.
 * @rule dynamic-engines.delete.use
 */
export function requireNoEnvironment({ name }: LockedDynamicEngine, environments: number): void {
  if (environments > 0)
    throw conflict(
      'dynamic_engine_in_use',
      `${environments} environment${environments === 1 ? ' is' : 's are'} assigned to the dynamic engine '${name}': remove the assignments first.`,
    );
}

/**
 * A package is generated for an engine with a status. Each engine has one from its creation until it is marked as deleted.
 * @rule dynamic-engines.generate.unknown
 */
export function requireEngineNotDeleted({ id, state }: LockedDynamicEngine): void {
  if (state === 'DELETED') throw notFound('Dynamic engine', id);
}

/**
 * Returns the version of a package: the latest one unless the caller names another one. Refuses one that is not supported.
 * @rule dynamic-engines.generate.version
 */
export function versionOf(named: string | null | undefined): string {
  if (!named) return LATEST;
  if (RELEASES.some(({ version }) => version === named)) return named;
  throw invalid(
    'dynamic_engine_version_unknown',
    `There is no version '${named}': name one of ${RELEASES.map(({ version }) => version).join(', ')}, or none for the latest one.`,
  );
}

/**
 * An assignment cannot be removed while an operation is in progress in the environment.
 * @rule dynamic-engines.unassign.ongoing
 */
export function requireNoEnvironmentOperation({
  removing,
  reported_status: status,
}: {
  removing: boolean;
  reported_status: string | null;
}): void {
  if (removing || AT_WORK.has(status))
    throw conflict(
      'environment_busy',
      `An operation of the environment is in progress (${removing ? 'it is being removed' : `the operator reports ${status}`}): wait until it has ended.`,
    );
}
