import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/executables/tasks/{taskId}';
const server = await startTestServer();
const { call, make } = server;

const workspace = await make.workspace();
const first = await make.artifact({ workspace: workspace.id });
const second = await make.artifact({ workspace: workspace.id });
const bodyOf = (changes: object = {}): object => ({
  workspaceId: workspace.id,
  name: crypto.randomUUID(),
  description: null,
  artifact: { id: first.id, version: first.version },
  ...changes,
});
const makeTask = async (options: { parameters?: Record<string, string>; tags?: string[] } = {}): Promise<string> =>
  (await make.task({ workspace: workspace.id, artifactVersion: first.versionId, ...options })).id;
const replace = (taskId: string, changes: object = {}, token?: string) =>
  call(ROUTE, { path: { taskId }, body: bodyOf(changes), ...(token !== undefined && { token }) });
const read = async (taskId: string) => (await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } })).body;

test('tasks.replace.cleared', async () => {
  const id = await makeTask({ parameters: { a: '1' }, tags: ['x'] });
  const full = {
    description: 'long',
    tags: ['y'],
    parameters: { b: 2 },
    autoUpgradeInfo: { autoUpgradable: true, overrideWithDefaultParameters: true },
  };
  const filled = await replace(id, full);
  assert.equal(filled.status, 200);
  assert.deepEqual(filled.body.parameters, { b: '2' });
  assert.equal(filled.body.description, 'long');

  const cleared = await replace(id, { name: 'Cleared' });
  const { workspace: _workspace, artifact: _artifact, ...rest } = cleared.body;
  assert.deepEqual(rest, {
    id,
    name: 'Cleared',
    version: '0.3',
    tags: [],
    parameters: {},
    connections: {},
    resources: {},
    autoUpgradeInfo: { autoUpgradable: false, overrideWithDefaultParameters: false },
  });
  assert.deepEqual(await read(id), cleared.body);
});

test('tasks.create.version: it rises with the artifact or the parameters, but not with other fields', async () => {
  const id = await makeTask({ parameters: { a: '1', b: '2' } });
  const same = { parameters: { b: '2', a: 1 } };
  assert.equal((await replace(id, { ...same, name: 'renamed', description: 'new', tags: ['t'] })).body.version, '0.1');
  assert.equal((await replace(id, { ...same, autoUpgradeInfo: { autoUpgradable: true } })).body.version, '0.1');
  assert.equal((await replace(id, { parameters: { a: '1', b: '3' } })).body.version, '0.2');
  assert.equal(
    (await replace(id, { parameters: { a: '1', b: '3' }, artifact: { id: second.id, version: second.version } })).body.version,
    '0.3',
  );
  const config = { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, logLevel: 'INFO' };
  assert.equal((await call(`${ROUTE}/run-config`, { path: { taskId: id }, body: config })).status, 200);
  assert.equal((await read(id)).version, '0.3', 'a change of the run configuration does not change it');
});

test('tasks.create.version: it rises with the connections', async () => {
  const id = await makeTask();
  const body = { name: 'Warehouse', workspaceId: workspace.id, app: 'Custom', parameters: [] };
  const connections = { source: (await call('POST /orchestration/connections', { body })).body.id };
  const named = await replace(id, { connections });
  assert.deepEqual([named.body.version, named.body.connections], ['0.2', connections]);
  assert.equal((await replace(id, { connections })).body.version, '0.2');
  const cleared = await replace(id);
  assert.deepEqual([cleared.body.version, cleared.body.connections], ['0.3', {}]);
});

test('tasks.replace.extras', async () => {
  const id = await makeTask();
  const extras = { id: newId(), version: '7.7', workspace: { id: newId() }, environmentId: newId(), taskPauseDetails: { pause: false } };
  const answer = await replace(id, extras);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body.id, id);
  assert.equal(answer.body.version, '0.1');
  assert.equal(answer.body.workspace.id, workspace.id);
  assertRefused(await replace(id, { owner: 'me' }), 400, 'malformed_request');
});

test('tasks.replace.workspace', async () => {
  const id = await makeTask();
  const before = await read(id);
  const sibling = await make.workspace({ environment: workspace.environment });
  assertRefused(await replace(id, { workspaceId: sibling.id }), 400, 'task_moved');
  assertRefused(await replace(id, { workspaceId: newId() }), 400, 'task_moved');
  assert.deepEqual(await read(id), before);
  assert.equal((await replace(id, { workspaceId: workspace.id.toUpperCase() })).status, 200, 'letter case does not count');
});

test('tasks.create.right: replacing needs AUTHOR and SVC_OPERATOR', async () => {
  const taskId = await makeTask();
  const needs = { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'AUTHOR' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { taskId }, body: bodyOf() }), 200);
});

test('tasks.create.name: a replacement cannot take the name of another task, and may keep its own', async () => {
  const taken = (await make.task({ workspace: workspace.id, name: 'Taken' })).id;
  const id = await makeTask();
  const before = await read(id);
  assertRefused(await replace(id, { name: 'Taken' }), 409, 'task_name_taken');
  assert.deepEqual(await read(id), before);
  assert.equal((await replace(taken, { name: 'Taken' })).status, 200);
});

test('tasks.create.artifact: a replacement with an unknown version changes nothing', async () => {
  const id = await makeTask();
  const before = await read(id);
  const elsewhere = await make.artifact();
  assertRefused(await replace(id, { artifact: { id: first.id, version: '0.0.1' } }), 404, 'artifact_version_unknown');
  assertRefused(await replace(id, { artifact: { id: elsewhere.id, version: elsewhere.version } }), 404, 'artifact_version_unknown');
  assertRefused(await replace(id, { connections: { Source: newId() } }), 400, 'reference_unknown');
  assert.deepEqual(await read(id), before);
});

test('tasks.create.parameter-types: a replacement with a value that does not fit changes nothing', async () => {
  const id = await makeTask({ parameters: { limit: 'as it was' } });
  const typed = await make.artifact({ workspace: workspace.id, parameters: [{ name: 'limit', type: 'int', required: false }] });
  const artifact = { id: typed.id, version: typed.version };
  const before = await read(id);
  assertRefused(await replace(id, { artifact, parameters: before.parameters }), 400, 'parameter_malformed');
  assertRefused(await replace(id, { artifact, parameters: { limit: 1.5 } }), 400, 'parameter_malformed');
  assert.deepEqual(await read(id), before);
  assert.equal((await replace(id, { artifact, parameters: { limit: 7, custom: 'x' } })).status, 200);
});

test('an unknown task is not found, and a body without the name is refused', async () => {
  assertRefused(await replace(newId()), 404, 'not_found');
  assertRefused(await replace(await makeTask(), { name: undefined }), 400, 'malformed_request');
});

test('tasks.create.version: it rises with the resources', async () => {
  const id = await makeTask();
  const resource = await make.resource({ workspace: workspace.id });
  const resources = { resource_file_a: resource.id };
  const named = await replace(id, { resources });
  assert.deepEqual([named.status, named.body.version, named.body.resources], [200, '0.2', resources]);
  assert.equal((await replace(id, { resources, name: 'renamed again' })).body.version, '0.2');
  assert.equal((await replace(id)).body.version, '0.3');
  assert.deepEqual((await read(id)).resources, {});
  assertRefused(await replace(id, { resources: { a: newId() } }), 400, 'reference_unknown');
  assert.equal((await read(id)).version, '0.3');
});
