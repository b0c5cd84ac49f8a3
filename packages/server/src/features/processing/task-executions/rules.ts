/** The rules of task executions. */
import { defaultsOf, missingParameters, typeFault } from '@millrace/contract/parameters';
import { allowedInsteadOf, refusedJvmArguments } from '@millrace/wire/jvm-arguments';
import { invalid, Problem } from '../../../core/base/problem.ts';
import { requireContext } from '../../orchestration/artifacts/index.ts';
import type { StartableTask } from './life-cycle/new-executions.ts';

/** Every engine sets this parameter to a folder of the run. */
const FLOW_FOLDER = 'resource_flow_temp_folder';

/** A run of the task with these parameters, in this context, may begin. */
export function requireStartable(task: StartableTask, parameters: Readonly<Record<string, string>>, contextName: string | null): void {
  requireNotPaused(task);
  requireConfigured(task);
  requireAssigned(task);
  requireMayUseRuntime(task);
  requireHarmlessRunProfile(task);
  requireContext(task.artifact_contexts, contextName);
  requireRequiredParameters(task, parameters, contextName);
  requireFittingTypes(task, parameters);
}

/**
 * A paused task does not start.
 * @rule task-executions.start.paused
 */
function requireNotPaused(task: StartableTask): void {
  if (task.paused) {
    const resume = `PUT /orchestration/executables/tasks/${task.id}/pause`;
    throw new Problem(405, 'task_paused', `The task '${task.name}' is paused: resume it with ${resume} and {"pause": false}.`);
  }
}

/**
 * A task without a run configuration cannot start.
 * @rule task-executions.start.configured
 */
export function requireConfigured(task: StartableTask): void {
  if (task.runtime_type === null) {
    throw new Problem(
      501,
      'task_not_configured',
      `The task '${task.name}' has no run configuration: set one with PUT /orchestration/executables/tasks/${task.id}/run-config.`,
    );
  }
}

/**
 * A task of a dynamic-engine environment starts only while the environment is assigned to an engine.
 * @rule task-executions.start.unassigned
 */
function requireAssigned(task: StartableTask): void {
  if (task.assigned !== false) return;
  throw new Problem(
    501,
    'environment_not_assigned',
    `The environment of the task '${task.name}' is assigned to no dynamic engine: assign it with POST /orchestration/dynamic-engine-environments/${task.environment_id}/connection.`,
  );
}

/**
 * A task does not run on an engine or a cluster of another workspace. Older run configurations may still name one.
 * @rule remote-engines.use.workspace
 */
function requireMayUseRuntime(task: StartableTask): void {
  if (task.runtime_workspace_id === null || task.runtime_workspace_id === task.workspace_id) return;
  throw invalid(
    task.engine_id === null ? 'cluster_unknown' : 'engine_unknown',
    `The ${task.engine_id === null ? 'cluster' : 'engine'} of the task '${task.name}' belongs to another workspace: give the task another runtime with PUT /orchestration/executables/tasks/${task.id}/run-config.`,
  );
}

/**
 * No JVM argument runs code. Older run profiles may still have one that does.
 * @rule run-profiles.arguments.start
 */
function requireHarmlessRunProfile(task: StartableTask): void {
  const [first] = refusedJvmArguments(task.jvm_arguments);
  if (first === undefined) return;
  throw invalid(
    'jvm_argument_refused',
    `The run profile of the task '${task.name}' has the JVM argument '${first}': correct it with PUT /processing/run-profiles/${task.run_profile_id}. ${allowedInsteadOf([first])}.`,
  );
}

/**
 * The context of a run: that of the start, else that of the run configuration or the task, else that of the archive. Null where the server does not know
 * the last one: the run script names it.
 * @rule task-executions.start.context
 */
export function contextOf(task: StartableTask, startContext?: string | null): string | null {
  const { artifact_context_name: own, artifact_contexts: contexts } = task;
  return startContext || task.context_name || (own !== null && contexts.includes(own) ? own : null);
}

/** Whether a run has another context than its archive would choose, so that the default values of the artifact are not those of the run. */
const hasOtherContext = (task: StartableTask, contextName: string | null): boolean =>
  contextName !== null && contextName !== task.artifact_context_name;

/**
 * The parameters of a run: those of the start override those of the task, which override those of the artifact.
 * @rule task-executions.start.parameters
 * @rule task-executions.start.context-defaults
 */
export function mergeParameters(
  task: StartableTask,
  startParameters: Readonly<Record<string, unknown>>,
  contextName: string | null = null,
): Record<string, string> {
  const merged = new Map(hasOtherContext(task, contextName) ? [] : Object.entries(defaultsOf(task.artifact_parameters)));
  for (const [name, value] of Object.entries(task.parameters)) merged.set(name, value);
  for (const [name, value] of Object.entries(startParameters)) if (value !== null) merged.set(name, String(value));
  return Object.fromEntries(merged);
}

/**
 * Every required parameter has a value; the value for a resource is the path at which the engine stores it.
 * @rule task-executions.start.required-parameters
 */
export function requireRequiredParameters(
  task: StartableTask,
  parameters: Readonly<Record<string, string>>,
  contextName: string | null = null,
): void {
  const ofContext = hasOtherContext(task, contextName) ? Object.keys(defaultsOf(task.artifact_parameters)) : [];
  const provided = new Set([FLOW_FOLDER, ...ofContext, ...task.connection_parameters, ...task.resources.map(({ variable }) => variable)]);
  const missing = missingParameters(task.artifact_parameters, parameters, provided);
  if (missing.length > 0) {
    throw invalid(
      'parameter_required',
      `The artifact asks for a value of ${missing.join(', ')}: set it on the task or send it in "parameters".`,
    );
  }
}

/**
 * Each value of a declared parameter fits the declared type; the artifact, the task and the call can give values.
 * @rule task-executions.start.parameter-types
 */
function requireFittingTypes(task: StartableTask, parameters: Readonly<Record<string, string>>): void {
  const fault = typeFault(task.artifact_parameters, parameters);
  if (fault !== undefined)
    throw invalid('parameter_malformed', `Parameters of the task '${task.name}' do not fit what its artifact declares: ${fault}.`);
}
