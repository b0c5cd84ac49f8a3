/** The rules of engines. */
import type { BodyOf, Schema } from '@millrace/contract';
import { conflict, invalid } from '../../../core/base/problem.ts';

type NewEngine = BodyOf<'POST /processing/runtimes/remote-engines'>;

/**
 * Returns the types of artifacts that an engine can run, each once; by default JOB_SERVER.
 * @rule remote-engines.create.run-profiles
 */
export const typesOf = (types: NewEngine['runProfiles']): string[] => (types?.length ? [...new Set(types)] : ['JOB_SERVER']);

/**
 * Converts the debug settings of a body. Settings may be left out.
 * @rule remote-engines.debug.text
 */
export const debugOf = ({ host, isDebugModeOn }: Schema<'EngineDebugRequest'>): Schema<'EngineDebug'> => ({
  ...(host !== undefined && { host }),
  ...(isDebugModeOn !== undefined && { isDebugModeOn: String(isDebugModeOn) === 'true' }),
});

/**
 * An engine for services or routes has the version of their runtime.
 * @rule remote-engines.create.esb-version
 */
export function requireEsbVersion({ runProfiles = [], esbCompatibilityVersion }: NewEngine): void {
  const type = runProfiles.find((runProfile) => runProfile !== 'JOB_SERVER');
  if (type !== undefined && !esbCompatibilityVersion?.trim())
    throw invalid('esb_version_missing', `An engine for ${type} needs the field 'esbCompatibilityVersion'.`);
}

/**
 * The built-in engine cannot be unpaired, because the server starts it with a credential.
 * @rule remote-engines.unpair.built-in
 */
export function requireUnpairable({ name, managed }: { name: string; managed: boolean }): void {
  if (managed)
    throw invalid(
      'engine_built_in',
      `The engine '${name}' comes with the server and is paired by it: it cannot be unpaired, only deleted.`,
    );
}

/**
 * An engine of a cluster cannot be deleted.
 * @rule remote-engines.delete.cluster
 */
export function requireInNoCluster({ cluster_id: cluster }: { cluster_id: string | null }): void {
  if (cluster !== null)
    throw conflict('engine_in_use', `The engine belongs to the cluster '${cluster}': take it out of the cluster first.`);
}

/**
 * An engine cannot be deleted while a task is set to run on it or an execution needs it.
 * @rule remote-engines.delete.use
 */
export function requireEngineUnused({ tasks, executions }: { tasks: number; executions: number }): void {
  if (tasks > 0)
    throw conflict(
      'engine_in_use',
      `${tasks} task${tasks === 1 ? ' is' : 's are'} set to run on the engine: give them another runtime first.`,
    );
  if (executions > 0)
    throw conflict(
      'engine_in_use',
      `${executions} execution${executions === 1 ? '' : 's'} on the engine must end first: wait, or terminate them.`,
    );
}
