/** A complete environment, defined through the API by users with one permission each. */
import assert from 'node:assert/strict';
import type { Permission, Right } from '@millrace/contract';
import { publication, shellBundle, upload, zip } from './bundles.ts';
import { eventually } from './install.ts';
import type { MadeUser } from './make.ts';
import type { Answer, Sent, TestServer } from './server.ts';

type Body = Answer['body'];
type Ids = Record<string, string>;

/** A user that calls operations. */
export type Person = MadeUser & {
  /** Calls an operation, asserts that it succeeds, and returns the body. */
  does(route: string, sent?: Sent): Promise<Body>;
  /** Calls an operation and returns its answer, also a refusal. */
  tries(route: string, sent?: Sent): Promise<Answer>;
};

/** The users, by their tasks. */
export type People = Awaited<ReturnType<typeof makePeople>>;

/** Makes the users. `giveRights` gives them their rights on workspaces. */
export async function makePeople(server: TestServer) {
  const person = async (permissions: readonly Permission[], type: 'HUMAN' | 'SERVICE' = 'HUMAN'): Promise<Person> => {
    const user = await server.make.user({ permissions, type });
    const tries = (route: string, sent: Sent = {}): Promise<Answer> => server.call(route, { ...sent, token: user.token });
    const does = async (route: string, sent?: Sent): Promise<Body> => {
      const { status, body } = await tries(route, sent);
      assert.ok(status < 300 && status !== 207, `${route} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    };
    return { ...user, does, tries };
  };
  return {
    environments: await person(['SVC_ENVIRONMENT_MANAGEMENT']),
    engines: await person(['SVC_CLUSTER_MANAGEMENT']),
    profiles: await person(['SVC_RUN_PROFILE_MANAGEMENT']),
    projects: await person(['SVC_PROJECT_MANAGEMENT']),
    groups: await person(['SVC_GROUP_MANAGEMENT']),
    promotions: await person(['SVC_PIPELINE_MANAGEMENT']),
    robot: await person(['SVC_PROMOTION_EXECUTION'], 'SERVICE'),
    publisher: await person([]),
    author: await person(['SVC_OPERATOR']),
    operator: await person(['SVC_OPERATOR']),
  };
}

/** The right on workspaces of each user that defines or runs tasks. */
const RIGHT = { publisher: 'PUBLISH', author: 'AUTHOR', operator: 'EXECUTE' } as const satisfies Record<string, Right>;

/** Gives these users their right on workspaces. */
export async function giveRights(people: People, workspaces: readonly string[]): Promise<void> {
  for (const workspaceId of workspaces) {
    for (const [name, right] of Object.entries(RIGHT)) {
      const path = { workspaceId, userId: people[name as keyof typeof RIGHT].id };
      await people.environments.does('POST /security/workspaces/{workspaceId}/users/{userId}/permissions', { path, body: [right] });
    }
  }
}

/** Creates an environment with workspaces of these names, and gives the users their rights. */
export async function openEnvironment(people: People, name: string, workspaces: readonly [string, ...string[]]) {
  const [workspaceName, ...others] = workspaces;
  const { environments } = people;
  const { id } = await environments.does('POST /orchestration/environments', { body: { name, workspaceName } });
  for (const other of others) await environments.does('POST /orchestration/workspaces', { body: { name: other, environmentId: id } });
  const all: Body[] = await environments.does('GET /orchestration/workspaces');
  const created = all.filter(({ environment }) => environment.id === id);
  const ids: Ids = Object.fromEntries(created.map((workspace) => [workspace.name, workspace.id]));
  await giveRights(people, Object.values(ids));
  return { id: id as string, workspaces: ids };
}

/** Publishes an artifact. Returns its id and its full version, which has the time behind the given version. */
export async function publish(people: People, workspaceId: string, name: string, version: string, script: string): Promise<Body> {
  const content = await shellBundle(script, {
    name,
    version,
    parameters: [{ name: 'region', value: 'none' }, { name: 'resource_webhook_payload' }],
    environment: ['region', 'connection_store_url', 'connection_store_password'],
  });
  const form = publication({ workspaceId, name, version }, content);
  await people.publisher.does('POST /orchestration/artifacts', { form });
  const { items } = await people.publisher.does('GET /orchestration/artifacts', { query: { workspaceId, name } });
  return { id: items[0].id, version: items[0].versions[0] };
}

/** Returns the script of the report. Its output shows where its values come from. */
export const reportScript = (version: string): string =>
  [
    // Spaces become underscores, so that the engine does not mask the output as a secret.
    `echo "version ${version} region $region url $connection_store_url password $(echo "\${connection_store_password:-missing}" | tr ' ' _)"`,
    'cat "$resource_file_codes" "$resource_directory_lists/south/a.txt"',
  ].join('\n');

/** Creates artifacts, connections and resources, some of which no task uses. */
export async function defineContent(people: People, { Sales = '', Tools = '' }: Ids) {
  const { author } = people;
  const connect = async (workspaceId: string, name: string, app: string, parameters: object[]): Promise<string> =>
    (await author.does('POST /orchestration/connections', { body: { name, workspaceId, app, parameters } })).id;
  const addResource = async (resource: object, content: Buffer): Promise<string> =>
    (await author.does('POST /orchestration/resources', { form: upload({ resource }, content) })).id;
  const secret = { name: 'password', value: 'of development', encrypted: true };
  return {
    report: await publish(people, Sales, 'report', '1.0.0', reportScript('1')),
    check: await publish(people, Tools, 'check', '1.0.0', 'exit 0'),
    spare: await publish(people, Tools, 'spare', '1.0.0', 'exit 1'),
    store: await connect(Sales, 'store', 'http', [{ name: 'url', value: 'https://dev.example.com' }, secret]),
    mail: await connect(Tools, 'mail', 'smtp', [{ name: 'host', value: 'mail.example.com' }, secret]),
    idle: await connect(Tools, 'idle', 'http', []),
    codes: await addResource({ workspaceId: Sales, name: 'codes.csv', description: 'of places' }, Buffer.from('LIS,Lisbon\n')),
    lists: await addResource({ workspaceId: Tools, name: 'lists', file: false }, await zip({ 'south/a.txt': 'Faro\n' })),
    unused: await addResource({ workspaceId: Tools, name: 'unused.csv' }, Buffer.from('nobody reads this\n')),
  };
}

/** Returns the body of an upload of new content. */
export const contentOf = (text: string): FormData => upload({}, Buffer.from(text));

/** The created content, by name. */
export type Content = Awaited<ReturnType<typeof defineContent>>;

/** Creates five tasks in two workspaces, and two plans of them. */
export async function defineExecutables(people: People, environmentId: string, { Sales = '', Tools = '' }: Ids, content: Content) {
  const { author } = people;
  const task = async (workspaceId: string, name: string, artifact: Body, more: object = {}): Promise<string> =>
    (await author.does('POST /orchestration/executables/tasks', { body: { workspaceId, environmentId, name, artifact, ...more } })).id;
  const plan = async (workspaceId: string, name: string, steps: object[]): Promise<string> =>
    (await author.does('POST /orchestration/executables/plans', { body: { workspaceId, name, description: `${name} of sales`, steps } }))
      .id;

  const report = await task(Sales, 'report', content.report, {
    description: 'sales of a region',
    tags: ['nightly', 'sales'],
    parameters: { region: 'north', rows: 5 },
    connections: { store: content.store },
    resources: { resource_file_codes: content.codes, resource_directory_lists: content.lists },
    autoUpgradeInfo: { autoUpgradable: true, overrideWithDefaultParameters: false },
  });
  const check = await task(Tools, 'check', content.check, { tags: ['nightly'], connections: { mail: content.mail } });
  const [clean, alert, tidy] = [
    await task(Tools, 'clean', content.check, { parameters: { depth: 1 } }),
    await task(Tools, 'alert', content.check),
    await task(Tools, 'tidy', content.check),
  ];
  const alarm = await plan(Tools, 'alarm', [{ name: 'call', taskIds: [alert] }]);
  const nightly = await plan(Sales, 'nightly', [
    { name: 'load', taskIds: [report], handlerOnFailure: { taskIds: [clean], planIds: [alarm] }, note: 'first of all' },
    { name: 'verify', condition: 'AT_LEAST_ONE_SUCCEEDED', taskIds: [check, clean] },
  ]);
  return { tasks: { report, check, clean, alert, tidy }, plans: { alarm, nightly } };
}

/** The created tasks and plans, by name. */
export type Executables = Awaited<ReturnType<typeof defineExecutables>>;

/** Creates an engine, an engine in a cluster, a run profile for each, and one for dynamic engines. */
export async function defineRuntimes({ engines, profiles }: People, environmentId: string) {
  const engine = async (name: string): Promise<string> =>
    (await engines.does('POST /processing/runtimes/remote-engines', { body: { name, environmentId, description: `${name} one` } })).id;
  const profile = async (name: string, megabytes: number, target: object): Promise<string> => {
    const body = { name, type: 'JOB_SERVER', jvmArguments: [`-Xmx${megabytes}M`], description: `up to ${megabytes}`, ...target };
    return (await profiles.does('POST /processing/run-profiles', { body })).id;
  };
  const [big, small] = [await engine('big'), await engine('small')];
  const { id: pool } = await engines.does('POST /processing/runtimes/remote-engine-clusters', {
    body: { name: 'pool', environmentId, description: 'of small ones', remoteEngines: [small] },
  });
  return {
    big,
    small,
    pool: pool as string,
    large: await profile('large', 512, { processorType: 'RE', runtimeId: big }),
    shared: await profile('shared', 128, { processorType: 'REC', runtimeId: pool }),
    pods: await profile('pods', 64, { processorType: 'DYNAMIC_ENGINE', scopeId: environmentId }),
  };
}

/** The created engines, clusters and run profiles, by name. */
export type Runtimes = Awaited<ReturnType<typeof defineRuntimes>>;

/** Returns a trigger that does not fire during the test. */
export const later = (type: string, time: string, more: object = {}) => ({
  type,
  startDate: '2031-01-01',
  timeZone: 'Europe/Lisbon',
  ...(type !== 'ONCE' && { interval: 1 }),
  atTimes: { type: 'AT_TIME', time },
  ...more,
});

/** Creates run configurations, own triggers, schedules and a webhook for tasks and plans, and pauses two of them. */
export async function defineRuns({ operator }: People, environmentId: string, { tasks, plans }: Executables, runtimes: Runtimes) {
  const configure = (taskId: string, runtime: object, trigger: object, more: object = {}): Promise<Body> =>
    operator.does('PUT /orchestration/executables/tasks/{taskId}/run-config', {
      path: { taskId },
      body: { runtime, trigger, logLevel: 'INFO', timeout: 30, ...more },
    });
  const bigOne = { type: 'REMOTE_ENGINE', id: runtimes.big, runProfileId: runtimes.large };
  await configure(tasks.report, bigOne, later('DAILY', '05:00'), { parallelExecutionAllowed: true });
  await configure(tasks.check, { type: 'REMOTE_ENGINE_CLUSTER', id: runtimes.pool, runProfileId: runtimes.shared }, { type: 'MANUAL' });
  await configure(tasks.clean, { type: 'CLOUD' }, { type: 'WEBHOOK', webhook: { name: 'clean_up', triggerCalls: 2, triggerTimeout: 500 } });
  await configure(tasks.alert, { type: 'CLOUD' }, { type: 'MANUAL' });
  await operator.does('PUT /orchestration/executables/tasks/{taskId}/de-run-config', {
    path: { taskId: tasks.alert },
    body: { trigger: { type: 'MANUAL' }, runProfileId: runtimes.pods, timeout: 10 },
  });
  await operator.does('PUT /orchestration/executables/plans/{planId}/run-config', {
    path: { planId: plans.alarm },
    body: { trigger: later('ONCE', '06:00'), parallelExecutionAllowed: true },
  });

  const schedule = async (description: string, first: object): Promise<string> =>
    (await operator.does('POST /orchestration/schedules', { body: { environmentId, description, trigger: first } })).id;
  const nights = await schedule('nights', { name: 'each night', ...later('DAILY', '01:00') });
  for (const body of [
    { name: 'Sundays', ...later('WEEKLY', '13:00', { atDays: { type: 'DAY_OF_WEEK', days: ['SUNDAY'] } }) },
    { name: 'year', type: 'CRON', cronExpression: '0 3 1 1 ? 2032', timeZone: 'Europe/Lisbon' },
  ])
    await operator.does('POST /orchestration/schedules/{scheduleId}/triggers', { path: { scheduleId: nights }, body });
  await operator.does('PUT /orchestration/executables/plans/{planId}/schedule', {
    path: { planId: plans.nightly },
    body: { scheduleId: nights },
  });
  const weekly = await schedule('weekly check', { name: 'week', ...later('WEEKLY', '04:00') });
  await operator.does('PUT /orchestration/executables/tasks/{taskId}/schedule', {
    path: { taskId: tasks.check },
    body: { scheduleId: weekly },
  });
  const orphan = await schedule('bound to nothing', { name: 'month', ...later('MONTHLY', '02:00') });

  const pause = { pause: true, pauseContext: 'until spring' };
  await operator.does('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: tasks.clean }, body: pause });
  await operator.does('PUT /orchestration/executables/plans/{planId}/pause', { path: { planId: plans.alarm }, body: pause });
  return { nights, weekly, orphan };
}

/** Creates a project and a group of users that works on it. */
export async function defineProject({ projects, groups, author, publisher }: People): Promise<{ project: string; group: string }> {
  const { id: group } = await groups.does('POST /account/groups', { body: { name: 'Sales team', userIds: [author.id, publisher.id] } });
  const { id: project } = await projects.does('POST /orchestration/projects', {
    body: { name: 'Sales reports', owner: author.login, url: 'https://git.example.com/sales.git' },
  });
  await projects.does('PUT /orchestration/projects/{projectId}/groups/{groupId}', { path: { projectId: project, groupId: group } });
  return { project, group };
}

/** Starts a task and waits for its end. Returns its outcome and output. */
export async function runTask(operator: Person, taskId: string): Promise<{ outcome: string; output: string[] }> {
  const { executionId } = await operator.does('POST /processing/executions', { body: { executable: taskId } });
  const outcome = await eventually('the execution is finished', async () => {
    const execution = await operator.does('GET /processing/executions/{executionId}', { path: { executionId } });
    return execution.finishTimestamp ? execution.executionStatus : undefined;
  });
  const sent = { path: { id: executionId }, query: { order: 'ASC', count: 200 } };
  const { data } = await operator.does('GET /monitoring/executions/{id}/logs', sent);
  return { outcome, output: data.filter((one: Body) => one.logType === 'STDOUT').map((one: Body) => one.logMessage) };
}

/** Changes a task as a client that reads, edits and writes it. */
export async function editTask(author: Person, taskId: string, changes: object): Promise<void> {
  const sent = { path: { taskId } };
  const { description = null, workspace, ...task } = await author.does('GET /orchestration/executables/tasks/{taskId}', sent);
  const body = { ...task, description, workspaceId: workspace.id, ...changes };
  await author.does('PUT /orchestration/executables/tasks/{taskId}', { ...sent, body });
}
