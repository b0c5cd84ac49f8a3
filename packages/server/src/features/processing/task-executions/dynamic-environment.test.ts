import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { engineWithCredential, type StandInEngine } from '../../../../test/support/engine.ts';
import { assignTo, standInOperator } from '../../../../test/support/operator.ts';
import { leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { newId } from '../../../core/base/id.ts';
import { startTasks } from './starts.ts';

const START = 'POST /processing/executions';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;

/** Makes an assigned environment with a task and the paired agent. */
async function assigned() {
  const operator = await standInOperator(server);
  const environment = await make.dynamicEnvironment();
  await assignTo(server, environment, operator.id);
  const { id: workspace } = await make.workspace({ environment });
  const task = await make.task({ workspace });
  const { agent } = (await operator.desired()).environments[0] ?? assert.fail('no environment');
  return { operator, environment, workspace, task, key: agent.pairingKey ?? '' };
}

async function pairAgent(preAuthorizedKey: string): Promise<StandInEngine> {
  const { body } = await call('POST /engine/v1/pairing', { token: undefined, body: { preAuthorizedKey, version: '0.1.0' } });
  return engineWithCredential(server, body.engineId, body.credential);
}

const setRunConfig = (taskId: string, body: object) =>
  call('PUT /orchestration/executables/tasks/{taskId}/de-run-config', { path: { taskId }, body: { trigger: { type: 'MANUAL' }, ...body } });
const read = async (executionId: string) => (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;

test('task-executions.start.assigned-engine', async () => {
  const { environment, workspace, task, key } = await assigned();
  const { id: profile } = await make.runProfile({ environment });
  await platform.db.writer.rows(sql`update run_profile set jvm_arguments = '{-Xmx1g}' where id = ${profile}`);
  await setRunConfig(task.id, { logLevel: 'ERROR', timeout: 7, runProfileId: profile });
  const { body } = await call(START, { body: { executable: task.id } });
  const other = await make.engine();
  assert.deepEqual(
    (await engineWithCredential(server, other.id, other.credential).claim()).executions,
    [],
    'an engine of another environment',
  );

  const agent = await pairAgent(key);
  const claimed = await agent.claimOne();
  assert.deepEqual(
    [claimed.executionId, claimed.logLevel, claimed.timeoutMinutes, claimed.jvmArguments],
    [body.executionId, 'ERROR', 7, ['-Xmx1g']],
  );
  await agent.finish(claimed);
  const execution = await read(body.executionId);
  assert.deepEqual([execution.status, execution.executionDestination], ['execution_successful', 'CLOUD']);

  await platform.db.writer.rows(sql`delete from task_run_config where task_id = ${task.id}`);
  const plan = await make.plan({ workspace, steps: [[task.id]] });
  assert.equal((await call('POST /processing/executions/plans', { body: { executable: plan.id } })).status, 201);
});

test('run-profiles.pod.claim', async () => {
  const { environment, task, key } = await assigned();
  const { id: profile } = await make.runProfile({ environment });
  const pod = { cpu: '2', memory: '4Gi', nodeSelector: { disk: 'ssd' } };
  await call('PUT /processing/run-profiles/{id}', { path: { id: profile }, body: { pod } });
  await setRunConfig(task.id, { runProfileId: profile });
  await call(START, { body: { executable: task.id } });
  const agent = await pairAgent(key);
  const claimed = await agent.claimOne();
  assert.deepEqual(claimed.pod, pod);
  await agent.finish(claimed);
  await setRunConfig(task.id, {});
  await call(START, { body: { executable: task.id } });
  assert.equal((await agent.claimOne()).pod, undefined);
});

test('a task without a run configuration for dynamic engines runs with the other one', async () => {
  const { task, key } = await assigned();
  await call(START, { body: { executable: task.id } });
  const agent = await pairAgent(key);
  assert.equal((await agent.claimOne()).taskId, task.id);
  await platform.db.writer.rows(sql`delete from task_run_config where task_id = ${task.id}`);
  await leavesNothing(server, START, { body: { executable: task.id } }, 501, 'task_not_configured', 'task_execution', 'live_execution');
});

test('task-executions.start.unassigned', async () => {
  const { operator, environment, task } = await assigned();
  const refused = (): Promise<unknown> =>
    leavesNothing(server, START, { body: { executable: task.id } }, 501, 'environment_not_assigned', 'task_execution', 'live_execution');
  await call('DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection', { path: { environmentId: environment } });
  await refused();
  await operator.reportAll('NOT_DEPLOYED');
  await refused();

  const id = newId();
  const actor = { id: await make.administrator(), userType: 'HUMAN' } as const;
  await platform.db.transaction(async (tx) =>
    startTasks(tx, [{ id, type: 'SCHEDULED', actor, taskId: task.id, tenant: await make.tenant() }]),
  );
  const execution = await read(id);
  assert.deepEqual([execution.status, execution.misfiredExecutionReason], ['deploy_failed', 'DE_ENV_NOT_CONNECTED']);
});

test('task-executions.start.unavailable: in a dynamic-engine environment', async () => {
  const waitFor = async (environment: string, executionId: string): Promise<string> => {
    await platform.db.writer.rows(
      sql`update live_execution set accepted_at = now() - interval '1 hour' where environment_id = ${environment}`,
    );
    await platform.db.writer.rows(sql`update api_presence set since = now() - interval '2 hours', seen_at = now()`);
    await runTimer(platform, 'end-unavailable');
    return (await read(executionId)).misfiredExecutionReason;
  };
  const { operator, environment, task } = await assigned();
  const start = async (): Promise<string> => (await call(START, { body: { executable: task.id } })).body.executionId;
  assert.equal(await waitFor(environment, await start()), 'DYNAMIC_ENGINE_UNAVAILABLE');
  const waiting = await start();
  await operator.fallSilent();
  await call('DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection', { path: { environmentId: environment } });
  assert.equal(await waitFor(environment, waiting), 'DE_ENV_NOT_CONNECTED');
});

test('the executions of an agent end as lost when its assignment ends', async () => {
  const { operator, environment, task, key } = await assigned();
  const { body } = await call(START, { body: { executable: task.id } });
  const agent = await pairAgent(key);
  await agent.claimOne();
  await operator.fallSilent();
  await call('DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection', { path: { environmentId: environment } });
  assert.equal((await agent.send('POST /engine/v1/beats', { running: [] })).status, 401);
  const [lease] = await platform.db.reader.rows<{ over: boolean }>(
    sql`select lease_expires_at <= now() as over from live_execution where execution_id = ${body.executionId}`,
  );
  assert.deepEqual(lease, { over: true });
});

test('task-executions.explain.waiting: for the agent of a dynamic engine', async () => {
  const { operator, environment, task, key } = await assigned();
  const { body } = await call(START, { body: { executable: task.id } });
  const reason = async () => {
    const { body: explained } = await call('GET /processing/executions/{executionId}/explanation', {
      path: { executionId: body.executionId },
    });
    const [first] = explained.reasons;
    return [first.code, first.message, explained.next ?? ''] as const;
  };
  const address = `/orchestration/dynamic-engine-environments/${environment}`;
  const [unpaired, , look] = await reason();
  assert.equal(unpaired, 'ENGINES_UNPAIRED');
  assert.ok(look.includes(`GET ${address},`), look);

  const agent = await pairAgent(key);
  await agent.heartbeat([], 1);
  assert.equal((await reason())[0], 'CLAIM_DUE');
  await platform.db.writer.rows(sql`update engine set capacity = 0 where is_agent and environment_id = ${environment}`);
  assert.equal((await reason())[0], 'ENGINES_FULL');
  await platform.db.writer.rows(
    sql`update engine set ill_since = now(), ill_code = 'ENOSPC', ill_message = 'The disk is full' where is_agent and environment_id = ${environment}`,
  );
  assert.equal((await reason())[0], 'ENGINES_ILL');
  await platform.db.writer.rows(
    sql`update engine set last_beat_at = now() - interval '1 minute', ill_since = null, ill_code = null, ill_message = null where is_agent and environment_id = ${environment}`,
  );
  assert.equal((await reason())[0], 'ENGINES_UNAVAILABLE');
  await operator.fallSilent();
  await call('DELETE /orchestration/dynamic-engine-environments/{environmentId}/connection', { path: { environmentId: environment } });
  const [code, message, next] = await reason();
  assert.equal(code, 'NO_ENGINE');
  assert.match(message, /^No dynamic engine is assigned to/);
  assert.ok(next.includes(`POST ${address}/connection`), next);
});
