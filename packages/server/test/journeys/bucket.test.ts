// run: own process, waiting, in test:all because it starts whole programs
/** A server that stores its content in a bucket: publish, run, replace, delete, collect; and a bucket that cannot be reached. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { sql } from '../../src/core/database/sql.ts';
import { runTimer } from '../support/background.ts';
import { publication, shellBundle, upload } from '../support/bundles.ts';
import { eventually } from '../support/install.ts';
import { engineFolder, startEngine } from '../support/real-engine.ts';
import { S3_CREDENTIALS, startS3 } from '../support/s3.ts';
import { startTestServer } from '../support/server.ts';

const s3 = await startS3();
const server = await startTestServer({ ...s3.settings('install-1'), MILLRACE_LOG_LEVEL: 'debug' });
const { call, make, platform } = server;
const workspace = await make.workspace();

const publish = async (script: string, name: string) =>
  call('POST /orchestration/artifacts', { form: publication({ workspaceId: workspace.id, name }, await shellBundle(script)) });

it('runs a published bundle, and removes content that is no longer used', async () => {
  const published = await publish('echo "$(cat "$resource_file_list")"', 'hello');
  assert.equal(published.status, 201, JSON.stringify(published.body));
  const resource = await call('POST /orchestration/resources', {
    form: upload({ resource: { workspaceId: workspace.id, name: 'list.txt' } }, Buffer.from('from the bucket')),
  });
  assert.equal(resource.status, 201, JSON.stringify(resource.body));
  const keys = await s3.objectKeys();
  assert.equal(keys.length, 2);
  assert.ok(keys.every((key) => /^install-1\/[0-9a-f]{2}\/[0-9a-f-]{36}$/.test(key)));
  assert.deepEqual(await server.files(), [], 'no file remains on this machine');

  const task = await make.task({
    workspace: workspace.id,
    artifactVersion: published.body.id,
    resources: { resource_file_list: resource.body.id },
  });
  const { credential } = await make.engine({ environment: workspace.environment });
  const engine = startEngine({ url: server.url, credential, folder: await engineFolder() });
  const started = await call('POST /processing/executions', { body: { executable: task.id } });
  const path = { executionId: started.body.executionId };
  const run = await eventually('the execution is finished', async () => {
    const { body } = await call('GET /processing/executions/{executionId}', { path });
    return body.finishTimestamp ? body : undefined;
  });
  assert.equal(run.executionStatus, 'EXECUTION_SUCCESS', run.errorMessage);
  const log = await call('GET /monitoring/executions/{id}/logs', { path: { id: path.executionId } });
  assert.ok(
    log.body.data.some((line: { logMessage: string }) => line.logMessage === 'from the bucket'),
    JSON.stringify(log.body.data),
  );
  engine.kill('SIGTERM');
  await once(engine, 'exit');

  const resourceId = resource.body.id;
  const replaced = await call('PUT /orchestration/resources/{resourceId}/upload', {
    path: { resourceId },
    form: upload({}, Buffer.from('new')),
  });
  assert.equal(replaced.status, 204);
  assert.equal((await s3.objectKeys()).length, 3);
  assert.equal((await call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: task.id } })).status, 204);
  assert.equal((await call('DELETE /orchestration/artifacts/{artifactId}', { path: { artifactId: task.artifact } })).status, 204);
  assert.equal((await call('DELETE /orchestration/resources/{resourceId}', { path: { resourceId } })).status, 204);
  await collectAll();
  assert.deepEqual([await server.count('blob'), await s3.objectKeys()], [{ blob: 0 }, []]);
});

it('removes old objects that no row refers to, and keeps the objects of others in the bucket', async () => {
  const kept = await publish('echo kept', 'kept');
  assert.equal(kept.status, 201);
  const [objectKey = ''] = await s3.objectKeys();
  for (const name of ['install-2/readme.txt', `install-2/00/${crypto.randomUUID().slice(0, -2)}00`, 'install-1/notes.txt'])
    await s3.plant(name, 'of others');
  await platform.blobs.put(Readable.from(['lost']));
  await s3.age();
  await platform.blobs.put(Readable.from(['just put']));
  const before = await s3.objectKeys();
  await runTimer(platform, 'remove-leftovers');
  const after = await s3.objectKeys();
  assert.equal(before.length - after.length, 1, 'only the old unknown object is removed');
  assert.ok(after.includes(objectKey), 'an object that a row refers to stays');
});

it('answers 503 while the bucket cannot be reached, and leaves no rows and files', async () => {
  const [before, rows] = [await s3.objectKeys(), await server.count('blob', 'artifact_version', 'resource')];
  s3.fault = (one) => (one.route.startsWith('GET') ? undefined : 503);
  const refused = await publish('echo away', 'away');
  assert.deepEqual([refused.status, refused.body.detail], [503, 'unavailable']);
  assert.match(refused.body.message, /store of files cannot be reached at the moment; try again/);
  assert.equal(refused.headers.get('retry-after'), '1');
  s3.fault = () => undefined;
  assert.deepEqual(
    [await s3.objectKeys(), await server.count('blob', 'artifact_version', 'resource'), await server.files()],
    [before, rows, []],
  );

  const twice = await publish('echo kept', 'twice');
  assert.equal(twice.status, 201);
  assert.deepEqual(await s3.objectKeys(), before, 'equal content is stored once');
  const bundle = await shellBundle('echo other');
  const taken = { workspaceId: workspace.id, name: 'twice', version: twice.body.version };
  assert.equal((await call('POST /orchestration/artifacts', { form: publication(taken, bundle) })).status, 409);
  assert.deepEqual(
    [await s3.objectKeys(), await server.files()],
    [before, []],
    'the content of a refused upload is removed from the bucket',
  );
});

it('answers 503 to an engine that fetches a bundle meanwhile', async () => {
  const { body: version } = await publish('echo later', 'later');
  const task = await make.task({ workspace: workspace.id, artifactVersion: version.id });
  const { credential } = await make.engine({ environment: workspace.environment });
  const { body: started } = await call('POST /processing/executions', { body: { executable: task.id } });
  const claimed = await call('POST /engine/v1/claims', { token: credential, body: { free: 1, waitMilliseconds: 0 } });
  const { hash } = claimed.body.executions[0].bundle;
  s3.fault = () => 'dropped';
  const away = await call('GET /engine/v1/bundles/{hash}', { token: credential, path: { hash } });
  assert.deepEqual([away.status, away.body.detail], [503, 'unavailable']);
  s3.fault = () => undefined;
  assert.equal((await call('GET /engine/v1/bundles/{hash}', { token: credential, path: { hash } })).status, 200);
  await call('DELETE /processing/executions/{executionId}', { path: { executionId: started.executionId } });
});

it('does not log secrets of the store', async () => {
  const log = await readFile(join(server.home, 'server.log'), 'utf8');
  assert.match(log, /The store of files answered PutObject with 503 SlowDown/, 'the log has the reason');
  assert.ok(!log.includes(S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY) && !/X-Amz-|Signature=/i.test(log));
});

/** Does what the queue and the timer for leftover content would do in two hours. */
async function collectAll(): Promise<void> {
  await platform.db.writer.rows(sql`update blob set touched_at = now() - interval '2 hours'`);
  await runTimer(platform, 'remove-leftovers');
}
