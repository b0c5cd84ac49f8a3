/** What an environment holds as the operations show it, with names in place of ids: so that two environments can be compared. */
import type { Person } from './estate.ts';
import type { Answer } from './server.ts';

type Body = Answer['body'];

/** Lists of what an environment holds, each by name. */
export type Shape = Record<
  'workspaces' | 'artifacts' | 'connections' | 'resources' | 'tasks' | 'plans' | 'schedules' | 'engines' | 'clusters' | 'profiles',
  Record<string, Body>
>;

/** Moments and counters of an install say nothing of an estate. */
const PASSED_OVER = new Set(['createDate', 'updateDate', 'runtimeId', 'pauseDate', 'availability']);

/** Reads an environment through the operations that show it, as far as somebody may see it. */
export async function shapeOf({ tries }: Person, environmentId: string): Promise<Shape> {
  const labels = new Map<string, string>([[environmentId, 'environment']]);
  const read = async (route: string, path: Record<string, string> = {}): Promise<Body> => {
    const { status, body } = await tries(`GET ${route}`, { path, query: { environmentId } });
    return status === 200 ? body : undefined;
  };
  const named = <One extends { id: string; name: string }>(
    kind: string,
    all: readonly One[],
    place = (_one: One) => '',
  ): readonly One[] => {
    for (const one of all) labels.set(one.id, `${kind} ${place(one)}${one.name}`);
    return all;
  };
  const inWorkspace = (one: Body): string => `${(one.workspace ?? one.workspaceInfo).name}/`;
  const inEnvironment = (all: Body[]): Body[] => all.filter((one) => one.environment.id === environmentId);

  const workspaces = named('workspace', inEnvironment(await read('/orchestration/workspaces')));
  const artifacts = named('artifact', (await read('/orchestration/artifacts')).items, inWorkspace);
  const connections = named('connection', (await read('/orchestration/connections')).items, inWorkspace);
  const resources = named('resource', (await read('/orchestration/resources')).items, inWorkspace);
  const engines = named('engine', await ofEnvironment(tries, 'remote-engines', environmentId));
  const clusters = named('cluster', await ofEnvironment(tries, 'remote-engine-clusters', environmentId));
  const { body: found } = await tries('POST /processing/run-profiles/search', { body: { scopeIds: [environmentId] } });
  const profiles: Body[] = [];
  for (const { id } of found.items) profiles.push(await read('/processing/run-profiles/{id}', { id }));
  named('profile', profiles, (one) => `${one.processorType}/`);

  const tasks: Body[] = [];
  for (const { executable: taskId } of (await read('/orchestration/executables/tasks')).items) {
    const below = (what: string) => read(`/orchestration/executables/tasks/{taskId}${what}`, { taskId });
    const task = { ...(await below('')), runConfig: await below('/run-config'), dynamic: await below('/de-run-config') };
    tasks.push({ ...task, schedule: await below('/schedule') });
  }
  named('task', tasks, inWorkspace);
  const plans: Body[] = [];
  for (const { executable: planId } of (await read('/orchestration/executables/plans')).items) {
    const below = (what: string) => read(`/orchestration/executables/plans/{planId}${what}`, { planId });
    const plan = { ...(await below('')), id: planId, runConfig: await below('/run-config'), schedule: await below('/schedule') };
    for (let step = plan.chart; step; step = step.nextStep) labels.set(step.id, `step ${plan.name}/${step.name}`);
    plans.push(plan);
  }
  named('plan', plans, inWorkspace);
  const schedules = (await read('/orchestration/schedules')).items;
  named(
    'schedule',
    schedules.map((one: Body) => ({ id: one.id, name: one.description })),
  );

  const all = { workspaces, artifacts, connections, resources, tasks, plans, schedules, engines, clusters, profiles };
  return Object.fromEntries(
    Object.entries(all).map(([kind, things]) => [
      kind,
      Object.fromEntries((things as Body[]).map((one) => [labels.get(one.id), comparable(one, labels)]).toSorted()),
    ]),
  ) as Shape;
}

/** Engines and clusters show no environment: each is asked for by the filter. */
async function ofEnvironment(tries: Person['tries'], kind: string, environmentId: string): Promise<Body[]> {
  const { body } = await tries(`GET /processing/runtimes/${kind}`, {
    query: { [kind === 'remote-engines' ? 'query' : '_s']: `environment.id==${environmentId}` },
  });
  return body;
}

/** The value without what differs from install to install; ids that are known become labels, and any other id stays and is seen. */
function comparable(value: Body, labels: ReadonlyMap<string, string>): Body {
  if (typeof value === 'string') return labels.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => comparable(one, labels));
  if (typeof value !== 'object' || value === null) return value;
  // The environment that a workspace shows is the only thing that must have another name.
  const entries = Object.entries(value).filter(([key, one]) => !PASSED_OVER.has(key) && key !== 'environment' && one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [key, comparable(one, labels)]));
}

/** What a promotion makes of a value of the source: it starts by hand, is not paused, does not upgrade by itself, and is new. */
export function promoted(value: Body): Body {
  if (Array.isArray(value)) return value.map(promoted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['taskPauseDetails', 'planPauseDetails', 'schedule'].includes(key))
      .map(([key, one]) => {
        if (key === 'trigger') return [key, { type: 'MANUAL' }];
        if (key === 'autoUpgradable') return [key, false];
        return [key, key === 'version' && /^0\.\d+$/.test(String(one)) ? '0.1' : promoted(one)];
      }),
  );
}
