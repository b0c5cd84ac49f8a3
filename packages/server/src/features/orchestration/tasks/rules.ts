/** The rules of tasks. */
import type { BodyOf } from '@millrace/contract';
import { conflict, invalid } from '../../../core/problem.ts';

type RunConfig = BodyOf<'PUT /orchestration/executables/tasks/{taskId}/run-config'>;

/**
 * The workspace and the artifact of a task lie in the named environment.
 * @rule tasks.create.environment
 */
export function liesIn(environment: string, workspaceEnvironment: string): void {
  if (environment !== workspaceEnvironment)
    throw invalid('workspace_outside_environment', 'The workspace does not lie in the environment: name the environment that holds it.');
}

/**
 * A replacement names the task's own workspace; tasks do not move.
 * @rule tasks.replace.workspace
 */
export function staysInWorkspace(named: string, own: string): void {
  if (named !== own) throw invalid('task_moved', 'A task cannot change its workspace: send the workspaceId that it has.');
}

/**
 * Parameter values are texts; null counts as absent.
 * @rule tasks.create.parameters
 */
export function toTexts(values: Readonly<Record<string, string | number | boolean | null>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(values ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
}

/** Connections come with a later feature; until then none can be named. */
export function namesNothingUnknown(kind: 'connection', references: Readonly<Record<string, string>> | undefined): void {
  const [name, id] = Object.entries(references ?? {})[0] ?? [];
  if (name !== undefined) throw invalid('reference_unknown', `${kind} '${id}' of '${name}' was not found.`);
}

/**
 * A task with an unfinished execution stays.
 * @rule tasks.delete.running
 */
export function isNotRunning(unfinished: number): void {
  if (unfinished > 0) {
    const what = `${unfinished} execution${unfinished === 1 ? '' : 's'} of the task must end first`;
    throw conflict('task_running', `${what}: wait, terminate, or delete with terminateExecutions=true.`);
  }
}

/**
 * Tasks are started by hand for now.
 * @rule tasks.run-config.trigger
 * @rule tasks.run-config.manual
 */
export function isManual({ trigger }: RunConfig): void {
  if (trigger.type !== 'MANUAL') throw invalid('trigger_not_supported', `The trigger ${trigger.type} is not supported yet: use MANUAL.`);
}

/**
 * A task runs on any engine of its environment (CLOUD) or on one engine. The id of the engine for REMOTE_ENGINE, null for CLOUD.
 * @rule tasks.run-config.runtime
 */
export function engineOf({ runtime }: RunConfig): string | null {
  const { type, id } = runtime;
  if (type === 'CLOUD') return null;
  if (type !== 'REMOTE_ENGINE')
    throw invalid('runtime_not_supported', `The runtime ${type} is not supported yet: use CLOUD or REMOTE_ENGINE.`);
  if (!id) throw invalid('engine_unknown', 'The runtime REMOTE_ENGINE needs the id of an engine in "runtime.id".');
  return id;
}

/**
 * An empty run profile counts as none.
 * @rule tasks.run-config.profile
 */
export function namesNoProfile({ runtime }: RunConfig): void {
  if (runtime.runProfileId) throw invalid('reference_unknown', `Run profile '${runtime.runProfileId}' was not found.`);
}
