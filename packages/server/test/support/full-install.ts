/** An install with content of each kind, and functions that read all of it. */
import assert from 'node:assert/strict';
import { shellBundle, upload } from './bundles.ts';
import { eventually, type Install } from './install.ts';

/** A JSON answer of the API. */
// oxlint-disable-next-line typescript/no-explicit-any -- the answers of all operations are compared as they are
type Json = any;

/** A secret that a task needs to succeed. */
export const SECRET = 'correct horse; battery "staple"';

/** Returns a function that calls the API of an install as the administrator. A refusal fails the test. */
export function apiCaller(install: Install, token?: string) {
  return async (route: string, body?: unknown): Promise<Json> => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(install.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token ?? (await install.token())}`,
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${route} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** The ids of the created content, by name. */
export type Made = Record<'workspace' | 'environment' | 'secretTask' | 'slowTask' | 'plan' | 'schedule' | 'ran' | 'planRan', string>;

/** Publishes a script and creates a task of it that runs on any engine. Returns the id of the task. */
async function publishScript(
  install: Install,
  {
    workspace,
    environment,
    name,
    script,
    manifest = {},
    ...more
  }: { workspace: string; environment: string; name: string; script: string; manifest?: object } & Record<string, unknown>,
): Promise<string> {
  const call = apiCaller(install);
  const content = await shellBundle(script, manifest);
  const version = await call('POST /orchestration/artifacts', upload({ artifact: { workspaceId: workspace, name } }, content));
  const found = await call(`GET /orchestration/artifacts?name=${name}`);
  const task = await call('POST /orchestration/executables/tasks', {
    workspaceId: workspace,
    environmentId: environment,
    name,
    artifact: { id: found.items[0].id, version: version.version },
    ...more,
  });
  await call(`PUT /orchestration/executables/tasks/${task.id}/run-config`, {
    trigger: { type: 'MANUAL' },
    runtime: { type: 'CLOUD' },
    parallelExecutionAllowed: true,
  });
  return task.id;
}

/** Waits until an execution has ended, and returns it. */
export const endedRun = (install: Install, id: string): Promise<Json> =>
  eventually('the execution has ended', async () => {
    const run = await apiCaller(install)(`GET /processing/executions/${id}`);
    return run.finishTimestamp ? run : undefined;
  });

/** Creates content of each kind, and runs a task and a plan. */
export async function createContent(install: Install): Promise<Made> {
  const call = apiCaller(install);
  const shared = (await call('GET /orchestration/workspaces')).find((one: Json) => one.type === 'shared');
  const [workspace, environment] = [shared.id, shared.environment.id];
  const connection = await call('POST /orchestration/connections', {
    name: 'Vault',
    workspaceId: workspace,
    app: 'Custom',
    parameters: [
      { name: 'host', value: 'vault.example' },
      { name: 'password', value: SECRET, encrypted: true },
    ],
  });
  const resource = await call(
    'POST /orchestration/resources',
    upload({ resource: { workspaceId: workspace, name: 'list.txt' } }, Buffer.from('from the resource')),
  );
  const script = 'cat "$resource_file_list"; echo; test "$connection_vault_password" = "$expected" && echo "the secret fits"';
  const secretTask = await publishScript(install, {
    workspace,
    environment,
    name: 'uses-secret',
    script,
    manifest: { environment: ['connection_vault_password', 'expected'] },
    connections: { vault: connection.id },
    resources: { resource_file_list: resource.id },
    parameters: { expected: SECRET },
  });
  const slowTask = await publishScript(install, { workspace, environment, name: 'slow', script: 'sleep 600' });
  const plan = await call('POST /orchestration/executables/plans', {
    name: 'Nightly',
    workspaceId: workspace,
    steps: [
      { name: 'One', taskIds: [secretTask] },
      { name: 'Two', taskIds: [secretTask], handlerOnFailure: { taskIds: [secretTask], planIds: [] } },
    ],
  });
  const schedule = await call('POST /orchestration/schedules', {
    environmentId: environment,
    description: 'at night',
    trigger: { name: 'nightly', type: 'CRON', cronExpression: '30 2 ? * MON-FRI', timeZone: 'Europe/Paris', startDate: '2026-01-01' },
  });
  await call(`PUT /orchestration/executables/plans/${plan.id}/schedule`, { scheduleId: schedule.id });
  await call('POST /account/groups', { name: 'Data team' });
  await call('POST /orchestration/projects', { name: 'Source', owner: 'admin', url: 'https://git.example.com/load.git' });
  const { executionId: ran } = await call('POST /processing/executions', { executable: secretTask });
  assert.equal((await endedRun(install, ran)).executionStatus, 'EXECUTION_SUCCESS');
  const { executionId: planRan } = await call('POST /processing/executions/plans', { executable: plan.id });
  await eventually('the plan execution has ended', async () =>
    (await call(`GET /processing/executions/plans/${planRan}`)).finishTimestamp === null ? undefined : true,
  );
  return { workspace, environment, secretTask, slowTask, plan: plan.id, schedule: schedule.id, ran, planRan };
}

/** Reads all created content, with the logs, but without fields that depend on the current time. */
export async function readAll(install: Install, made: Made): Promise<Record<string, Json>> {
  const call = apiCaller(install);
  const read: Record<string, Json> = {};
  const get = async (path: string): Promise<Json> => (read[path] = await call(`GET ${path}`));
  const each = async (path: string, items: readonly Json[], idOf = (item: Json): string => item.id): Promise<void> => {
    for (const item of items) await get(path.replace('{}', idOf(item)));
  };
  await get('/orchestration/environments');
  await get('/orchestration/workspaces');
  await get('/account/groups');
  await get('/orchestration/projects');
  await get('/orchestration/executables/promotions');
  await get('/processing/runtimes/remote-engine-clusters');
  // The test publishes artifacts while a backup is written (`load-…`); a backup has some of them.
  const { items: allArtifacts } = await call('GET /orchestration/artifacts?limit=100');
  const artifacts = allArtifacts.filter(({ name }: Json) => !name.startsWith('load-'));
  await each('/orchestration/artifacts/{}', artifacts);
  await each('/orchestration/connections/{}', (await get('/orchestration/connections')).items);
  await each('/orchestration/resources/{}', (await get('/orchestration/resources')).items);
  const tasks = (await get('/orchestration/executables/tasks')).items;
  await each('/orchestration/executables/tasks/{}', tasks, (one) => one.executable);
  await each('/orchestration/executables/tasks/{}/run-config', tasks, (one) => one.executable);
  const plans = (await get('/orchestration/executables/plans')).items;
  await each('/orchestration/executables/plans/{}', plans, (one) => one.executable);
  await each('/orchestration/schedules/{}', (await get('/orchestration/schedules')).items);
  await get(`/orchestration/executables/plans/${made.plan}/schedule`);
  await get(`/processing/executions/${made.ran}`);
  await get(`/monitoring/executions/${made.ran}/logs?order=ASC&count=200`);
  const steps = await get(`/processing/executions/plans/${made.planRan}/steps`);
  await get(`/processing/executions/plans/${made.planRan}`);
  assert.equal(steps.length, 2);
  // The other fields of the built-in engine depend on the running program.
  const engines: Json[] = await call('GET /processing/runtimes/remote-engines');
  read['engines'] = engines.map(({ id, name, runtimeId }) => ({ id, name, runtimeId }));
  return read;
}
