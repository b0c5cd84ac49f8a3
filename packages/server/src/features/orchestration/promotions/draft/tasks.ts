/** Which tasks come into the target, and what of an existing one stays. */
import { isDeepStrictEqual } from 'node:util';
import { byId, byWorkspaceName, workspaceNameKey, type EstateTask } from './estate.ts';
import type { PromotedTask } from '../../tasks/index.ts';
import { hasFault, type TaskItem } from './report.ts';
import { draftRunConfigs } from './run-configs.ts';
import type { Runtimes } from './runtimes.ts';
import { counterpartOf, type Sketch } from './sketch.ts';

/**
 * Brings the tasks: the first promotion creates, later ones update.
 * @rule promotions.tasks.update
 */
export function draftTasks(sketch: Sketch, runtimes: Runtimes): TaskItem[] {
  const { source, target, chosen, changes, counterparts, newId } = sketch;
  const existing = byWorkspaceName(target.tasks);
  const versions = byId(source.versions);
  return [...chosen.tasks].map((task) => {
    const workspace = counterpartOf(sketch, task.workspace_id);
    const match = existing.get(workspaceNameKey(workspace, task.name));
    const id = match?.id ?? newId();
    counterparts.set(task.id, id);
    const wanted = wantedOf(sketch, task, match, id);
    const raised = match !== undefined && !isDeepStrictEqual(definitionOf(wanted), definitionOf(asChange(match)));
    const replaced = raised || (match !== undefined && differs(wanted, match));
    if (!match) changes.tasks.push({ ...wanted, workspace });
    else if (replaced) changes.replacedTasks.push({ ...wanted, raised });
    const { copied, messages } = draftRunConfigs(sketch, runtimes, task, match, id);
    const version = versions.get(task.artifact_version_id);
    return {
      id: task.id,
      target: id,
      name: task.name,
      version: task.version,
      targetVersion: match?.version ?? null,
      workspaceId: task.workspace_id,
      artifactId: version?.artifact_id ?? '',
      jobType: version?.type ?? '',
      status: hasFault(messages) ? 'FAILED' : !match ? 'CREATED' : replaced || copied ? 'REPLACED' : 'REUSED',
      messages,
    };
  });
}

/**
 * What the task of the target will be: as in the source, but for the values of its parameters.
 * @rule promotions.tasks.parameters
 * @rule promotions.tasks.tags
 * @rule promotions.tasks.auto-upgrade
 */
function wantedOf(sketch: Sketch, task: EstateTask, match: EstateTask | undefined, id: string): PromotedTask {
  const mapped = (named: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(named).flatMap(([name, one]) => {
        const counterpart = sketch.counterparts.get(one);
        return counterpart === undefined ? [] : [[name, counterpart]];
      }),
    );
  return {
    id,
    name: task.name,
    description: task.description,
    artifactVersion: counterpartOf(sketch, task.artifact_version_id),
    tags: task.tags,
    parameters: { ...task.parameters, ...match?.parameters },
    connections: mapped(task.connections),
    resources: mapped(task.resources),
    overrideWithDefaultParameters: task.override_with_default_parameters,
  };
}

const asChange = (task: EstateTask): PromotedTask => ({
  ...task,
  artifactVersion: task.artifact_version_id,
  overrideWithDefaultParameters: task.override_with_default_parameters,
});

/** What raises the version of a task when it changes. */
const definitionOf = ({ artifactVersion, parameters, connections, resources }: PromotedTask): object => ({
  artifactVersion,
  parameters,
  connections,
  resources,
});

const differs = (wanted: PromotedTask, match: EstateTask): boolean =>
  match.auto_upgradable ||
  wanted.description !== match.description ||
  wanted.overrideWithDefaultParameters !== match.override_with_default_parameters ||
  !isDeepStrictEqual(wanted.tags, match.tags);
