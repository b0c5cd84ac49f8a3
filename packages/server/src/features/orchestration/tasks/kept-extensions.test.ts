import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publication } from '../../../../test/support/bundles.ts';
import { jobArchive } from '../../../../test/support/job-archives.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const { call, make } = await startTestServer();

/** Publishes a job archive with these contexts; returns the version as a task names it. */
async function publish(workspaceId: string, name: string, contexts: readonly string[], version = '1.0.0') {
  const archive = await jobArchive({ contexts: Object.fromEntries(contexts.map((context) => [context, 'who=world'])) });
  const form = publication({ workspaceId, name, version }, archive);
  const { status, body } = await call('POST /orchestration/artifacts', { form });
  assert.equal(status, 201, JSON.stringify(body));
  const { items } = (await call('GET /orchestration/artifacts', { query: { workspaceId, name } })).body;
  return { id: items[0].id as string, version: body.version as string };
}

test('tasks.replace.extensions', async () => {
  const { id: workspaceId, environment: environmentId } = await make.workspace();
  const artifact = await publish(workspaceId, 'Greet', ['Default', 'PROD']);
  const made = { workspaceId, environmentId, name: 'Greet', artifact, contextName: 'PROD' };
  const { body: task } = await call('POST /orchestration/executables/tasks', { body: made });
  const path = { taskId: task.id };
  const replace = (fields: object): Promise<Answer> =>
    call('PUT /orchestration/executables/tasks/{taskId}', { path, body: { name: task.name, artifact, ...fields } });
  const { body: kept } = await replace({});
  assert.deepEqual([kept.contextName, kept.version, kept.warnings], ['PROD', task.version, undefined]);

  const retry = { attempts: 3, waitSeconds: 5, backoff: 1, on: ['FAILED'] };
  for (const kind of ['run-config', 'de-run-config']) {
    const change = (more: object): Promise<Answer> =>
      call(`PUT /orchestration/executables/tasks/{taskId}/${kind}`, {
        path,
        body: { trigger: { type: 'MANUAL' }, ...(kind === 'run-config' && { runtime: { type: 'CLOUD' } }), ...more },
      });
    assert.equal((await change({ retry, contextName: 'PROD', timeout: 7 })).status, 200);
    const { body: shown } = await change({});
    assert.deepEqual([shown.retry, shown.contextName, shown.timeout], [retry, 'PROD', undefined], `${kind}: published fields are emptied`);
    const read = await call(`GET /orchestration/executables/tasks/{taskId}/${kind}`, { path });
    assert.deepEqual(read.body, shown);
    assert.equal((await change({ retry: null, contextName: 'Default' })).body.contextName, 'Default');
    for (const contextName of [null, '']) {
      await change({ contextName: 'PROD' });
      const { body: ended } = await change({ contextName });
      assert.deepEqual([ended.retry, ended.contextName], [undefined, undefined], kind);
    }
  }

  const next = await publish(workspaceId, 'Greet', ['Default'], '2.0.0');
  const moved = await replace({ artifact: next });
  assert.deepEqual([moved.status, moved.body.contextName], [200, 'PROD']);
  assert.match(moved.body.warnings[0], /^Task 'Greet': This version has no context "PROD".*refused\. Choose one of Default\./);
  assert.equal(moved.body.warnings.length, 1);
  const runConfig = (fields?: object): Promise<Answer> =>
    fields === undefined
      ? call('GET /orchestration/executables/tasks/{taskId}/run-config', { path })
      : call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
          path,
          body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' }, ...fields },
        });
  await replace({ artifact, contextName: null });
  await runConfig({ contextName: 'PROD' });
  assert.match((await replace({ artifact: next })).body.warnings[0], /has no context "PROD"/, 'that of the run configuration');
  assert.equal((await runConfig()).body.contextName, 'PROD');
  const other = await publish(workspaceId, 'Other', ['Default', 'PROD']);
  await replace({ artifact, contextName: 'PROD' });
  const { body: ofOther } = await replace({ artifact: other });
  assert.deepEqual([ofOther.contextName, ofOther.warnings], [undefined, undefined], 'the context of another job');
  assert.equal((await runConfig()).body.contextName, undefined);
});
