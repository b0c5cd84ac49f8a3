/** The rules of tasks. */
import type { BodyOf, Schema } from '@millrace/contract';
import { type DeclaredParameter, typeFault } from '@millrace/contract/parameters';
import { conflict, invalid, namesAndMore } from '../../../core/base/problem.ts';
import type { ContentUses } from '../workspaces/index.ts';
import type { TaskValues } from './rows.ts';

/**
 * The workspace of a task or plan, and with it the artifact, belongs to the environment that the body names.
 * @rule tasks.create.environment
 * @rule plans.create.environment
 */
export function requireEnvironmentOfWorkspace(environment: string, workspaceEnvironment: string): void {
  if (environment.toLowerCase() !== workspaceEnvironment)
    throw invalid('workspace_outside_environment', 'The workspace is in another environment: name the environment of the workspace.');
}

/**
 * A replacement names the task's own workspace, or none; tasks do not move.
 * @rule tasks.replace.workspace
 */
export function requireWorkspaceOfTask(sent: string | undefined, own: string): void {
  if (sent !== undefined && sent.toLowerCase() !== own)
    throw invalid('task_moved', 'A task cannot change its workspace: send the workspaceId that it has.');
}

/**
 * Parameter values are texts; null counts as absent.
 * @rule tasks.create.parameters
 */
export function toTexts(values: Readonly<Record<string, string | number | boolean | null>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(values ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
}

/**
 * Converts parameter values to texts, and refuses values that do not fit the types that the artifact declares.
 * @rule tasks.create.parameter-types
 */
export function fittingTexts(
  declared: readonly DeclaredParameter[],
  values: Readonly<Record<string, string | number | boolean | null>> | undefined,
): Record<string, string> {
  const texts = toTexts(values);
  const fault = typeFault(declared, texts);
  if (fault !== undefined)
    throw invalid('parameter_malformed', `Values in "parameters" do not fit the types that the artifact declares: ${fault}.`);
  return texts;
}

/**
 * The connections of a task exist in its environment, and the caller may see them.
 * @rule tasks.create.connections
 */
export function requireUsableConnections(
  references: Readonly<Record<string, string>> | undefined,
  usable: readonly { id: string }[],
): void {
  const found = new Set(usable.map(({ id }) => id));
  const unknown = Object.entries(references ?? {}).find(([, id]) => !found.has(id.toLowerCase()));
  if (unknown)
    throw invalid(
      'reference_unknown',
      `The connection '${unknown[1]}' of '${unknown[0]}' was not found: name a connection in the environment of the task.`,
    );
}

/**
 * A task with an unfinished execution cannot be deleted.
 * @rule tasks.delete.running
 */
export function requireTaskNotRunning(unfinished: number): void {
  if (unfinished > 0) {
    const reason = `${unfinished} execution${unfinished === 1 ? '' : 's'} of the task must end first`;
    throw conflict('task_running', `${reason}: wait, terminate, or delete with terminateExecutions=true.`);
  }
}

/**
 * A task that a plan uses cannot be deleted.
 * @rule tasks.delete.plan
 */
export function requireNoPlan({ count, names }: ContentUses): void {
  if (count > 0)
    throw conflict('task_in_use', `Plans use the task: ${namesAndMore(count, names)}. Take it out of them or delete them first.`);
}

/**
 * A task that an unfinished plan execution may still run cannot be deleted, even if its plan does not name it any more.
 * @rule tasks.delete.plan-running
 */
export function requireNoPlanExecution(executions: number): void {
  if (executions > 0) {
    const reason = `${executions} plan execution${executions === 1 ? '' : 's'} that may run the task must end first`;
    throw conflict('task_in_use', `${reason}: wait or terminate.`);
  }
}

type Filters = BodyOf<'POST /orchestration/executables/tasks/search'>;

const TRIGGER_TYPES: Readonly<Record<Schema<'TriggerType'>, true>> = {
  ONCE: true,
  DAILY: true,
  WEEKLY: true,
  MONTHLY: true,
  WEBHOOK: true,
  MANUAL: true,
  CRON: true,
  MULTIPLE: true,
};

/**
 * A search is limited to an environment or to a workspace, not to both.
 * @rule tasks.search.place
 */
export function requireEnvironmentOrWorkspace({ environmentId, workspaceId }: Filters): void {
  if (environmentId !== undefined && workspaceId !== undefined)
    throw invalid('malformed_request', 'Send environmentId or workspaceId, not both: a workspace belongs to one environment.');
}

/**
 * A filter by run profile needs a filter by runtime type.
 * @rule tasks.search.profile
 */
export function requireProfileWithType({ runtimeType, runtimeRunProfileId }: Filters): void {
  if (runtimeRunProfileId !== undefined && runtimeType === undefined)
    throw invalid('malformed_request', 'runtimeRunProfileId needs runtimeType: send both.');
}

/**
 * Converts the type of a trigger to its spelling in the database, or refuses an unknown one; undefined if the filter has none.
 * @rule tasks.search.trigger
 */
export function triggerTypeOf({ triggerType }: Filters): string | undefined {
  const type = triggerType?.toUpperCase();
  if (type !== undefined && !Object.hasOwn(TRIGGER_TYPES, type))
    throw invalid('malformed_request', `The triggerType '${triggerType}' is unknown: use one of ${Object.keys(TRIGGER_TYPES).join(', ')}.`);
  return type;
}

/** Converts the body of a creation or replacement. */
export const taskValuesOf = (
  body: Pick<BodyOf<'POST /orchestration/executables/tasks'>, 'name' | 'description' | 'tags' | 'connections' | 'autoUpgradeInfo'>,
  checked: Pick<TaskValues, 'artifactVersionId' | 'parameters' | 'resources' | 'contextName'>,
): TaskValues => ({
  ...checked,
  name: body.name.trim(),
  description: body.description ?? null,
  tags: [...new Set(body.tags ?? [])],
  connections: body.connections ?? {},
  autoUpgradable: body.autoUpgradeInfo?.autoUpgradable ?? false,
  overrideWithDefaultParameters: body.autoUpgradeInfo?.overrideWithDefaultParameters ?? false,
});
