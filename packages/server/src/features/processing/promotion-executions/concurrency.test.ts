import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { untilLocksWait } from '../../../../test/support/locks.ts';
import { idOf, makeConnection, makeTask, makePromotionScene, statuses } from '../../../../test/support/promotions.ts';
import { changesRows, assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;

/** Begins another transaction that does `work` and stays open until it is committed or rolled back. */
async function openTransaction(work: (tx: Tx) => Promise<unknown>): Promise<{ commit(): Promise<unknown>; rollback(): Promise<unknown> }> {
  const [done, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = platform.db.transaction(async (tx) => {
    await work(tx);
    done.resolve();
    await end.promise;
  });
  await Promise.race([done.promise, transaction]);
  return {
    commit: () => {
      end.resolve();
      return transaction;
    },
    rollback: () => {
      end.reject(new Error('rolled back'));
      return transaction.catch(() => undefined);
    },
  };
}

/** Creates a promotion of a task; the target already has its workspace. */
async function withTask() {
  const scene = await makePromotionScene(server);
  const source = await make.workspace({ environment: scene.source, name: 'main' });
  const target = await make.workspace({ environment: scene.target, name: 'main' });
  const task = await makeTask(server, source, { name: 'load' });
  return { scene, source, target, task };
}

const insertTask = (workspace: string, version: string) => (tx: Tx) =>
  tx.rows(sql`
    insert into task (id, tenant_id, workspace_id, name, artifact_version_id)
    select ${newId()}, tenant_id, id, 'load', ${version}
    from workspace
    where id = ${workspace}`);

test('promotions.execute.collision', async () => {
  const { scene, target } = await withTask();
  const other = await make.artifact({ workspace: target.id });
  const running = await make.task({ workspace: target.id, artifactVersion: other.versionId });
  const before = await server.count('artifact', 'artifact_version', 'promotion_execution');
  const transaction = await openTransaction(insertTask(target.id, other.versionId));
  const answer = scene.execute();
  await untilLocksWait(platform.db.reader, 1);
  assert.equal((await call('POST /processing/executions', { body: { executable: running.id } })).status, 201, 'starts do not wait');
  await transaction.commit();
  assertRefused(await answer, 409, 'promotion_collision');
  assert.deepEqual(await server.count('artifact', 'artifact_version', 'promotion_execution'), before);
  assert.equal(statuses(await scene.promote())['FLOW load'], 'REPLACED', 'the second promotion finds the task');
});

test('a promotion waits for a run profile that is being created', async () => {
  const { scene, source } = await withTask();
  const [engine, counterpart] = [
    await make.engine({ environment: scene.source, name: 'big' }),
    await make.engine({ environment: scene.target, name: 'big' }),
  ];
  const profile = await make.runProfile({ engine: engine.id, name: 'large' });
  await make.task({ workspace: source.id, engine: engine.id, runProfile: profile.id });
  const transaction = await openTransaction((tx) =>
    tx.rows(sql`
      insert into run_profile (id, tenant_id, environment_id, engine_id, name, type, jvm_arguments)
      select ${newId()}, tenant_id, environment_id, id, 'large', 'JOB_SERVER', '{}'
      from engine
      where id = ${counterpart.id}`),
  );
  const answer = scene.execute();
  await untilLocksWait(platform.db.reader, 1);
  await transaction.commit();
  const { body } = await answer;
  assert.equal(statuses(body.executionReport)['ENGINE big PROFILE large'], 'REPLACED');
});

test('promotions.execute.order', async () => {
  const { scene, source, target } = await withTask();
  const second = await make.promotion({ source: await make.environment(), target: scene.target, assigned: [scene.executor.id] });
  const otherMain = await make.workspace({ environment: second.source, name: 'main' });
  await makeTask(server, otherMain, { name: 'load' });
  const back = await make.promotion({ source: scene.target, target: scene.source, assigned: [scene.executor.id] });
  const run = (id: string) => call('POST /processing/executions/promotions', { token: scene.executor.token, body: { executable: id } });

  for (const environment of [scene.source, scene.target]) {
    // Adding to an environment takes this lock. A promotion waits for it even if it writes nothing.
    const holder = await openTransaction((tx) => tx.rows(sql`select id from environment where id = ${environment} for key share`));
    const waiting = call('POST /processing/executions/promotions', {
      token: scene.executor.token,
      body: { executable: scene.id, advanced: { artifactId: source.id, artifactType: 'WORKSPACE' } },
    });
    await untilLocksWait(platform.db.reader, 1);
    await holder.commit();
    assert.equal((await waiting).status, 201);
  }
  const answers = await Promise.all([scene.id, second.id, back.id, scene.id, back.id].map(run));
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.message]),
    answers.map(() => [201, undefined]),
  );
  const { tasks } = await platform.db.reader.only<{ tasks: number }>(sql`
    select count(*) as tasks
    from task
    where workspace_id in (${source.id}, ${target.id})
      and name = 'load'`);
  assert.equal(tasks, 2);
});

