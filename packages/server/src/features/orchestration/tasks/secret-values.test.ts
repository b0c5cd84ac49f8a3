import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const TASK = '/orchestration/executables/tasks/{taskId}';
const TASKS = '/orchestration/executables/tasks';
const server = await startTestServer();
const { call, make, platform } = server;

const workspace = await make.workspace();
const declared = [
  { name: 'pin', type: 'password', required: false, value: 'default-pin' },
  { name: 'token', type: 'string', required: false, secret: false, value: 'default-token' },
  { name: 'api_key', type: 'string', required: false, value: 'default-key' },
  { name: 'note', type: 'string', required: false, secret: true, value: 'default-note' },
  { name: 'url', type: 'string', required: false, value: 'https://ada:pw-17@example.com' },
  { name: 'city', type: 'string', required: false, value: 'Lisbon' },
  // Without a default, only its name says that its values are secrets.
  { name: 'key', type: 'string', required: false },
];
const artifact = await make.artifact({ workspace: workspace.id, parameters: declared });
const SHOWN = {
  token: 'main',
  city: 'Porto',
  password_file: '/etc/pw',
  tokenizer_path: 'x',
  secretary: 'Ada',
  passwd: '',
  use_password: 'true',
};
const SECRETS = {
  pin: '4711-pin',
  note: 'my-note',
  db_password: 'swordfish-7c1',
  apiKey: 'key-value',
  pem: '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----',
  target: 'postgres://ada:pw-18@db/finance',
  key: 'k3y-value',
};
const NAMES = Object.keys(SECRETS).toSorted();

const bodyOf = (more: object = {}) => ({ name: crypto.randomUUID(), artifact: { id: artifact.id, version: artifact.version }, ...more });
const created = async (parameters: object) =>
  call(`POST ${TASKS}`, { body: bodyOf({ workspaceId: workspace.id, environmentId: workspace.environment, parameters }) });
const replace = (taskId: string, body: object) => call(`PUT ${TASK}`, { path: { taskId }, body });
const stored = async (id: string): Promise<Record<string, string>> =>
  (await platform.db.reader.only<{ parameters: Record<string, string> }>(sql`select parameters from task where id = ${id}`)).parameters;

test('tasks.get.secrets', async () => {
  const { status, body } = await created({ ...SHOWN, ...SECRETS });
  assert.equal(status, 201, JSON.stringify(body));
  const read = (await call(`GET ${TASK}`, { path: { taskId: body.id } })).body;
  for (const answer of [body, read]) assert.deepEqual([answer.parameters, answer.secretParameters], [SHOWN, NAMES]);
  for (const value of Object.values(SECRETS)) assert.ok(!JSON.stringify(read).includes(value), value);
  assert.deepEqual(await stored(body.id), { ...SHOWN, ...SECRETS });
  const plain = await created(SHOWN);
  assert.equal(plain.body.secretParameters, undefined);
});

test('tasks.replace.secrets', async () => {
  const { id } = (await created({ ...SHOWN, ...SECRETS })).body;
  const all = { ...SHOWN, ...SECRETS };
  // What a client has read, with the extensions and without them.
  const read = (await call(`GET ${TASK}`, { path: { taskId: id } })).body;
  const { secretParameters: _names, ...older } = read;
  for (const body of [read, older]) {
    const answer = await replace(id, body);
    assert.deepEqual([answer.status, answer.body.version, answer.body.secretParameters], [200, '0.1', NAMES], JSON.stringify(answer.body));
    assert.deepEqual(await stored(id), all);
  }
  await replace(id, bodyOf());
  assert.deepEqual(await stored(id), SECRETS, 'without parameters, only those that were shown are removed');
  await replace(id, bodyOf({ parameters: { db_password: 'tuna-22', pin: '', note: null } }));
  const { note: _note, ...rest } = SECRETS;
  assert.deepEqual(await stored(id), { ...rest, db_password: 'tuna-22', pin: '' });
  const other = await make.artifact({ workspace: workspace.id, name: 'Another' });
  await replace(id, bodyOf({ artifact: { id: other.id, version: other.version } }));
  assert.deepEqual(await stored(id), {}, 'another artifact does not get the secrets');
});

test('artifacts.get.secrets', async () => {
  const path = { artifactId: artifact.id, version: artifact.version };
  const { body } = await call('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path });
  const values = Object.fromEntries(body.parameters.map(({ name, value }: { name: string; value?: string }) => [name, value]));
  assert.deepEqual(values, {
    pin: undefined,
    token: 'default-token',
    api_key: undefined,
    note: undefined,
    url: undefined,
    city: 'Lisbon',
    key: undefined,
  });
  assert.deepEqual(
    body.parameters.map(({ secret }: { secret?: boolean }) => secret),
    [true, false, true, true, true, undefined, undefined],
  );
});

test('execution-logs.secrets.signs: the explanation of a run', async () => {
  const { id } = await make.task({ workspace: workspace.id, artifactVersion: artifact.versionId, parameters: { ...SHOWN, ...SECRETS } });
  const started = await call('POST /processing/executions', { body: { executable: id, parameters: { GITHUB_TOKEN: 'ghp-1234' } } });
  assert.equal(started.status, 201, JSON.stringify(started.body));
  const path = { executionId: started.body.executionId };
  const { body } = await call('GET /processing/executions/{executionId}/explanation', { path });
  assert.deepEqual(body.secretParameters.toSorted(), ['GITHUB_TOKEN', ...NAMES, 'api_key', 'url'].toSorted());
  assert.deepEqual(body.parameters, SHOWN);
});
