/** The content of an environment, read through the API, with names in place of ids, so that two environments can be compared. */
import type { Person } from './environment.ts';
import type { Answer } from './server.ts';

type Body = Answer['body'];

/** The content of an environment by kind and name. */
export type Shape = Record<
  'workspaces' | 'artifacts' | 'connections' | 'resources' | 'tasks' | 'plans' | 'schedules' | 'engines' | 'clusters' | 'profiles',
  Record<string, Body>
>;

/** Fields that differ between equal environments. */
const IGNORED = new Set(['createDate', 'updateDate', 'runtimeId', 'pauseDate', 'availability']);

/** Reads the content of an environment that a user can see. */
export async function environmentShape({ tries }: Person, environmentId: string): Promise<Shape> {
  const labels = new Map<string, string>([[environmentId, 'environment']]);
  const read = async (route: string, path: Record<string, string> = {}): Promise<Body> => {
    const { status, body } = await tries(`GET ${route}`, { path, query: { environmentId } });
    return status === 200 ? body : undefined;
  };
  const named = <Item extends { id: string; name: string }>(
    kind: string,
    all: readonly Item[],
    prefixOf = (_item: Item) => '',
  ): readonly Item[] => {
    for (const item of all) labels.set(item.id, `${kind} ${prefixOf(item)}${item.name}`);
    return all;
  };
  const inWorkspace = (item: Body): string => `${(item.workspace ?? item.workspaceInfo).name}/`;
  const inEnvironment = (all: Body[]): Body[] => all.filter((item) => item.environment.id === environmentId);

  const workspaces = named('workspace', inEnvironment(await read('/orchestration/workspaces')));
  const artifacts = named('artifact', (await read('/orchestration/artifacts')).items, inWorkspace);
  const connections = named('connection', (await read('/orchestration/connections')).items, inWorkspace);
  const resources = named('resource', (await read('/orchestration/resources')).items, inWorkspace);
  const engines = named('engine', await ofEnvironment(tries, 'remote-engines', environmentId));
  const clusters = named('cluster', await ofEnvironment(tries, 'remote-engine-clusters', environmentId));
  const { body: found } = await tries('POST /processing/run-profiles/search', { body: { scopeIds: [environmentId] } });
  const profiles: Body[] = [];
  for (const { id } of found.items) profiles.push(await read('/processing/run-profiles/{id}', { id }));
  named('profile', profiles, (profile) => `${profile.processorType}/`);

  const tasks: Body[] = [];
  for (const { executable: taskId } of (await read('/orchestration/executables/tasks')).items) {
    const below = (suffix: string) => read(`/orchestration/executables/tasks/{taskId}${suffix}`, { taskId });
    const task = { ...(await below('')), runConfig: await below('/run-config'), dynamic: await below('/de-run-config') };
    tasks.push({ ...task, schedule: await below('/schedule') });
  }
  named('task', tasks, inWorkspace);
  const plans: Body[] = [];
  for (const { executable: planId } of (await read('/orchestration/executables/plans')).items) {
    const below = (suffix: string) => read(`/orchestration/executables/plans/{planId}${suffix}`, { planId });
    const plan = { ...(await below('')), id: planId, runConfig: await below('/run-config'), schedule: await below('/schedule') };
    for (let step = plan.chart; step; step = step.nextStep) labels.set(step.id, `step ${plan.name}/${step.name}`);
    plans.push(plan);
  }
  named('plan', plans, inWorkspace);
  const schedules = (await read('/orchestration/schedules')).items;
  named(
    'schedule',
    schedules.map((schedule: Body) => ({ id: schedule.id, name: schedule.description })),
  );

  const all = { workspaces, artifacts, connections, resources, tasks, plans, schedules, engines, clusters, profiles };
  return Object.fromEntries(
    Object.entries(all).map(([kind, things]) => [
      kind,
      Object.fromEntries((things as Body[]).map((item) => [labels.get(item.id), comparable(item, labels)]).toSorted()),
    ]),
  ) as Shape;
}

/** Lists engines or clusters by a filter, because they do not show their environment. */
async function ofEnvironment(tries: Person['tries'], kind: string, environmentId: string): Promise<Body[]> {
  const { body } = await tries(`GET /processing/runtimes/${kind}`, {
    query: { [kind === 'remote-engines' ? 'query' : '_s']: `environment.id==${environmentId}` },
  });
  return body;
}

/** Returns the value without ignored fields, and with labels in place of known ids. Unknown ids stay, so that a comparison shows them. */
function comparable(value: Body, labels: ReadonlyMap<string, string>): Body {
  if (typeof value === 'string') return labels.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => comparable(item, labels));
  if (typeof value !== 'object' || value === null) return value;
  // The environments must have different names.
  const entries = Object.entries(value).filter(([key, field]) => !IGNORED.has(key) && key !== 'environment' && field !== undefined);
  return Object.fromEntries(entries.map(([key, field]) => [key, comparable(field, labels)]));
}

/** Returns the expected result of the promotion of a value: with a manual trigger, not paused, without automatic upgrade, with version 0.1. */
export function promoted(value: Body): Body {
  if (Array.isArray(value)) return value.map(promoted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['taskPauseDetails', 'planPauseDetails', 'schedule'].includes(key))
      .map(([key, field]) => {
        if (key === 'trigger') return [key, { type: 'MANUAL' }];
        if (key === 'autoUpgradable') return [key, false];
        return [key, key === 'version' && /^0\.\d+$/.test(String(field)) ? '0.1' : promoted(field)];
      }),
  );
}
