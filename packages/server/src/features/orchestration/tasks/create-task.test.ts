import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { requiresOneOf, assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/executables/tasks';
const server = await startTestServer();
const { call, make } = server;

const workspace = await make.workspace();
const artifact = await make.artifact({ workspace: workspace.id });
let number = 0;
const bodyOf = (changes: object = {}): object => ({
  workspaceId: workspace.id,
  environmentId: workspace.environment,
  name: `Load ${(number += 1)}`,
  artifact: { id: artifact.id, version: artifact.version },
  ...changes,
});

test('creates a task with all fields of the body', async () => {
  const body = {
    description: 'Loads airports',
    tags: ['nightly', 'airports', 'nightly'],
    parameters: { limit: '10' },
    autoUpgradeInfo: { autoUpgradable: true, overrideWithDefaultParameters: true },
  };
  const created = await call(ROUTE, { body: bodyOf({ ...body, name: '  Load airports ' }) });
  assert.equal(created.status, 201);
  const { id, workspace: shown, ...rest } = created.body;
  assert.deepEqual(rest, {
    ...body,
    name: 'Load airports',
    tags: ['nightly', 'airports'],
    version: '0.1',
    artifact: { id: artifact.id, name: artifact.name, version: artifact.version },
    connections: {},
    resources: {},
  });
  assert.equal(shown.id, workspace.id);
  assert.equal(shown.environment.id, workspace.environment);
  assert.deepEqual((await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: id } })).body, created.body);
});

test('tasks.create.version', async () => {
  assert.equal((await call(ROUTE, { body: bodyOf() })).body.version, '0.1');
});

test('tasks.create.parameters', async () => {
  const parameters = { text: 'a b', number: 1.5, flag: true, absent: null, 'dotted.name-1': '' };
  const { body } = await call(ROUTE, { body: bodyOf({ parameters }) });
  assert.deepEqual(body.parameters, { text: 'a b', number: '1.5', flag: 'true', 'dotted.name-1': '' });
});

test('tasks.create.parameter-types', async () => {
  const declared = [{ name: 'limit', type: 'int', required: false }];
  const typed = await make.artifact({ workspace: workspace.id, parameters: declared });
  const body = (parameters: object): object => bodyOf({ artifact: { id: typed.id, version: typed.version }, parameters });
  const refused = await leavesNothing(server, ROUTE, { body: body({ limit: 's3cret' }) }, 400, 'parameter_malformed', 'task');
  assert.match(refused.body.message, /limit \(int\) must be a whole number such as 42\.$/);
  assert.ok(!refused.body.message.includes('s3cret'), 'a value may be a secret');
  for (const limit of ['10', 10, '', null])
    assert.equal((await call(ROUTE, { body: body({ limit, lmit: 'a custom value' }) })).status, 201);
});

test('tasks.create.permission', async () => {
  const { token } = await make.user({
    permissions: ['SVC_ENVIRONMENT_MANAGEMENT'],
    rights: { [workspace.id]: ['AUTHOR', 'EXECUTE', 'MANAGE'] },
  });
  await leavesNothing(server, ROUTE, { token, body: bodyOf() }, 403, 'forbidden', 'task');
});

test('tasks.create.right', async () => {
  await requiresOneOf(
    server,
    { workspace: workspace.id, permission: 'SVC_OPERATOR', right: 'AUTHOR' },
    (token) => call(ROUTE, { token, body: bodyOf() }),
    201,
  );
});

test('tasks.create.name', async () => {
  const name = 'Only once';
  assert.equal((await call(ROUTE, { body: bodyOf({ name }) })).status, 201);
  await leavesNothing(server, ROUTE, { body: bodyOf({ name }) }, 409, 'task_name_taken', 'task');
  await leavesNothing(server, ROUTE, { body: bodyOf({ name: ` ${name}  ` }) }, 409, 'task_name_taken', 'task');

  const sibling = await make.workspace({ environment: workspace.environment });
  assert.equal((await call(ROUTE, { body: bodyOf({ name, workspaceId: sibling.id }) })).status, 201, 'another workspace may use the name');
});

test('only one of several creations with the same name at the same time succeeds', async () => {
  const name = 'At once';
  const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await call(ROUTE, { body: bodyOf({ name }) })).status));
  assert.deepEqual(statuses.toSorted(), [201, ...Array.from({ length: 11 }, () => 409)]);
});

test('tasks.create.environment', async () => {
  const elsewhere = await make.environment();
  await leavesNothing(server, ROUTE, { body: bodyOf({ environmentId: elsewhere }) }, 400, 'workspace_outside_environment', 'task');
  await leavesNothing(server, ROUTE, { body: bodyOf({ environmentId: newId() }) }, 400, 'workspace_outside_environment', 'task');
});

