import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveAlias, operations } from '@millrace/contract';
import { startTestServer } from '../../../test/support/server.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make } = server;
const ID = '0195f0a0-0000-7000-8000-000000000000';

/** Older addresses and their current ones, written by hand, so that the table of the code is not compared with itself. */
const OLDER: Readonly<Record<string, string>> = {
  'GET /tmc/v2.6/environments': 'GET /orchestration/environments',
  'POST /tmc/v2.6/workspaces': 'POST /orchestration/workspaces',
  'GET /tmc/v2.5/artifacts': 'GET /orchestration/artifacts',
  [`DELETE /tmc/v2.6/connections/${ID}`]: `DELETE /orchestration/connections/${ID}`,
  'GET /tmc/v2.6/resources?limit=1': 'GET /orchestration/resources?limit=1',
  'GET /tmc/v1.3/projects': 'GET /orchestration/projects',
  [`POST /tmc/v2.6/schedules/${ID}/triggers`]: `POST /orchestration/schedules/${ID}/triggers`,
  [`PUT /tmc/v2.6/workspaces/${ID}/users/${ID}/permissions`]: `PUT /security/workspaces/${ID}/users/${ID}/permissions`,
  'GET /tmc/v2.6/permissions': 'GET /security/permissions',
  'GET /tmc/v2.6/subscription': 'GET /account/subscription',
  'GET /tmc/v2.6/executables/tasks': 'GET /orchestration/executables/tasks',
  [`GET /tmc/v2.6/executables/tasks/${ID}`]: `GET /orchestration/executables/tasks/${ID}`,
  [`GET /tmc/v2.6/executables/tasks/${ID}/run-config`]: `GET /orchestration/executables/tasks/${ID}/run-config`,
  [`GET /tmc/v2.6/executables/tasks/${ID}/executions`]: `GET /processing/executables/tasks/${ID}/executions`,
  'POST /tmc/v2.6/executables/tasks/executions': 'POST /processing/executables/tasks/executions',
  'GET /tmc/v2.6/executables/plans/executions': 'GET /processing/executables/plans/executions',
  'POST /tmc/v2.6/executables/events/search': 'POST /orchestration/executables/events/search',
  'GET /tmc/v2.6/executables/promotions': 'GET /orchestration/executables/promotions',
  'POST /tmc/v2.6/executions': 'POST /processing/executions',
  [`DELETE /tmc/v2.6/executions/${ID}`]: `DELETE /processing/executions/${ID}`,
  'POST /tmc/v2.6/executions/promotions': 'POST /processing/executions/promotions',
  [`GET /tmc/v2.6/executions/promotions/${ID}`]: `GET /processing/executions/promotions/${ID}`,
  [`POST /tmc/v2.6/executions/promotions/${ID}`]: `POST /orchestration/executables/promotions/${ID}`,
  [`GET /tmc/v2.6/executions/${ID}/logs?count=5`]: `GET /monitoring/executions/${ID}/logs?count=5`,
  [`POST /tmc/v2.6/executions/${ID}/logs/status`]: `POST /monitoring/executions/${ID}/logs/status`,
  'GET /tmc/v2.6/runtimes/remote-engines': 'GET /processing/runtimes/remote-engines',
  [`GET /tmc/v2.6/runtimes/remote-engine-clusters/${ID}`]: `GET /processing/runtimes/remote-engine-clusters/${ID}`,
  'GET /tmc/v1.2/executables': 'GET /orchestration/executables/tasks',
  'GET /tmc/v1.2/executables?limit=5': 'GET /orchestration/executables/tasks?limit=5',
  [`GET /tmc/v1.2/executables/${ID}`]: `GET /orchestration/executables/tasks/${ID}`,
  'GET /processing/executables/tasks': 'GET /orchestration/executables/tasks',
  'GET /processing/executables/plans/': 'GET /orchestration/executables/plans',
  'GET /api/v1/users/actions/filter?next=x': 'GET /api/v1/users?next=x',
  'GET /api/v1/groups/actions/filter': 'GET /api/v1/groups',
  'POST /api/v1/groups/actions/filter': 'POST /api/v1/groups/actions/filter',
};

test('requests.path.alias', () => {
  for (const [older, newer] of Object.entries(OLDER)) {
    const [method = '', url = ''] = older.split(' ');
    assert.equal(`${method} ${resolveAlias(method, url)}`, newer);
  }
  for (const route of Object.keys(operations)) {
    const [method = '', path = ''] = route.split(' ');
    assert.equal(resolveAlias(method, path), path, 'a documented address stays as it is');
  }
  for (const unknown of ['/tmc', '/tmc/v2.6', '/tmc/v2.6/../admin', '/tmc/vx/artifacts', '/tmc/v2.6/secrets'])
    assert.equal(resolveAlias('GET', unknown), unknown);
});

test('requests.path.alias: an older address is served with the same answer, rights and refusals', async () => {
  const task = await make.task();
  const path = { taskId: task.id };
  const [older, newer] = [
    await call('GET /tmc/v2.6/executables/tasks/{taskId}', { path }),
    await call('GET /orchestration/executables/tasks/{taskId}', { path }),
  ];
  assert.deepEqual([older.status, older.body], [200, newer.body]);
  const listed = await call('GET /processing/executables/tasks', { query: { workspaceId: task.workspace } });
  assert.deepEqual([listed.status, listed.body.items[0].executable], [200, task.id]);
  assert.equal((await call('GET /tmc/v2.6/executables/tasks', { token: undefined })).status, 401);
  assert.equal((await call('GET /tmc/v2.6/executables/tasks/no-id')).status, 400);
  assert.equal((await call('POST /tmc/v2.6/executions', { body: { executable: task.id } })).status, 201);
  assert.equal((await call('GET /tmc/v2.6/nothing')).status, 404);
});
