/** The rules of engines. */
import type { BodyOf, Schema } from '@millrace/contract';
import { conflict, invalid } from '../../../core/base/problem.ts';

type NewEngine = BodyOf<'POST /processing/runtimes/remote-engines'>;

/**
 * What an engine can run, each once.
 * @rule remote-engines.create.run-profiles
 */
export const typesOf = (named: NewEngine['runProfiles']): string[] => (named?.length ? [...new Set(named)] : ['JOB_SERVER']);

/**
 * The debugging of an engine, of which a caller may leave out a part.
 * @rule remote-engines.debug.text
 */
export const debugOf = ({ host, isDebugModeOn }: Schema<'EngineDebugRequest'>): Schema<'EngineDebug'> => ({
  ...(host !== undefined && { host }),
  ...(isDebugModeOn !== undefined && { isDebugModeOn: String(isDebugModeOn) === 'true' }),
});

/**
 * Services and routes are built for a version of their own runtime.
 * @rule remote-engines.create.esb-version
 */
export function namesEsbVersion({ runProfiles = [], esbCompatibilityVersion }: NewEngine): void {
  const demanding = runProfiles.find((one) => one !== 'JOB_SERVER');
  if (demanding !== undefined && !esbCompatibilityVersion?.trim())
    throw invalid('esb_version_missing', `An engine for ${demanding} needs the field 'esbCompatibilityVersion'.`);
}

/**
 * The built-in engine has no key: the server starts it with a credential.
 * @rule remote-engines.unpair.built-in
 */
export function isNotBuiltIn({ name, managed }: { name: string; managed: boolean }): void {
  if (managed)
    throw invalid(
      'engine_built_in',
      `The engine '${name}' comes with the server and is paired by it: it cannot be unpaired, only deleted.`,
    );
}

/**
 * An engine of a cluster stays.
 * @rule remote-engines.delete.cluster
 */
export function isInNoCluster({ cluster_id: cluster }: { cluster_id: string | null }): void {
  if (cluster !== null)
    throw conflict('engine_in_use', `The engine belongs to the cluster '${cluster}': take it out of the cluster first.`);
}

/**
 * An engine stays while a task is set to run on it or an execution needs it.
 * @rule remote-engines.delete.use
 */
export function isEngineUnused({ tasks, executions }: { tasks: number; executions: number }): void {
  if (tasks > 0)
    throw conflict(
      'engine_in_use',
      `${tasks} task${tasks === 1 ? ' is' : 's are'} set to run on the engine: give them another runtime first.`,
    );
  if (executions > 0)
    throw conflict(
      'engine_in_use',
      `${executions} execution${executions === 1 ? '' : 's'} on the engine must end first: wait or terminate.`,
    );
}
