import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';

const { call, make, platform } = await startTestServer();
const bundle = await shellBundle('echo hello', { parameters: [{ name: 'limit', type: 'int', required: true, value: '5' }] });

async function publish(workspaceId: string, name: string, version: string, more: object = {}): Promise<{ id: string; version: string }> {
  const { status, body } = await call('POST /orchestration/artifacts', {
    form: publication({ workspaceId, name, version, ...more }, bundle),
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { id } = await platform.db.reader.only<{ id: string }>(
    sql`select id from artifact where workspace_id = ${workspaceId} and name = ${name}`,
  );
  return { id, version: body.version };
}

async function makeTask(
  workspace: { id: string; environment: string },
  artifact: object,
  autoUpgradeInfo: object = { autoUpgradable: true },
): Promise<string> {
  const { status, body } = await call('POST /orchestration/executables/tasks', {
    body: {
      workspaceId: workspace.id,
      environmentId: workspace.environment,
      name: `task ${Math.random()}`,
      artifact,
      parameters: { limit: '7', own: 'x' },
      autoUpgradeInfo,
    },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}

const read = async (taskId: string) => (await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } })).body;
const protect = (id: string, name: string) =>
  call('PUT /orchestration/workspaces/{id}', { path: { id }, body: { name, protectedArtifactUpdate: true } });

test('tasks.upgrade.same-name', async () => {
  const north = await make.workspace();
  const south = await make.workspace({ environment: north.environment });
  const elsewhere = await make.workspace();
  const [here, there, far, other] = [
    await publish(north.id, 'load', '1.0.0'),
    await publish(south.id, 'load', '1.0.0'),
    await publish(elsewhere.id, 'load', '1.0.0'),
    await publish(north.id, 'unload', '1.0.0'),
  ];
  const own = await makeTask(north, here);
  const sameName = await makeTask(south, there);
  const acrossWorkspaces = await makeTask(south, here);
  const untouched = [await makeTask(north, here, { autoUpgradable: false }), await makeTask(elsewhere, far), await makeTask(north, other)];
  const before = await Promise.all(untouched.map(read));

  const next = await publish(north.id, 'load', '2.0.0');
  for (const id of [own, sameName, acrossWorkspaces]) {
    const { artifact, version, parameters } = await read(id);
    assert.deepEqual(
      { id: artifact.id, artifact: artifact.version, version, parameters },
      { id: here.id, artifact: next.version, version: '0.2', parameters: { limit: '7', own: 'x' } },
    );
  }
  assert.deepEqual(await Promise.all(untouched.map(read)), before);

  const west = await make.workspace({ environment: north.environment });
  await publish(west.id, 'load', '3.0.0', { type: 'route' });
  assert.equal((await read(own)).artifact.version, next.version, 'an artifact of the same name and another type upgrades nothing');
  const refused = await call('POST /orchestration/artifacts', {
    form: publication({ workspaceId: north.id, name: 'load', version: next.version }, bundle),
  });
  assert.equal(refused.status, 409);
  assert.deepEqual((await read(own)).artifact.version, next.version, 'a refused publication upgrades nothing');
});

test('tasks.upgrade.protected', async () => {
  const north = await make.workspace();
  const south = await make.workspace({ environment: north.environment });
  await protect(south.id, south.name);
  const here = await publish(north.id, 'load', '1.0.0');
  const there = await publish(south.id, 'load', '1.0.0');
  const protectedTask = await makeTask(south, there);
  const alsoProtected = await makeTask(south, here);
  const unprotected = await makeTask(north, here);

  const second = await publish(north.id, 'load', '2.0.0');
  assert.equal((await read(protectedTask)).artifact.version, there.version);
  assert.equal((await read(alsoProtected)).artifact.version, here.version);
  assert.equal((await read(unprotected)).artifact.version, second.version);

  const third = await publish(south.id, 'load', '3.0.0');
  for (const id of [protectedTask, alsoProtected, unprotected]) {
    const { artifact } = await read(id);
    assert.deepEqual([artifact.id, artifact.version], [there.id, third.version]);
  }
});

test('tasks.upgrade.parameters', async () => {
  const workspace = await make.workspace();
  const first = await publish(workspace.id, 'load', '1.0.0');
  const withoutOverride = await makeTask(workspace, first);
  const withOverride = await makeTask(workspace, first, { autoUpgradable: true, overrideWithDefaultParameters: true });
  await publish(workspace.id, 'load', '2.0.0');
  assert.deepEqual((await read(withoutOverride)).parameters, { limit: '7', own: 'x' });
  assert.deepEqual((await read(withOverride)).parameters, { limit: '5', own: 'x' });
});

test('tasks.upgrade.parameters: a secret value stays, unless the new version brings another one; an empty default of a secret is none', async () => {
  const workspace = await make.workspace();
  const declare = (values: Record<string, string>) => ({
    parameters: [
      { name: 'pin', type: 'id_Password', required: false, value: values['pin'] },
      { name: 'note', type: 'string', required: false, secret: true, value: values['note'] },
      { name: 'api_key', type: 'string', required: false, value: values['api_key'] },
      { name: 'city', type: 'string', required: false, value: values['city'] },
    ],
  });
  const empty = { pin: '', note: '', api_key: '', city: '' };
  const first = await publish(workspace.id, 'secret', '1.0.0', declare(empty));
  const own = { pin: '4711-pin', note: 'my-note', api_key: 'key-value', city: 'Porto', db_password: 'swordfish-7c1' };
  const kept = await makeTask(workspace, first);
  const overridden = await makeTask(workspace, first, { autoUpgradable: true, overrideWithDefaultParameters: true });
  const stored = async (id: string) =>
    (await platform.db.reader.only<{ parameters: object }>(sql`select parameters from task where id = ${id}`)).parameters;
  await platform.db.writer.rows(sql`update task set parameters = ${own} where id in (${kept}, ${overridden})`);

  await publish(workspace.id, 'secret', '2.0.0', declare(empty));
  assert.deepEqual([await stored(kept), await stored(overridden)], [own, { ...own, city: '' }]);
  assert.deepEqual((await read(overridden)).secretParameters, ['api_key', 'db_password', 'note', 'pin']);
  const brought = { pin: 'new-pin', note: 'new-note', api_key: 'new-key', city: 'Faro' };
  await publish(workspace.id, 'secret', '3.0.0', declare(brought));
  assert.deepEqual([await stored(kept), await stored(overridden)], [own, { ...own, ...brought }]);
});
