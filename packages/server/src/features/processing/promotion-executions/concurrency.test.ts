import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { idOf, makeConnection, makeTask, makeWay, statuses } from '../../../../test/support/promotions.ts';
import { changesRows, isRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make, platform } = server;

/** Until as many statements wait for locks that other transactions hold; gives up where nobody ever will. */
async function waiters(wanted: number): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const { waiting } = await platform.db.reader.only<{ waiting: number }>(sql`
      select count(*) as waiting
      from pg_stat_activity
      where datname = current_database()
        and wait_event_type = 'Lock'`);
    if (waiting >= wanted) return;
    await wait(10);
  }
  throw new Error(`${wanted} statements were to wait, and did not`);
}

/** A transaction of somebody else that has done its work and ends when it is told to. */
async function somebody(work: (tx: Tx) => Promise<unknown>): Promise<{ commit(): Promise<unknown>; rollback(): Promise<unknown> }> {
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

/** A way with a task whose workspace the target has already. */
async function withTask() {
  const way = await makeWay(server);
  const source = await make.workspace({ environment: way.source, name: 'main' });
  const target = await make.workspace({ environment: way.target, name: 'main' });
  const task = await makeTask(server, source, { name: 'load' });
  return { way, source, target, task };
}

const insertTask = (workspace: string, version: string) => (tx: Tx) =>
  tx.rows(sql`
    insert into task (id, tenant_id, workspace_id, name, artifact_version_id)
    select ${newId()}, tenant_id, id, 'load', ${version}
    from workspace
    where id = ${workspace}`);

test('promotions.execute.collision', async () => {
  const { way, target } = await withTask();
  const other = await make.artifact({ workspace: target.id });
  const running = await make.task({ workspace: target.id, artifactVersion: other.versionId });
  const before = await server.count('artifact', 'artifact_version', 'promotion_execution');
  const stranger = await somebody(insertTask(target.id, other.versionId));
  const answer = way.execute();
  await waiters(1);
  assert.equal((await call('POST /processing/executions', { body: { executable: running.id } })).status, 201, 'starts do not wait');
  await stranger.commit();
  isRefused(await answer, 409, 'promotion_collision');
  assert.deepEqual(await server.count('artifact', 'artifact_version', 'promotion_execution'), before);
  assert.equal(statuses(await way.promote())['FLOW load'], 'REPLACED', 'the second time it is known');
});

test('a run profile that is being made is waited for', async () => {
  const { way, source } = await withTask();
  const [engine, twin] = [
    await make.engine({ environment: way.source, name: 'big' }),
    await make.engine({ environment: way.target, name: 'big' }),
  ];
  const profile = await make.runProfile({ engine: engine.id, name: 'large' });
  await make.task({ workspace: source.id, engine: engine.id, runProfile: profile.id });
  const stranger = await somebody((tx) =>
    tx.rows(sql`
      insert into run_profile (id, tenant_id, environment_id, engine_id, name, type, jvm_arguments)
      select ${newId()}, tenant_id, environment_id, id, 'large', 'JOB_SERVER', '{}'
      from engine
      where id = ${twin.id}`),
  );
  const answer = way.execute();
  await waiters(1);
  await stranger.commit();
  const { body } = await answer;
  assert.equal(statuses(body.executionReport)['ENGINE big PROFILE large'], 'REPLACED');
});

test('promotions.execute.order', async () => {
  const { way, source, target } = await withTask();
  const second = await make.promotion({ source: await make.environment(), target: way.target, assigned: [way.executor.id] });
  const twin = await make.workspace({ environment: second.source, name: 'main' });
  await makeTask(server, twin, { name: 'load' });
  const back = await make.promotion({ source: way.target, target: way.source, assigned: [way.executor.id] });
  const run = (id: string) => call('POST /processing/executions/promotions', { token: way.executor.token, body: { executable: id } });

  for (const environment of [way.source, way.target]) {
    // Whoever adds something to an environment holds it like this; a promotion that writes nothing waits all the same.
    const holder = await somebody((tx) => tx.rows(sql`select id from environment where id = ${environment} for key share`));
    const waiting = call('POST /processing/executions/promotions', {
      token: way.executor.token,
      body: { executable: way.id, advanced: { artifactId: source.id, artifactType: 'WORKSPACE' } },
    });
    await waiters(1);
    await holder.commit();
    assert.equal((await waiting).status, 201);
  }
  const answers = await Promise.all([way.id, second.id, back.id, way.id, back.id].map(run));
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

test('what is promoted is not deleted meanwhile', async () => {
  const way = await makeWay(server);
  const source = await make.workspace({ environment: way.source, name: 'main' });
  const target = await make.workspace({ environment: way.target, name: 'main' });
  const artifact = await make.artifact({ workspace: source.id, name: 'tool' });
  const stranger = await somebody((tx) =>
    tx.rows(sql`
      insert into artifact (id, tenant_id, workspace_id, name, type)
      select ${newId()}, tenant_id, id, 'tool', 'standard'
      from workspace
      where id = ${target.id}`),
  );
  const answer = way.execute({ advanced: { artifactId: artifact.id, artifactType: 'ACTION' } });
  await waiters(1);
  const deletion = call('DELETE /orchestration/artifacts/{artifactId}', { path: { artifactId: artifact.id } });
  await waiters(2);
  await stranger.rollback();
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

test('what somebody else is changing is read as it will be', async () => {
  const way = await makeWay(server);
  const source = await make.workspace({ environment: way.source });
  const connection = await makeConnection(server, source.id, 'store', [{ name: 'url', value: 'https://dev.example.com' }]);
  const task = await makeTask(server, source, { name: 'load', connections: { http: connection } });
  await way.promote();
  const [promoted, copy] = [await idOf(server, 'connection', way.target, 'store'), await idOf(server, 'task', way.target, 'load')];
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
  const stranger = await somebody(async (tx) => {
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
  const answer = way.execute();
  await waiters(1);
  await stranger.commit();
  const { status, body } = await answer;
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(statuses(body.executionReport)['CONNECTION store'], 'REUSED');
  const { body: shown } = await call('GET /orchestration/connections/{connectionId}', { path: { connectionId: promoted } });
  assert.equal(shown.parameters[1].value, '/live');
});

test('executing the same promotion twice at once creates each thing once', async () => {
  const { way } = await withTask();
  await changesRows(server, { task: 1, artifact: 1, artifact_version: 1, promotion_execution: 2 }, async () => {
    const answers = await Promise.all([way.execute(), way.execute()]);
    const told = answers.map(({ body }) => statuses(body.executionReport)['FLOW load']);
    assert.deepEqual(told.toSorted(), ['CREATED', 'REUSED']);
  });
});