test('the content of a promoted artifact is not deleted during the promotion', async () => {
  const scene = await makePromotionScene(server);
  const source = await make.workspace({ environment: scene.source, name: 'main' });
  const target = await make.workspace({ environment: scene.target, name: 'main' });
  const artifact = await make.artifact({ workspace: source.id, name: 'tool' });
  const transaction = await openTransaction((tx) =>
    tx.rows(sql`
      insert into artifact (id, tenant_id, workspace_id, name, type)
      select ${newId()}, tenant_id, id, 'tool', 'standard'
      from workspace
      where id = ${target.id}`),
  );
  const answer = scene.execute({ advanced: { artifactId: artifact.id, artifactType: 'ACTION' } });
  await untilLocksWait(platform.db.reader, 1);
  const deletion = call('DELETE /orchestration/artifacts/{artifactId}', { path: { artifactId: artifact.id } });
  await untilLocksWait(platform.db.reader, 2);
  await transaction.rollback();
  assert.equal((await answer).status, 201);
  assert.equal((await deletion).status, 204);
  const kept = await platform.db.reader.only<{ content: number; versions: number }>(sql`
    select count(b.hash) as content, count(*) as versions
    from artifact a
    join artifact_version v on v.artifact_id = a.id
    left join blob b on b.hash = v.blob_hash
    where a.workspace_id = ${target.id}`);
  assert.deepEqual(kept, { content: 1, versions: 1 });
});

test('a promotion waits for concurrent changes and reads their result', async () => {
  const scene = await makePromotionScene(server);
  const source = await make.workspace({ environment: scene.source });
  const connection = await makeConnection(server, source.id, 'store', [{ name: 'url', value: 'https://dev.example.com' }]);
  const task = await makeTask(server, source, { name: 'load', connections: { http: connection } });
  await scene.promote();
  const [promoted, copy] = [await idOf(server, 'connection', scene.target, 'store'), await idOf(server, 'task', scene.target, 'load')];
  await call('PUT /orchestration/connections/{connectionId}', {
    path: { connectionId: connection },
    body: {
      parameters: [
        { name: 'url', value: 'u' },
        { name: 'path', value: '/dev' },
      ],
    },
  });
  await call('PUT /orchestration/executables/tasks/{taskId}/run-config', {
    path: { taskId: task },
    body: { trigger: { type: 'MANUAL' }, runtime: { type: 'CLOUD' } },
  });
  const transaction = await openTransaction(async (tx) => {
    await tx.rows(sql`select id from task where id = ${copy} for update`);
    await tx.rows(sql`update task set description = 'theirs' where id = ${copy}`);
    await tx.rows(sql`
      insert into task_run_config (task_id, runtime_type, parallel_execution_allowed, log_level)
      values (${copy}, 'CLOUD', false, 'OFF')`);
    await tx.rows(sql`update connection set updated_at = now() where id = ${promoted}`);
    await tx.rows(sql`
      insert into connection_parameter (connection_id, name, position, encrypted, plain_value)
      values (${promoted}, 'path', 1, false, '/live')`);
  });
  const answer = scene.execute();
  await untilLocksWait(platform.db.reader, 1);
  await transaction.commit();
  const { status, body } = await answer;
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(statuses(body.executionReport)['CONNECTION store'], 'REUSED');
  const { body: shown } = await call('GET /orchestration/connections/{connectionId}', { path: { connectionId: promoted } });
  assert.equal(shown.parameters[1].value, '/live');
});

test('two simultaneous executions of a promotion create each object once', async () => {
  const { scene } = await withTask();
  await changesRows(server, { task: 1, artifact: 1, artifact_version: 1, promotion_execution: 2 }, async () => {
    const answers = await Promise.all([scene.execute(), scene.execute()]);
    const taskStatuses = answers.map(({ body }) => statuses(body.executionReport)['FLOW load']);
    assert.deepEqual(taskStatuses.toSorted(), ['CREATED', 'REUSED']);
  });
});
