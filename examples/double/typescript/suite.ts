/** A test suite of a client of the API, against the local double. Usage: `node --test suite.ts`, with MILLRACE_URL, MILLRACE_TOKEN and MILLRACE_BUNDLE. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { beforeEach, test } from 'node:test';
import { openClient } from '@millrace/client';

const { MILLRACE_URL: url = 'http://127.0.0.1:8600', MILLRACE_TOKEN: token = '', MILLRACE_BUNDLE: bundle = '' } = process.env;
const millrace = openClient({ url, token });

type DoubleAnswer = { stops?: string[]; faults?: { hit: number }[] };

/** Calls an operation of the double itself. */
async function double(operation: string, body?: object): Promise<DoubleAnswer> {
  const [method = '', path = ''] = operation.split(' ');
  const answer = await fetch(`${url}/double/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  assert.ok(answer.ok, await answer.clone().text());
  return (await answer.json()) as DoubleAnswer;
}

/** Publishes the bundle and creates a task that starts each day at six. */
async function createDailyTask(name: string): Promise<string> {
  const { body: workspaces } = await millrace.call('GET /orchestration/workspaces');
  const workspace = workspaces.find(({ type }) => type === 'shared');
  assert.ok(workspace?.id && workspace.environment);
  const form = new FormData();
  form.append('artifact', JSON.stringify({ workspaceId: workspace.id, name }));
  form.append('file', new Blob([await readFile(bundle)], { type: 'application/zip' }), 'bundle.zip');
  const { body: published } = await millrace.call('POST /orchestration/artifacts', { form });
  const { body: found } = await millrace.call('GET /orchestration/artifacts', { query: { name } });
  const artifact = { id: found.items[0]?.id ?? '', version: published.version };
  const { body: task } = await millrace.call('POST /orchestration/executables/tasks', {
    body: { workspaceId: workspace.id, environmentId: workspace.environment.id, name, artifact },
  });
  const atTimes = { type: 'AT_TIME', time: '06:00' } as const;
  const trigger = { type: 'DAILY', interval: 1, startDate: '2031-01-01', timeZone: 'UTC', atTimes } as const;
  await millrace.call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: task.id },
    body: { trigger, runtime: { type: 'CLOUD' } },
  });
  return task.id;
}

beforeEach(async () => {
  await double('PUT state', { snapshot: 'start' });
  await double('PUT clock', { set: '2031-03-04T05:00:00Z', frozen: true });
});

test('the task runs when the clock passes six', async () => {
  const taskId = await createDailyTask('report');
  const moved = await double('PUT clock', { advanceSeconds: 2 * 86_400 });
  assert.deepEqual(moved.stops, ['2031-03-04T06:00:00.000Z', '2031-03-05T06:00:00.000Z']);
  const statuses: string[] = [];
  for await (const run of millrace.list('GET /processing/executables/tasks/{taskId}/executions', { path: { taskId } }))
    statuses.push(run.status ?? '');
  assert.deepEqual(statuses, ['execution_successful', 'execution_successful']);
});

test('the client tries again after a cut connection and after a 503', async () => {
  await double('PUT faults', {
    faults: [
      { method: 'GET', path: '/orchestration/workspaces', times: 1, cut: 'before' },
      { method: 'GET', path: '/orchestration/workspaces', times: 1, status: 503 },
    ],
  });
  const { body: workspaces } = await millrace.call('GET /orchestration/workspaces');
  assert.ok(workspaces.length > 0);
  const { faults } = await double('GET faults');
  assert.deepEqual(
    faults?.map(({ hit }) => hit),
    [1, 1],
  );
});
