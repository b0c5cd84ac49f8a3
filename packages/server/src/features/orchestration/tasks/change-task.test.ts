import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { requiresOneOf, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PATCH /orchestration/executables/tasks/{taskId}';
const server = await startTestServer();
const { call, make, platform } = server;

const change = (taskId: string, body: object) => call(ROUTE, { path: { taskId }, body });
const read = async (taskId: string) => (await call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } })).body;

/** Adds a newer version to the artifact of a task. */
async function addVersion(artifact: string, version: string, parameters = '[]'): Promise<void> {
  await platform.db.writer.rows(sql`
    insert into artifact_version (
      id, artifact_id, version, publisher_id, publisher_login, publisher_type, marketplace_product, parameters, layout, blob_hash, created_at)
    select ${newId()}, artifact_id, ${version}, publisher_id, publisher_login, publisher_type, marketplace_product, ${parameters}, layout,
           blob_hash, now() + interval '1 second' * (select count(*) from artifact_version)
    from artifact_version
    where artifact_id = ${artifact}
    limit 1`);
}

async function makeTask(settings: { type?: string; upgradable?: boolean; override?: boolean } = {}) {
  const artifact = await make.artifact({ ...(settings.type !== undefined && { type: settings.type }) });
  const task = await make.task({
    workspace: artifact.workspace,
    artifactVersion: artifact.versionId,
    parameters: { a: 'mine', b: 'mine' },
  });
  await platform.db.writer.rows(sql`
    update task
    set auto_upgradable = ${settings.upgradable ?? true},
        override_with_default_parameters = ${settings.override ?? false}
    where id = ${task.id}`);
  await addVersion(
    artifact.id,
    '2.0.0.20260101010000',
    '[{"name": "a", "value": "new", "required": false}, {"name": "b", "required": false}]',
  );
  await addVersion(artifact.id, '1.5.0.20260101010000');
  await addVersion(
    artifact.id,
    '3.0.0.20260101010000',
    '[{"name": "a", "value": "new", "required": false}, {"name": "b", "required": false}]',
  );
  return task;
}

test('tasks.change.latest', async () => {
  const { id } = await makeTask();
  const before = await read(id);
  for (const body of [{}, { latestArtifact: false }, { forceUpdate: true }]) assert.equal((await change(id, body)).status, 204);
  assert.deepEqual(await read(id), before);

  assert.equal((await change(id, { latestArtifact: true })).status, 204);
  const after = await read(id);
  assert.deepEqual(after, { ...before, version: '0.2', artifact: { ...before.artifact, version: '3.0.0.20260101010000' } });

  assert.equal((await change(id, { latestArtifact: true })).status, 204);
  assert.deepEqual(await read(id), after, 'a task on the newest version stays as it is');
});

test('tasks.change.force', async () => {
  const { id } = await makeTask({ upgradable: false });
  const before = await read(id);
  assertRefused(await change(id, { latestArtifact: true }), 400, 'task_not_upgradable');
  assert.deepEqual(await read(id), before);
  assert.equal((await change(id, { latestArtifact: true, forceUpdate: true })).status, 204);
  assert.equal((await read(id)).artifact.version, '3.0.0.20260101010000');
});

test('tasks.change.types', async () => {
  for (const type of ['route', 'data_service']) {
    const { id } = await makeTask({ type });
    const before = await read(id);
    assertRefused(await change(id, { latestArtifact: true, forceUpdate: true }), 400, 'task_not_upgradable');
    assert.deepEqual(await read(id), before);
  }
});

test('tasks.upgrade.parameters: a task with override gets the values of the newest version', async () => {
  const { id } = await makeTask({ override: true });
  await change(id, { latestArtifact: true });
  assert.deepEqual((await read(id)).parameters, { a: 'new', b: 'mine' });
});

test('tasks.create.right: changing needs AUTHOR and SVC_OPERATOR', async () => {
  const task = await makeTask();
  const needs = { workspace: task.workspace, permission: 'SVC_OPERATOR', right: 'AUTHOR' } as const;
  await requiresOneOf(server, needs, (token) => call(ROUTE, { token, path: { taskId: task.id }, body: { latestArtifact: true } }), 204);
});

test('other fields are refused', async () => {
  const { id } = await makeTask();
  const before = await read(id);
  for (const body of [{ artifact: { id: newId(), version: '1' } }, { name: 'new' }, { latestArtifact: 'yes' }])
    assertRefused(await change(id, body), 400, 'malformed_request');
  assert.deepEqual(await read(id), before);
  assertRefused(await change(newId(), { latestArtifact: true }), 404, 'not_found');
});