test('tasks.create.artifact', async () => {
  const tenant = await make.otherTenant();
  const stranger = await make.user({ tenant });
  const foreignWorkspace = await make.workspace({ tenant, owner: stranger.id });
  const hidden = await make.workspace({ environment: workspace.environment });
  const candidates = {
    unknown: { id: newId(), version: artifact.version },
    'another version': { id: artifact.id, version: '9.9.9' },
    'another environment': await make.artifact(),
    'another tenant': await make.artifact({ workspace: foreignWorkspace.id }),
    'hidden workspace': await make.artifact({ workspace: hidden.id }),
  };
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'] } });
  for (const [candidate, { id, version }] of Object.entries(candidates)) {
    const answer = await leavesNothing(
      server,
      ROUTE,
      { token, body: bodyOf({ artifact: { id, version } }) },
      404,
      'artifact_version_unknown',
      'task',
    );
    assert.ok(answer.body.message.includes(version), candidate);
  }
  const { token: viewer } = await make.user({
    permissions: ['SVC_OPERATOR'],
    rights: { [workspace.id]: ['AUTHOR'], [hidden.id]: ['VIEW'] },
  });
  const shared = candidates['hidden workspace'];
  const answer = await call(ROUTE, { token: viewer, body: bodyOf({ artifact: { id: shared.id, version: shared.version } }) });
  assert.equal(answer.status, 201, 'a caller who sees an artifact of another workspace of the environment may use it');
});

test('tasks.create.short-version', async () => {
  const publish = async (version: string): Promise<string> => {
    const form = publication({ workspaceId: workspace.id, name: 'short', version }, await shellBundle('exit 0'));
    return (await call('POST /orchestration/artifacts', { form })).body.version;
  };
  const first = await publish('1.2.3.20260131000000');
  await publish('1.2.30');
  const listed = await call('GET /orchestration/artifacts', { query: { workspaceId: workspace.id, name: 'short' } });
  const { id } = listed.body.items[0];
  const named = (name: string, version: string) => call(ROUTE, { body: bodyOf({ name, artifact: { id, version } }) });
  assert.equal((await named('short', '1.2.3')).body.artifact.version, first);
  await publish('1.2.3.20260201000000');
  const body = bodyOf({ name: 'two', artifact: { id, version: '1.2.3' } });
  const { body: refusal } = await leavesNothing(server, ROUTE, { body }, 400, 'artifact_version_ambiguous', 'task');
  assert.match(refusal.message, /1\.2\.3\.20260131000000.*1\.2\.3\.20260201000000/);
  assert.equal((await named('whole', '1.2.3.20260201000000')).status, 201);
});

test('the refusal of a malformed body names the field', async () => {
  const cases: [changes: object, message: RegExp][] = [
    [{ name: undefined }, /name/],
    [{ name: '   ' }, /name must not be blank/],
    [{ workspaceId: 'mine' }, /workspaceId is not a valid id/],
    [{ artifact: { id: artifact.id } }, /version/],
    [{ priority: 1 }, /unrecognized field 'priority'/],
    [{ parameters: { 'a b': '1' } }, /parameters/],
    [{ parameters: { list: [1] } }, /parameters/],
    [{ tags: [''] }, /tags/],
  ];
  for (const [changes, message] of cases) {
    const answer = await leavesNothing(server, ROUTE, { body: bodyOf(changes) }, 400, 'malformed_request', 'task');
    assert.match(answer.body.message, message);
  }
});

test('an unknown resource is refused', async () => {
  await leavesNothing(server, ROUTE, { body: bodyOf({ resources: { Source: newId() } }) }, 400, 'reference_unknown', 'task');
});

test('tasks.create.connections', async () => {
  const connect = async (workspaceId: string): Promise<string> =>
    (await call('POST /orchestration/connections', { body: { name: crypto.randomUUID(), workspaceId, app: 'Custom', parameters: [] } }))
      .body.id;
  const sibling = await make.workspace({ environment: workspace.environment });
  const [own, near, far] = [await connect(workspace.id), await connect(sibling.id), await connect((await make.workspace()).id)];
  const created = await call(ROUTE, { body: bodyOf({ connections: { source: own, target: near } }) });
  assert.deepEqual([created.status, created.body.connections], [201, { source: own, target: near }]);
  const { token } = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'] } });
  for (const [connection, caller] of [
    [newId(), {}],
    [far, {}],
    [near, { token }],
  ] as const) {
    const body = bodyOf({ connections: { source: own, target: connection } });
    const refused = await leavesNothing(server, ROUTE, { ...caller, body }, 400, 'reference_unknown', 'task');
    assert.match(refused.body.message, /'target'/);
  }
  await leavesNothing(server, ROUTE, { body: bodyOf({ connections: { 'a b': own } }) }, 400, 'malformed_request', 'task');
});

test('tasks.create.resources', async () => {
  const near = await make.resource({ workspace: (await make.workspace({ environment: workspace.environment })).id });
  const far = await make.resource();
  const resources = { resource_file_a: near.id, resource_directory_b: near.id };
  const { status, body } = await call(ROUTE, { body: bodyOf({ resources: { ...resources, resource_file_a: near.id.toUpperCase() } }) });
  assert.deepEqual([status, body.resources], [201, resources]);
  await leavesNothing(server, ROUTE, { body: bodyOf({ resources: { ...resources, c: far.id } }) }, 400, 'reference_unknown', 'task');

  const withoutView = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'] } });
  const sent = { token: withoutView.token, body: bodyOf({ resources }) };
  await leavesNothing(server, ROUTE, sent, 400, 'reference_unknown', 'task');
  const withView = await make.user({ permissions: ['SVC_OPERATOR'], rights: { [workspace.id]: ['AUTHOR'], [near.workspace]: ['VIEW'] } });
  assert.equal((await call(ROUTE, { ...sent, token: withView.token })).status, 201);
});

test('a workspace that does not exist is not found', async () => {
  assertRefused(await call(ROUTE, { body: bodyOf({ workspaceId: newId() }) }), 404, 'not_found');
});
