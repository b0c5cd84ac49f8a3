import assert from 'node:assert/strict';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runJob, runTimer } from '../../../../test/support/background.ts';
import { publication, shellBundle, upload } from '../../../../test/support/bundles.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { blobPath } from '../../../core/blobs/blob-store.ts';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';

const { call, count, files, home, make, platform } = await startTestServer();
const VERSION = '{artifactId}/versions/{version}';
type Published = { id: string; version: string; artifact: string; workspace: string };

async function publish(script: string, name: string): Promise<Published> {
  const workspace = (await make.workspace()).id;
  const { status, body } = await call('POST /orchestration/artifacts', {
    form: publication({ workspaceId: workspace, name }, await shellBundle(script)),
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { items } = (await call('GET /orchestration/artifacts', { query: { workspaceId: workspace } })).body;
  return { id: body.id, version: body.version, artifact: items[0].id, workspace };
}

const remove = async ({ artifact, version }: Published): Promise<void> => {
  const { status } = await call(`DELETE /orchestration/artifacts/${VERSION}`, { path: { artifactId: artifact, version } });
  assert.equal(status, 204);
};

/** Makes delayed jobs due, and waits until the queue is empty. */
async function waitForQueue(): Promise<void> {
  await platform.db.writer.rows(sql`
    select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now() - interval '1 second')`);
  for (;;) {
    const { jobs = 0 } = await platform.db.reader.only<{ jobs: number }>(
      sql`select count(*) as jobs from graphile_worker.jobs where attempts < max_attempts`,
    );
    if (jobs === 0) return;
    await sleep(50);
  }
}

/** Runs the job for all content. */
async function collect(): Promise<void> {
  const blobs = await platform.db.reader.rows<{ hash: string }>(sql`select hash from blob`);
  for (const { hash } of blobs) await runJob(platform, 'collect-blob', { hash });
}

const age = (): Promise<unknown> => platform.db.writer.rows(sql`update blob set touched_at = now() - interval '2 hours'`);

afterEach(async () => {
  assert.deepEqual(await count('blob'), { blob: 0 });
  assert.deepEqual(await files(), []);
});

describe('content of deleted versions', () => {
  test('is deleted with the last version that has it', async () => {
    const [published, other] = [await publish('echo same', 'one'), await publish('echo same', 'other')];
    assert.equal((await files()).length, 1);

    await remove(published);
    await waitForQueue();
    assert.equal((await files()).length, 1);
    assert.deepEqual(await count('blob'), { blob: 1 });

    await remove(other);
    assert.equal((await files()).length, 1);
    await waitForQueue();
  });

  test('is deleted with the artifact', async () => {
    const published = await publish('echo one', 'one');
    assert.equal((await call('DELETE /orchestration/artifacts/{artifactId}', { path: { artifactId: published.artifact } })).status, 204);
    await collect();
  });

  test('stays while an execution needs it', async () => {
    const published = await publish('echo used', 'used');
    const task = await make.task({ workspace: published.workspace, artifactVersion: published.id });
    const { body } = await call('POST /processing/executions', { body: { executable: task.id } });
    await platform.db.writer.rows(sql`delete from task where id = ${task.id}`);
    await remove(published);
    await collect();
    await age();
    await runTimer(platform, 'remove-leftovers');
    assert.equal((await files()).length, 1);

    await call('DELETE /processing/executions/{executionId}', { path: { executionId: body.executionId } });
    await runTimer(platform, 'remove-leftovers');
  });

  test('stays while a resource or an unfinished execution has it', async () => {
    const published = await publish('echo resource', 'resource');
    const resource = { workspaceId: published.workspace, name: 'folder', file: false };
    const made = await call('POST /orchestration/resources', { form: upload({ resource }, await shellBundle('echo resource')) });
    assert.equal((await files()).length, 1);
    await remove(published);
    await collect();
    await age();
    await runTimer(platform, 'remove-leftovers');
    assert.equal((await files()).length, 1);

    const path = { resourceId: made.body.id };
    const { id: workspace } = await make.workspace();
    const task = await make.task({ workspace, resources: { resource_directory_a: made.body.id } });
    const { body } = await call('POST /processing/executions', { body: { executable: task.id } });
    const replaced = await call('PUT /orchestration/resources/{resourceId}/upload', {
      path,
      form: upload({}, await shellBundle('echo new')),
    });
    assert.equal(replaced.status, 204);
    await collect();
    // `make.task` wrote the bundle of the task to the tables only.
    assert.equal((await files()).length, 2);

    await call('DELETE /processing/executions/{executionId}', { path: { executionId: body.executionId } });
    await collect();
    assert.equal((await files()).length, 1);
    await platform.db.writer.rows(sql`delete from workspace where id = ${workspace}`);
    assert.equal((await call('DELETE /orchestration/resources/{resourceId}', { path })).status, 204);
    await waitForQueue();
    await age();
    await runTimer(platform, 'remove-leftovers');
  });

  test('stays when it is published again before it is collected', async () => {
    const published = await publish('echo again', 'again');
    await remove(published);
    const again = await publish('echo again', 'again');
    await collect();
    assert.equal((await files()).length, 1);

    await remove(again);
    await collect();
  });
});

describe('leftovers', () => {
  test('of a deleted workspace are deleted after an hour', async () => {
    const { workspace } = await publish('echo leftover', 'leftover');
    assert.equal((await call('DELETE /orchestration/workspaces/{id}', { path: { id: workspace } })).status, 204);
    await runTimer(platform, 'remove-leftovers');
    assert.equal((await files()).length, 1);

    await age();
    await runTimer(platform, 'remove-leftovers');
  });

  test('of a crash are deleted after an hour, and no other files', async () => {
    const kept = await publish('echo kept', 'kept');
    const [name = ''] = await files();
    const old = new Date(Date.now() - 2 * 3600 * 1000);
    const pathOf = (key: string): string => join(home, 'blobs', blobPath(key));
    const paths = [pathOf(newId()), join(home, 'blobs', 'incoming', newId())];
    const fresh = pathOf(newId());
    for (const path of [...paths, fresh]) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'left');
    }
    for (const path of [...paths, pathOf(name)]) await utimes(path, old, old);

    await runTimer(platform, 'remove-leftovers');
    assert.deepEqual((await files()).toSorted(), [name, fresh.split('/').at(-1)].toSorted());

    await utimes(fresh, old, old);
    await remove(kept);
    await collect();
    await runTimer(platform, 'remove-leftovers');
  });
});
